import { extname } from 'node:path';
import {
  type BrowserWindow,
  dialog,
  type FileFilter,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { getMainProcessText } from './text.ts';

export interface DialogQuestion {
  readonly type: 'question' | 'warning';
  readonly message: string;
  readonly detail: string;
  /** Label of the button that confirms. */
  readonly yes: string;
  /** The safe button: the default, and what closing the dialog means. */
  readonly no: string;
}

/** Aborted when the window is locked; then what was open counts as cancelled. */
let unlocked = new AbortController();

/**
 * Closes open questions, and makes file dialogs, which Electron cannot close, count as cancelled: what waits for the
 * user must not go on behind a lock, nor for another account.
 */
export function dismissDialogs(): void {
  unlocked.abort();
  unlocked = new AbortController();
}

/** Asks the user a question; returns whether they confirmed. */
export async function askUserToConfirm(
  { yes, no, ...words }: DialogQuestion,
  window: BrowserWindow | null,
): Promise<boolean> {
  const { signal } = unlocked;
  const options: MessageBoxOptions = {
    ...words,
    signal,
    buttons: [yes, no],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0 && !signal.aborted;
}

/** The names of file types that are the same in every language, by extension. */
const KINDS: Readonly<Record<string, string>> = {
  '.pdf': 'PDF',
  '.csv': 'CSV',
  '.json': 'JSON',
  '.ics': 'iCalendar',
};

/** The filter of a dialog for one type of file, by its extension with the dot. */
function createFileFilter(ending: string): FileFilter {
  const name =
    ending === '.intray-export' ? getMainProcessText('fileKind.exportFile') : (KINDS[ending] ?? ending);
  return { name, extensions: [ending.slice(1)] };
}

/** Shows the save dialog. Returns null where the user cancels. */
export async function showSaveDialog(
  suggested: string,
  window: BrowserWindow | null,
): Promise<string | null> {
  const { signal } = unlocked;
  const ending = extname(suggested);
  const options: SaveDialogOptions = {
    defaultPath: suggested,
    filters: [createFileFilter(ending)],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' || signal.aborted ? null : filePath;
}

/** Asks for a folder. Returns null where the user cancels. */
export async function showFolderDialog(window: BrowserWindow | null): Promise<string | null> {
  return openFirst({ properties: ['openDirectory', 'createDirectory'] }, window);
}

/**
 * Asks for an existing file. Returns null where the user cancels.
 * @param ending with its dot
 */
export async function showOpenDialog(ending: string, window: BrowserWindow | null): Promise<string | null> {
  return openFirst({ filters: [createFileFilter(ending)], properties: ['openFile'] }, window);
}

async function openFirst(options: OpenDialogOptions, window: BrowserWindow | null): Promise<string | null> {
  const { signal } = unlocked;
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  const [path] = filePaths;
  return canceled || path === undefined || signal.aborted ? null : path;
}

/**
 * Asks the user whether tokens may be sent to a host that is new on this computer. The question is the system's, so
 * that no page can answer it.
 */
export function askBeforeContactingNewHost(host: string, window: BrowserWindow | null): Promise<boolean> {
  return askUserToConfirm(
    {
      type: 'question',
      message: getMainProcessText('dialog.signIn.message', { host }),
      detail: getMainProcessText('dialog.signIn.detail', { host }),
      yes: getMainProcessText('dialog.signIn.yes'),
      no: getMainProcessText('dialog.cancel'),
    },
    window,
  );
}
