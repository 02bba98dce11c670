import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type BrowserWindow, shell } from 'electron';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { writeFileAtomically } from '#main/base/write-file.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';
import { showFolderDialog, showSaveDialog } from './dialogs.ts';
import type { TempCopies } from './temp-copies.ts';

/** On Linux `openPath` never settles where it succeeds, so a viewer that has not failed by then is open. */
export const ASSUME_VIEWER_OPEN_AFTER_MS = 2 * SECOND;

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
    return err(isDiskFullCode(detail) ? 'storage-full' : 'storage-read-only', { detail });
  }
}

export interface PdfFileHandlerDeps {
  readonly copies: Pick<TempCopies, 'createPath' | 'removeLater' | 'remove'>;
  readonly engine: {
    call(name: 'pdfs.copyTo', input: InternalProcedureInput<'pdfs.copyTo'>): Promise<Result<unknown>>;
  };
  /** The window that shows the dialog. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
}

type SaveResult = Result<CallOutput<'files.saveText'>>;

/**
 * Returns a file name for a saved PDF that is unique and contains no patient data: an id may contain
 * characters that file names cannot.
 */
export function createPdfFileNameForId(id: string): string {
  return `requisition-${hash('sha256', id).slice(0, 12)}.pdf`;
}

/** Makes a new folder that only this user can read, so that no file of the user is replaced. */
async function makeFolder(parent: string, clock: Clock): Promise<Result<string>> {
  if (!isAbsolute(parent)) return err('invalid-input', { detail: 'path: not absolute' });
  const time = new Date(clock.now()).toISOString().replaceAll(/\D/g, '').slice(0, 'yyyymmddhhmmssmmm'.length);
  const folder = join(parent, `requisitions-${time}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    return ok(folder);
  } catch (thrown) {
    const detail = getSystemErrorCode(thrown);
    return err(isDiskFullCode(detail) ? 'storage-full' : 'storage-read-only', { detail });
  }
}

/** Handles the procedures that write a file of the page where the user chooses. */
function createFileHandlers(window: PdfFileHandlerDeps['window']) {
  const save = async (suggested: string, toContent: () => string | Uint8Array): Promise<SaveResult> => {
    const path = await showSaveDialog(suggested, window());
    if (path === null) return ok({ isSaved: false, path: '' });
    const saved = await saveContent(path, toContent());
    return saved.ok ? ok({ isSaved: true, path }) : saved;
  };
  return {
    'files.saveText': ({ suggested, text }: ValidatedInput<'files.saveText'>) => save(suggested, () => text),
    'files.savePicture': ({ suggested, png }: ValidatedInput<'files.savePicture'>) =>
      save(suggested, () => Buffer.from(png, 'base64')),
  };
}

/**
 * Handles the procedures for PDFs and files that need this process: the computer's PDF viewer and the save
 * dialog.
 */
export function createPdfFileHandlers({ copies, engine, window, clock }: PdfFileHandlerDeps) {
  const open = async ({ id }: ValidatedInput<'pdfs.open'>): Promise<Result<CallOutput<'pdfs.open'>>> => {
    const place = await copies.createPath();
    if (!place.ok) return place;
    const path = place.value;
    const copied = await engine.call('pdfs.copyTo', { id, path, purpose: 'opened', replaces: false });
    if (!copied.ok) return copied;
    copies.removeLater(path);
    // `openPath` does not throw: it returns the error message.
    const opened = await waitForPromiseAtMost(shell.openPath(path), ASSUME_VIEWER_OPEN_AFTER_MS, clock);
    if (opened.isOverdue || opened.value === '') return ok({});
    await copies.remove(path);
    return err('no-viewer');
  };
  const saveCopy = async ({
    id,
  }: ValidatedInput<'pdfs.saveCopy'>): Promise<Result<CallOutput<'pdfs.saveCopy'>>> => {
    const path = await showSaveDialog(createPdfFileNameForId(id), window());
    if (path === null) return ok({ isSaved: false, path: '' });
    const copied = await engine.call('pdfs.copyTo', { id, path, purpose: 'saved', replaces: true });
    return copied.ok ? ok({ isSaved: true, path }) : copied;
  };
  const saveCopies = async ({
    ids,
  }: ValidatedInput<'pdfs.saveCopies'>): Promise<Result<CallOutput<'pdfs.saveCopies'>>> => {
    const parent = await showFolderDialog(window());
    if (parent === null) return ok({ isSaved: false, path: '', failed: [] });
    const folder = await makeFolder(parent, clock);
    if (!folder.ok) return folder;
    const failed: { readonly id: string; readonly error: AppError }[] = [];
    for (const id of ids) {
      const path = join(folder.value, createPdfFileNameForId(id));
      const copied = await engine.call('pdfs.copyTo', { id, path, purpose: 'saved', replaces: false });
      if (!copied.ok) failed.push({ id, error: copied.error });
    }
    return ok({ isSaved: true, path: folder.value, failed });
  };
  return {
    'pdfs.open': open,
    'pdfs.saveCopy': saveCopy,
    'pdfs.saveCopies': saveCopies,
    ...createFileHandlers(window),
  };
}
