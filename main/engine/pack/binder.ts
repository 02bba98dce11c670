import { PDFDocument, StandardFonts, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import { makeHarmless } from './harmless.ts';
import { stamp } from './stamp.ts';

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
