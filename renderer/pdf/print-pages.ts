import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { printPage, type PrintOutcome } from '#renderer/state/print.ts';
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

/**
 * Prints the pages of a PDF as pdf.js draws them, one per sheet, and removes them from the page afterwards.
 * @throws if a page cannot be drawn; nothing is printed then
 */
export async function printPages(
  opened: OpenedPdf,
  calls: Pick<ProcedureCalls, 'app.print'>,
  requisition: string,
): Promise<PrintOutcome> {
  const sheets = document.createElement('div');
  sheets.className = joinClasses(styles.pdfPrintedPages);
  sheets.dataset['print'] = 'sheet';
  for (let number = 1; number <= opened.pdf.numPages; number += 1)
    sheets.append(await renderSheet(opened, number));
  document.body.append(sheets);
  try {
    return await printPage(calls, [requisition]);
  } finally {
    sheets.remove();
  }
}
