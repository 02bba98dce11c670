import { AnnotationMode, TextLayer, type PDFPageProxy } from 'pdfjs-dist';

// Beyond this a canvas stays empty in some browsers, and the memory goes.
const MAX_PIXELS = 24_000_000;

/** How many of the canvas's points stand for one of the page at most. */
function densityFor(width: number, height: number, wanted: number): number {
  return Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** A drawing that can be given up. */
export interface Drawing {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

/**
 * Draws a page onto a canvas. What is laid upon the page, such as stamps, is drawn with it and does nothing.
 * @param scale CSS pixels for one point of the page
 * @param density points of the canvas for one CSS pixel
 */
export function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  density: number,
): Drawing {
  const size = page.getViewport({ scale });
  const fit = densityFor(size.width, size.height, density);
  const viewport = page.getViewport({ scale: scale * fit });
  const points = (length: number): number => Math.max(1, Math.floor(length));
  Object.assign(canvas, { width: points(viewport.width), height: points(viewport.height) });
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  return { done: task.promise, cancel: () => task.cancel() };
}

/** Lays the text of a page over its drawing, to be selected and found. */
export function layText(page: PDFPageProxy, container: HTMLElement, scale: number): Drawing {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  return { done: layer.render(), cancel: () => layer.cancel() };
}
