import type { OpenedPdf } from './pdf-document.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
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

/** Prints the prepared pages and removes them from the document afterwards. */
function print(sheets: HTMLElement): void {
  let isTaken = false;
  const cleanUp = (): void => sheets.remove();
  const taken = (): void => {
    isTaken = true;
  };
  window.addEventListener('beforeprint', taken, { once: true });
  window.addEventListener('afterprint', cleanUp, { once: true });
  window.print();
  // If printing is not available, no `afterprint` event follows, so the pages must be removed here.
  if (isTaken) return;
  window.removeEventListener('beforeprint', taken);
  window.removeEventListener('afterprint', cleanUp);
  cleanUp();
}

/**
 * Prints the pages of a PDF as pdf.js draws them, one per sheet.
 * @throws if a page cannot be drawn; nothing is printed then
 */
export async function printPages(opened: OpenedPdf): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = joinClasses(styles.paperSheets);
  sheets.dataset['print'] = 'sheet';
  for (let number = 1; number <= opened.pdf.numPages; number += 1)
    sheets.append(await renderSheet(opened, number));
  document.body.append(sheets);
  print(sheets);
}
