import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { readPdf } from '#renderer/state/pdfs/pdf.ts';
import { printPage, type PrintOutcome } from '#renderer/state/print.ts';
import type { PdfPrintResult } from '#renderer/state/requisitions/worklist-actions.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import type { OpenedPdf } from './pdf-document.ts';
import styles from './pdf.module.css';

/** Maximum number of pages to print here; longer documents are printed by the system's PDF program. */
export const MAX_PRINTED_PAGES = 60;

const DOTS_PER_POINT = 200 / 72;

async function renderSheet({ pdf, drawPage }: OpenedPdf, number: number): Promise<HTMLElement> {
  const canvas = document.createElement('canvas');
  const page = await pdf.getPage(number);
  await drawPage(page, canvas, 1, DOTS_PER_POINT).done;
  const sheet = document.createElement('img');
  sheet.alt = '';
  sheet.src = canvas.toDataURL('image/png');
  await sheet.decode();
  return sheet;
}

async function renderSheets(opened: OpenedPdf): Promise<readonly HTMLElement[]> {
  const sheets: HTMLElement[] = [];
  for (let number = 1; number <= opened.pdf.numPages; number += 1)
    sheets.push(await renderSheet(opened, number));
  return sheets;
}

async function printSheets(
  pages: readonly HTMLElement[],
  calls: Pick<ProcedureCalls, 'app.print'>,
  requisitions: readonly string[],
): Promise<PrintOutcome> {
  const sheets = document.createElement('div');
  sheets.className = joinClasses(styles.pdfPrintedPages);
  sheets.dataset['print'] = 'sheet';
  sheets.append(...pages);
  document.body.append(sheets);
  try {
    return await printPage(calls, requisitions);
  } finally {
    sheets.remove();
  }
}

/**
 * Prints the pages of a PDF as pdf.js draws them, one per sheet, and removes them from the page afterwards.
 * @param mayPrint is asked once all pages are drawn; where it returns false, nothing is printed
 * @throws if a page cannot be drawn; nothing is printed then
 */
export async function printPages(
  opened: OpenedPdf,
  calls: Pick<ProcedureCalls, 'app.print'>,
  requisition: string,
  mayPrint: () => boolean,
): Promise<PrintOutcome> {
  const sheets = await renderSheets(opened);
  return mayPrint() ? printSheets(sheets, calls, [requisition]) : 'cancelled';
}

/** Draws the pages of one stored PDF, at most `room` of them; returns why it cannot be printed. */
async function drawStored(
  calls: ProcedureCalls,
  id: string,
  room: number,
): Promise<readonly HTMLElement[] | AppError> {
  const read = await readPdf(calls, id);
  if (!read.ok) return read.error;
  try {
    const { openPdf } = await import('./pdf-document.ts');
    const opened = await openPdf(read.value.bytes);
    try {
      return opened.pdf.numPages > room ? { code: 'not-printed' } : await renderSheets(opened);
    } finally {
      opened.close();
    }
  } catch {
    return { code: 'bad-payload' };
  }
}

/**
 * Prints the stored PDFs of several requisitions in one job, in this order. A PDF that cannot be drawn, or whose pages
 * would be more than `MAX_PRINTED_PAGES` with those before it, is left out as a whole.
 */
export async function printStoredPdfs(
  calls: ProcedureCalls,
  ids: readonly string[],
): Promise<PdfPrintResult> {
  const pages: HTMLElement[] = [];
  const failed: { readonly id: string; readonly error: AppError }[] = [];
  for (const id of ids) {
    const drawn = await drawStored(calls, id, MAX_PRINTED_PAGES - pages.length);
    if ('code' in drawn) failed.push({ id, error: drawn });
    else pages.push(...drawn);
  }
  const left = new Set(failed.map(({ id }) => id));
  if (pages.length === 0) return { outcome: 'printed', failed };
  const outcome = await printSheets(
    pages,
    calls,
    ids.filter((id) => !left.has(id)),
  );
  return { outcome, failed };
}
