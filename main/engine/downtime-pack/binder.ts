import {
  PDFDict,
  PDFName,
  type PDFPage,
  degrees,
  rgb,
  type PDFFont,
  PDFDocument,
  StandardFonts,
} from '@cantoo/pdf-lib';

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

const SIZE = 7;
/** From the edges of the page, in points. */
const MARGIN = 14;
const PADDING = 2;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What a standard font of PDF can write; all else, a control or a narrow space, becomes a plain one. */
function writable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff\u2026]+/g, ' ');
}

/** The spot so far to the right of the lower left corner and above it, as a reader sees a page that is turned. */
function seenAt(page: PDFPage, turned: number, right: number, up: number): Spot {
  const { x, y, width, height } = page.getCropBox();
  if (turned === 90) return { x: x + width - up, y: y + right };
  if (turned === 180) return { x: x + width - right, y: y + height - up };
  if (turned === 270) return { x: x + up, y: y + height - right };
  return { x: x + right, y: y + up };
}

/** Writes one line into the lower margin of a page, black on white, over whatever stands there. */
export function stamp(page: PDFPage, text: string, font: PDFFont): void {
  const line = writable(text);
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  const rotate = degrees(turned);
  page.drawRectangle({
    ...seenAt(page, turned, MARGIN - PADDING, MARGIN - PADDING),
    width: font.widthOfTextAtSize(line, SIZE) + 2 * PADDING,
    height: SIZE + 2 * PADDING,
    color: rgb(1, 1, 1),
    rotate,
  });
  const spot = seenAt(page, turned, MARGIN, MARGIN);
  page.drawText(line, { ...spot, size: SIZE, font, color: rgb(0, 0, 0), rotate });
}

/** A title for the list of windows: it says what it is, and nothing of anybody. */
const TITLE = 'Downtime pack';
/** More than anybody leafs through. */
const MAX_PAGES = 10_000;

async function toPages(bytes: Uint8Array): Promise<PDFDocument | null> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    return document.getPageCount() > 0 ? document : null;
  } catch {
    return null; // broken, or locked with a password that nobody here has
  }
}

/** Joins PDFs page by page into one that opens with a password. */
export class Binder {
  readonly #document: PDFDocument;
  readonly #font: PDFFont;

  constructor(document: PDFDocument, font: PDFFont) {
    this.#document = document;
    this.#font = font;
  }

  static async empty(): Promise<Binder> {
    // What made it and when is nobody's business before the password is given.
    const document = await PDFDocument.create({ updateMetadata: false });
    document.setTitle(TITLE);
    return new Binder(document, await document.embedFont(StandardFonts.Helvetica));
  }

  get pages(): number {
    return this.#document.getPageCount();
  }

  /**
   * Adds all pages of a PDF, or none.
   * @param line stands in the lower margin of each; null for pages that say it themselves
   * @returns false where it cannot be read, or has too many pages
   */
  async add(bytes: Uint8Array, line: string | null): Promise<boolean> {
    const source = await toPages(bytes);
    if (source === null || this.pages + source.getPageCount() > MAX_PAGES) return false;
    const taken = await this.#taken(source, line);
    for (const page of taken ?? []) this.#document.addPage(page);
    return taken !== null;
  }

  /** The whole, encrypted with AES-256 in the way of PDF 2.0. Whoever opens it may print and copy. */
  async bound(password: string): Promise<Uint8Array> {
    // Keyboards type composed letters, and readers compare bytes.
    const typed = password.normalize('NFC');
    this.#document.encrypt({
      userPassword: typed,
      ownerPassword: typed,
      algorithm: 'AES-256',
      permissions: { printing: 'highResolution', copying: true, contentAccessibility: true },
    });
    return this.#document.save();
  }

  async #taken(source: PDFDocument, line: string | null): Promise<readonly PDFPage[] | null> {
    try {
      for (const page of source.getPages()) makeHarmless(page);
      const pages = await this.#document.copyPages(source, source.getPageIndices());
      if (line !== null) for (const page of pages) stamp(page, line, this.#font);
      return pages;
    } catch {
      return null;
    }
  }
}
