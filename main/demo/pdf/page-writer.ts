import type PdfKit from 'pdfkit';
import { toStandardFontText } from './standard-font-text.ts';

type Document = InstanceType<typeof PdfKit>;

const LEFT = 54;
const WIDTH = 504;
const HALF = WIDTH / 2;
const NAME_WIDTH = 190;
const LINE = 13;
/**
 * Line height relative to the font size, with a margin: a line that is clipped by a fraction of a point is
 * not drawn.
 */
const LINE_HEIGHT = 1.2;
const SIGNATURE_TOP = 690;
const FOOTER_TOP = 726;
const INK = '#1a1c1e';
const MUTED_INK = '#5a5f66';
const LINE_COLOR = '#c9c8c1';
const ACCENT = '#0a6c74';

/**
 * A page that is filled from the top. Every text is clipped to its area, so that there is never a second
 * page.
 */
export class PdfPageWriter {
  readonly #document: Document;
  #top = 54;

  constructor(document: Document) {
    this.#document = document;
  }

  watermark(word: string): void {
    this.#document.save().rotate(-45, { origin: [306, 396] });
    this.#document.font('Helvetica-Bold').fontSize(130).fillColor('#000000').fillOpacity(0.06);
    this.#document.text(word, 0, 340, { width: 612, align: 'center', lineBreak: false });
    this.#document.restore();
    this.#document.fillOpacity(1);
  }

  /** Draws the page header: kind, name and status of the requisition. */
  header(kind: string, name: string, status: string): void {
    this.#text(kind.toUpperCase(), LEFT, this.#top, { width: HALF, size: 9, bold: true, color: ACCENT });
    this.#text(`Status: ${status.replaceAll('_', ' ')}`, LEFT + HALF, this.#top, {
      width: HALF,
      size: 9,
      color: MUTED_INK,
      align: 'right',
    });
    this.#top += 18;
    const title = { width: WIDTH, size: 17, bold: true, lines: 2 };
    this.#text(name, LEFT, this.#top, title);
    this.#top += this.#isWide(name, title) ? 58 : 38;
    this.#rule();
  }

  /** Draws facts: label, readable value and id; two per line. */
  facts(facts: readonly (readonly [label: string, value: string, id: string])[]): void {
    facts.forEach(([label, value, id], index) => {
      const left = LEFT + (index % 2) * HALF;
      const top = this.#top + Math.floor(index / 2) * 46;
      this.#text(label, left, top, { width: HALF - 12, size: 8, color: MUTED_INK });
      this.#text(value, left, top + 11, { width: HALF - 12, size: 11, bold: true });
      this.#text(id, left, top + 25, { width: HALF - 12, size: 8, color: MUTED_INK });
    });
    this.#top += Math.ceil(facts.length / 2) * 46 + 4;
    this.#rule();
  }

  /** Draws two columns under a heading. */
  table(heading: string, rows: readonly (readonly [string, string])[]): void {
    this.#heading(heading);
    const left = { width: NAME_WIDTH - 14, size: 10, bold: true, lines: 2 };
    const right = { width: WIDTH - NAME_WIDTH, size: 10, lines: 2 };
    for (const [first, second] of rows) {
      this.#text(first, LEFT, this.#top, left);
      this.#text(second, LEFT + NAME_WIDTH, this.#top, right);
      this.#top += (this.#isWide(first, left) || this.#isWide(second, right) ? 2 * LINE : LINE) + 3;
    }
    this.#top += 6;
  }

  /** Draws running text in the remaining space above the signature. */
  block(heading: string, text: string): void {
    this.#heading(heading);
    const lines = Math.max(1, Math.floor((SIGNATURE_TOP - 24 - this.#top) / LINE));
    this.#text(text, LEFT, this.#top, { width: WIDTH, size: 10, lines });
  }

  /** Draws the lines for signature and date. */
  signature(): void {
    const line = (label: string, left: number, width: number): void => {
      this.#document.moveTo(left, SIGNATURE_TOP).lineTo(left + width, SIGNATURE_TOP);
      this.#document.lineWidth(0.5).strokeColor(MUTED_INK).stroke();
      this.#text(label, left, SIGNATURE_TOP + 4, { width, size: 8, color: MUTED_INK });
    };
    line('Signature of the ordering provider', LEFT, HALF + 40);
    line('Date', LEFT + HALF + 64, HALF - 64);
  }

  footer(history: string, note: string): void {
    this.#top = FOOTER_TOP;
    this.#rule();
    this.#text(history, LEFT, FOOTER_TOP + 8, { width: WIDTH, size: 8 });
    this.#text(note, LEFT, FOOTER_TOP + 22, { width: WIDTH, size: 8, color: MUTED_INK });
  }

  #heading(text: string): void {
    this.#text(text, LEFT, this.#top, { width: WIDTH, size: 9, bold: true, color: ACCENT });
    this.#top += 15;
  }

  #rule(): void {
    this.#document.moveTo(LEFT, this.#top).lineTo(LEFT + WIDTH, this.#top);
    this.#document.lineWidth(0.5).strokeColor(LINE_COLOR).stroke();
    this.#top += 12;
  }

  /** Returns whether the text needs more than one line. */
  #isWide(text: string, style: TextStyle): boolean {
    return this.#styled(style).widthOfString(toStandardFontText(text)) > style.width;
  }

  #text(text: string, left: number, top: number, style: TextStyle): void {
    const { width, size, color = INK, lines = 1, align = 'left' } = style;
    const height = Math.ceil(lines * size * LINE_HEIGHT);
    this.#styled(style)
      .fillColor(color)
      .text(toStandardFontText(text), left, top, { width, height, ellipsis: true, align });
  }

  #styled({ size, bold = false }: TextStyle): Document {
    return this.#document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  }
}

interface TextStyle {
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** Maximum number of lines; longer texts end in an ellipsis. */
  readonly lines?: number;
  readonly align?: 'left' | 'right';
}
