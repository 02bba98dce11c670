import { extname } from 'node:path';
import { dialog, type BrowserWindow, type SaveDialogOptions } from 'electron';

/** What a file is called in a dialog, by its ending. */
const KINDS: Readonly<Record<string, string>> = { '.pdf': 'PDF', '.csv': 'CSV', '.json': 'JSON' };

/** Asks where a file is to go. Null where the person does not want to any more. */
export async function askWhere(suggested: string, window: BrowserWindow | null): Promise<string | null> {
  const ending = extname(suggested);
  const options: SaveDialogOptions = {
    defaultPath: suggested,
    filters: [{ name: KINDS[ending] ?? ending, extensions: [ending.slice(1)] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}
