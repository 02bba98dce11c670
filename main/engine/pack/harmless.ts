import { PDFDict, PDFName, type PDFPage } from '@cantoo/pdf-lib';

/** What an annotation or a page may do by itself or when it is clicked: scripts, programs, addresses. */
const ACTIONS = [PDFName.of('A'), PDFName.of('AA')];
/** Annotations that carry a file or play something. */
const CARRIERS: ReadonlySet<string> = new Set([
  '/FileAttachment',
  '/Movie',
  '/RichMedia',
  '/Screen',
  '/Sound',
  '/3D',
]);

function withoutActions(dict: PDFDict): void {
  for (const action of ACTIONS) dict.delete(action);
}

function isCarrier(annotation: PDFDict): boolean {
  return CARRIERS.has(String(annotation.get(PDFName.of('Subtype'))));
}

/** Takes from a page everything that does more than show: what is printed stays. */
export function makeHarmless({ node }: PDFPage): void {
  withoutActions(node);
  const annotations = node.Annots();
  // From the end on, so that the places of the earlier ones stay true.
  for (let place = (annotations?.size() ?? 0) - 1; place >= 0; place -= 1) {
    const annotation = annotations?.lookup(place);
    if (!(annotation instanceof PDFDict) || isCarrier(annotation)) annotations?.remove(place);
    else withoutActions(annotation);
  }
}
