import {
  type PDFPage,
  degrees,
  rgb,
  type PDFFont,
  PDFDocument,
  StandardFonts,
  type PDFContext,
  PDFArray,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFPageLeaf,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { prepareBySaslprep } from '#contract/saslprep.ts';
import { limitPdfLibraryDecoding, resetPdfDecodingBudget } from './decoding-limit.ts';
import { reducePageToVisible } from './page-content.ts';

/** Replaces an object in the dictionary or array that holds it. */
type Replace = (replacement: PDFObject) => void;

/** Calls a function with each object that lies directly in a dictionary or array, and with what replaces it. */
function visitDirect(container: PDFObject, visit: (object: PDFObject, replace: Replace) => void): void {
  if (container instanceof PDFDict)
    for (const [key, object] of container.entries()) visit(object, (other) => container.set(key, other));
  if (container instanceof PDFArray)
    container.asArray().forEach((object, place) => visit(object, (other) => container.set(place, other)));
}

/** Moves every string below an object into an object of its own. */
function moveOut(start: PDFObject, context: PDFContext): void {
  const left: PDFObject[] = [start];
  for (let container = left.pop(); container !== undefined; container = left.pop()) {
    visitDirect(container, (object, replace) => {
      if (object instanceof PDFString || object instanceof PDFHexString) replace(context.register(object));
      else left.push(object);
    });
  }
}

/**
 * Moves the strings in the dictionaries of streams and pages, such as the colors of an image, into objects of their
 * own. The PDF library encrypts streams only; objects that are no streams it writes into streams, except pages.
 * A string that is not encrypted would become another one when a reader decrypts it.
 */
function moveStringsOutOfStreams(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream) moveOut(object.dict, context);
    else if (object instanceof PDFPageLeaf) moveOut(object, context);
  }
}

limitPdfLibraryDecoding();

const FONT_SIZE = 7;
/** Distance of the line of text from the edges of the page, in points. */
const MARGIN = 14;
const PADDING = 2;

interface TextPosition {
  readonly x: number;
  readonly y: number;
}

/** Replaces characters that a standard PDF font cannot write by a space. */
function toWritableText(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff\u2026]+/g, ' ');
}

/** Returns the position at this distance from the lower left corner, as the reader sees a rotated page. */
function toCornerPosition(page: PDFPage, turned: number, right: number, up: number): TextPosition {
  const { x, y, width, height } = page.getCropBox();
  if (turned === 90) return { x: x + width - up, y: y + right };
  if (turned === 180) return { x: x + width - right, y: y + height - up };
  if (turned === 270) return { x: x + up, y: y + height - right };
  return { x: x + right, y: y + up };
}

/** Writes one line into the lower margin of a page, in black on white, over any existing content. */
export function drawMarginText(page: PDFPage, text: string, font: PDFFont): void {
  const line = toWritableText(text);
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  const rotate = degrees(turned);
  page.drawRectangle({
    ...toCornerPosition(page, turned, MARGIN - PADDING, MARGIN - PADDING),
    width: font.widthOfTextAtSize(line, FONT_SIZE) + 2 * PADDING,
    height: FONT_SIZE + 2 * PADDING,
    color: rgb(1, 1, 1),
    rotate,
  });
  const spot = toCornerPosition(page, turned, MARGIN, MARGIN);
  page.drawText(line, { ...spot, size: FONT_SIZE, font, color: rgb(0, 0, 0), rotate });
}

/** Maximum number of pages in a pack. */
const MAX_PAGES = 10_000;

async function loadPdf(bytes: Uint8Array): Promise<PDFDocument | null> {
  resetPdfDecodingBudget();
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    return document.getPageCount() > 0 ? document : null;
  } catch {
    return null; // damaged, too large when decoded, or protected with an unknown password
  }
}

/** Merges PDFs page by page into one file with a password. */
export class PdfMerger {
  readonly #document: PDFDocument;
  readonly #font: PDFFont;

  constructor(document: PDFDocument, font: PDFFont) {
    this.#document = document;
    this.#font = font;
  }

  /** @param title for lists of windows; names the kind of file and contains no patient data */
  static async create(title: string): Promise<PdfMerger> {
    // Producer and creation time would be readable without the password.
    const document = await PDFDocument.create({ updateMetadata: false });
    document.setTitle(title);
    return new PdfMerger(document, await document.embedFont(StandardFonts.Helvetica));
  }

  get pages(): number {
    return this.#document.getPageCount();
  }

  /**
   * Appends all pages of a PDF, or none.
   * @param line text for the lower margin of each page; null for pages that carry it already
   * @returns false where the PDF cannot be read or has too many pages
   */
  async add(bytes: Uint8Array, line: string | null): Promise<boolean> {
    const source = await loadPdf(bytes);
    if (source === null || this.pages + source.getPageCount() > MAX_PAGES) return false;
    const taken = await this.#takePages(source, line);
    for (const page of taken ?? []) this.#document.addPage(page);
    return taken !== null;
  }

  /**
   * Returns the whole file, encrypted with AES-256 as in PDF 2.0. Printing and copying are allowed once it is
   * open.
   */
  async encrypt(password: string): Promise<Uint8Array> {
    // The standard has readers prepare what is typed. Many compare its bytes instead: for these the second password is as
    // keyboards type it, with composed characters.
    const userPassword = prepareBySaslprep(password);
    const ownerPassword = password.normalize('NFC');
    moveStringsOutOfStreams(this.#document.context);
    this.#document.encrypt({
      userPassword,
      ownerPassword,
      algorithm: 'AES-256',
      permissions: { printing: 'highResolution', copying: true, contentAccessibility: true },
    });
    return this.#document.save();
  }

  async #takePages(source: PDFDocument, line: string | null): Promise<readonly PDFPage[] | null> {
    try {
      for (const page of source.getPages()) reducePageToVisible(page);
      const pages = await this.#document.copyPages(source, source.getPageIndices());
      if (line !== null) for (const page of pages) drawMarginText(page, line, this.#font);
      return pages;
    } catch {
      return null;
    }
  }
}
