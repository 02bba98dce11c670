import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';

/** Types of annotations that show nothing on paper, or carry a file or play media. */
const UNPRINTED: ReadonlySet<string> = new Set(
  ['Link', 'Popup', 'FileAttachment', 'Movie', 'RichMedia', 'Screen', 'Sound', '3D', 'TrapNet'].map(
    (name) => `/${name}`,
  ),
);
/** Flags of an annotation: hidden, or not shown on the screen. */
const HIDDEN = 0b10_0010;

type Matrix = readonly [number, number, number, number, number, number];
type Box = readonly [number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function getNumbers(dict: PDFDict, key: string): readonly number[] {
  const array = dict.lookup(PDFName.of(key));
  if (!(array instanceof PDFArray)) return [];
  return array.asArray().map((_, place) => {
    const number = array.lookup(place);
    return number instanceof PDFNumber ? number.asNumber() : Number.NaN;
  });
}

/** Returns a box as its left, lower, right and upper edge; null where it is none, or empty. */
function getBox(dict: PDFDict, key: string): Box | null {
  const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN] = getNumbers(dict, key);
  const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}

function getMatrix(dict: PDFDict): Matrix {
  const [a, b, c, d, e, f] = getNumbers(dict, 'Matrix');
  const matrix = [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0] as const;
  return f !== undefined && matrix.every(Number.isFinite) ? matrix : IDENTITY;
}

/** Returns the box around a box that was transformed. */
function transformBox([left, lower, right, upper]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [left, right].flatMap((x) => [lower, upper].map((y) => [x, y] as const));
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the normal appearance of an annotation: a stream, or the one that its state selects. */
function getAppearance(annotation: PDFDict): PDFObject | undefined {
  const all = annotation.lookup(PDFName.of('AP'));
  if (!(all instanceof PDFDict)) return undefined;
  const normal = all.get(PDFName.of('N'));
  const found = annotation.context.lookup(normal);
  if (!(found instanceof PDFDict)) return normal;
  const state = annotation.lookup(PDFName.of('AS'));
  return state instanceof PDFName ? found.get(state) : undefined;
}

/** Returns the matrix that fits the drawing of an appearance into the rectangle of its annotation. */
function fit(appearance: PDFDict, rectangle: Box): Matrix | null {
  const box = getBox(appearance, 'BBox');
  if (box === null) return null;
  const [left, lower, right, upper] = transformBox(box, getMatrix(appearance));
  if (!(right > left && upper > lower)) return null;
  const x = (rectangle[2] - rectangle[0]) / (right - left);
  const y = (rectangle[3] - rectangle[1]) / (upper - lower);
  return [x, 0, 0, y, rectangle[0] - left * x, rectangle[1] - lower * y];
}

function isVisible(annotation: PDFDict): boolean {
  const flags = annotation.lookup(PDFName.of('F'));
  if (flags instanceof PDFNumber && (flags.asNumber() & HIDDEN) !== 0) return false;
  return !UNPRINTED.has(String(annotation.lookup(PDFName.of('Subtype'))));
}

/** Returns whether an annotation without an appearance shows nothing: a note's icon, an empty field. */
function isEmpty(annotation: PDFDict): boolean {
  const subtype = String(annotation.lookup(PDFName.of('Subtype')));
  if (subtype === '/Text') return true;
  // A field of a form; its value may lie in the field that it belongs to.
  return subtype === '/Widget' && !annotation.has(PDFName.of('V')) && !annotation.has(PDFName.of('Parent'));
}

function draw(page: PDFPage, annotation: PDFDict): void {
  const appearance = getAppearance(annotation);
  const stream = annotation.context.lookup(appearance);
  if (!(stream instanceof PDFStream)) {
    // A state without a drawing, such as of a box that is not ticked, shows nothing.
    if (isEmpty(annotation) || annotation.has(PDFName.of('AP'))) return;
    throw new Error('an annotation without an appearance');
  }
  const rectangle = getBox(annotation, 'Rect');
  const matrix = rectangle === null ? null : fit(stream.dict, rectangle);
  if (matrix === null) return;
  stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const ref = appearance instanceof PDFRef ? appearance : page.doc.context.register(stream);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrix),
    drawObject(page.node.newXObject('Annotation', ref)),
    popGraphicsState(),
  );
}

/**
 * Makes the annotations of a page, such as stamps and filled-in fields, part of its drawing and removes them.
 * Links, notes' texts, attached files and media are removed.
 * @throws where a visible annotation has no appearance that could be drawn
 */
export function flattenAnnotations(page: PDFPage): void {
  const annotations = page.node.lookup(PDFName.of('Annots'));
  page.node.delete(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  for (const annotation of annotations.asArray().map((_, place) => annotations.lookup(place))) {
    if (annotation instanceof PDFDict && isVisible(annotation)) draw(page, annotation);
  }
}
