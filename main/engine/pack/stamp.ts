import { degrees, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

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
