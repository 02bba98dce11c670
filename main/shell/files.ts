import { hash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { type BrowserWindow, shell } from 'electron';
import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitAtMost } from '#main/base/async.ts';
import { writeFileAtomically } from '#main/base/write-file.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { getSystemErrorCode, isDiskFull } from '#main/base/system-errors.ts';
import { showSaveDialog } from './dialogs.ts';
import type { TempCopies } from './temp-copies.ts';

/** On Linux `openPath` never settles where it succeeds, so a viewer that has not failed by then is open. */
export const VIEWER_OPEN_TIMEOUT = 2 * SECOND;

/**
 * Writes a file that only this user can read; an existing file is replaced.
 * @returns 'storage-full', or 'storage-read-only' where it cannot be written for any other reason
 */
async function saveContent(file: string, content: string | Uint8Array): Promise<Result<null>> {
  if (!isAbsolute(file)) return err('invalid-input', { detail: 'path: not absolute' });
  try {
    await writeFileAtomically(file, (handle) => handle.writeFile(content, 'utf8'));
    return ok(null);
  } catch (thrown) {
    const detail = getSystemErrorCode(thrown);
    return err(isDiskFull(detail) ? 'storage-full' : 'storage-read-only', { detail });
  }
}

export interface PdfShellOptions {
  readonly copies: Pick<TempCopies, 'createPath' | 'removeLater' | 'remove'>;
  readonly engine: {
    call(name: 'pdfs.copyTo', input: InternalProcedureInput<'pdfs.copyTo'>): Promise<Result<unknown>>;
  };
  /** The window that shows the dialog. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
}

type SaveResult = Result<CallOutput<'pdfs.saveCopy'>>;

/**
 * Returns a file name for a saved PDF that is unique and contains no patient data: an id may contain
 * characters that file names cannot.
 */
function createFileName(id: string): string {
  return `requisition-${hash('sha256', id).slice(0, 12)}.pdf`;
}

/**
 * Handles the procedures for PDFs and files that need this process: the computer's PDF viewer and the save
 * dialog.
 */
export function createPdfShellHandlers({ copies, engine, window, clock }: PdfShellOptions) {
  const open = async ({ id }: ParsedInput<'pdfs.open'>): Promise<Result<CallOutput<'pdfs.open'>>> => {
    const place = await copies.createPath();
    if (!place.ok) return place;
    const path = place.value;
    const copied = await engine.call('pdfs.copyTo', { id, path, why: 'opened', replaces: false });
    if (!copied.ok) return copied;
    copies.removeLater(path);
    // `openPath` does not throw: it returns the error message.
    const opened = await waitAtMost(shell.openPath(path), VIEWER_OPEN_TIMEOUT, clock);
    if (opened.isOverdue || opened.value === '') return ok({});
    await copies.remove(path);
    return err('no-viewer');
  };
  const saveCopy = async ({ id }: ParsedInput<'pdfs.saveCopy'>): Promise<SaveResult> => {
    const path = await showSaveDialog(createFileName(id), window());
    if (path === null) return ok({ isSaved: false });
    const copied = await engine.call('pdfs.copyTo', { id, path, why: 'saved', replaces: true });
    return copied.ok ? ok({ isSaved: true }) : copied;
  };
  const saveFile = async ({ suggested, text }: ParsedInput<'files.saveText'>): Promise<SaveResult> => {
    const path = await showSaveDialog(suggested, window());
    if (path === null) return ok({ isSaved: false });
    const saved = await saveContent(path, text);
    return saved.ok ? ok({ isSaved: true }) : saved;
  };
  const savePicture = async ({ suggested, png }: ParsedInput<'files.savePicture'>): Promise<SaveResult> => {
    const path = await showSaveDialog(suggested, window());
    if (path === null) return ok({ isSaved: false });
    const saved = await saveContent(path, Buffer.from(png, 'base64'));
    return saved.ok ? ok({ isSaved: true }) : saved;
  };
  return {
    'pdfs.open': open,
    'pdfs.saveCopy': saveCopy,
    'files.saveText': saveFile,
    'files.savePicture': savePicture,
  };
}
