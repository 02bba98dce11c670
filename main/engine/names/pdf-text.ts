import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { findNamesBesideIdsOnPage, type NameBesideId, type PositionedPdfText } from './text-lines.ts';

const { maxPages } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.pdfNames;
/** Maximum number of pieces of text that are read from one page of a PDF. */
const MAX_PIECES = 20_000;
/** Maximum number of characters of one piece. */
const MAX_PIECE = 500;

/** Replaces the classes of a browser with which pdf.js draws; nothing is drawn here. */
function NotDrawn(): void {}

/** Loads pdf.js. Its parser runs in this thread, which is the limited one already. */
async function loadPdfjs() {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!(name in globalThis))
      Object.defineProperty(globalThis, name, { value: NotDrawn, configurable: true });
  }
  const parser = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.defineProperty(globalThis, 'pdfjsWorker', { value: parser, configurable: true });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

interface TextPiece {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

function toPlacedText({ str, transform, width, height }: TextPiece): PositionedPdfText {
  return { text: str.slice(0, MAX_PIECE), x: transform[4] ?? 0, y: transform[5] ?? 0, width, height };
}

/**
 * Returns the names that a PDF prints beside these ids. Nothing in it runs, and nothing is fetched.
 * @throws where it is no readable PDF
 */
export async function readNamesBesideIdsInPdf(
  bytes: Uint8Array,
  ids: readonly string[],
): Promise<readonly NameBesideId[]> {
  const { getDocument } = await loadPdfjs();
  const loading = getDocument({
    data: bytes,
    verbosity: 0,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: true,
  });
  try {
    const pdf = await loading.promise;
    const found: NameBesideId[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: false });
      const pieces = items.flatMap((item) => ('str' in item ? [toPlacedText(item)] : []));
      found.push(...findNamesBesideIdsOnPage(pieces.slice(0, MAX_PIECES), ids));
    }
    return found;
  } finally {
    await loading.destroy();
  }
}
