import { hash } from 'node:crypto';
import { shell, type BrowserWindow } from 'electron';
import type { Output, Parsed } from '#contract/api.ts';
import type { ControlInput } from '#contract/control.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { askWhere } from './ask-where.ts';
import type { TempCopies } from './private-copies.ts';
import { saveText } from './save-text.ts';

export interface PdfShellOptions {
  readonly copies: Pick<TempCopies, 'place' | 'holdBriefly' | 'remove'>;
  readonly engine: {
    call(name: 'pdfs.copyTo', input: ControlInput<'pdfs.copyTo'>): Promise<Result<unknown>>;
  };
  /** The window that a question belongs to. */
  readonly window: () => BrowserWindow | null;
}

type Saved = Result<Output<'pdfs.saveCopy'>>;

/** A name for a saved PDF that tells it from others and says nothing of anybody: an id may hold characters that no file name can. */
function suggestedName(id: string): string {
  return `requisition-${hash('sha256', id).slice(0, 12)}.pdf`;
}

/** What of PDFs and files needs this process: the viewer of the computer, and the question where to. */
export function pdfHandlers({ copies, engine, window }: PdfShellOptions) {
  const open = async ({ id }: Parsed<'pdfs.open'>): Promise<Result<Output<'pdfs.open'>>> => {
    const place = await copies.place();
    if (!place.ok) return place;
    const path = place.value;
    const copied = await engine.call('pdfs.copyTo', { id, path, why: 'opened', replaces: false });
    if (!copied.ok) return copied;
    copies.holdBriefly(path);
    // Where it fails it does not throw: it answers why.
    const problem = await shell.openPath(path);
    if (problem === '') return ok({});
    await copies.remove(path);
    return err('no-viewer');
  };
  const saveCopy = async ({ id }: Parsed<'pdfs.saveCopy'>): Promise<Saved> => {
    const path = await askWhere(suggestedName(id), window());
    if (path === null) return ok({ isSaved: false });
    const copied = await engine.call('pdfs.copyTo', { id, path, why: 'saved', replaces: true });
    return copied.ok ? ok({ isSaved: true }) : copied;
  };
  const saveFile = async ({ suggested, text }: Parsed<'files.saveText'>): Promise<Saved> => {
    const path = await askWhere(suggested, window());
    if (path === null) return ok({ isSaved: false });
    const saved = await saveText(path, text);
    return saved.ok ? ok({ isSaved: true }) : saved;
  };
  return { 'pdfs.open': open, 'pdfs.saveCopy': saveCopy, 'files.saveText': saveFile };
}
