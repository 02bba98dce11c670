import {
  AnnotationMode,
  TextLayer,
  type PDFPageProxy,
  getDocument,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js';
// oxlint-disable-next-line import/default -- the bundler exports the address of the file as default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { TextPiece } from './find/page-text.ts';
import type { PageTextReadResult } from './find/pdf-find.ts';

// Above this number of pixels a canvas stays empty in some browsers, and uses too much memory.
const MAX_PIXELS = 24_000_000;

/** Canvas pixels per page pixel, limited so that the canvas does not exceed MAX_PIXELS. */
function getDensity(width: number, height: number, wanted: number): number {
  return Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** The drawing of a page in progress: when it is done, and how to cancel it. */
export interface PageDrawingTask {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

/**
 * Draws a page on a canvas, including annotations such as stamps, which are not interactive.
 * @param scale CSS pixels per PDF point
 * @param density canvas pixels per CSS pixel
 */
export function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  density: number,
): PageDrawingTask {
  const size = page.getViewport({ scale });
  const fit = getDensity(size.width, size.height, density);
  const viewport = page.getViewport({ scale: scale * fit });
  const toPixels = (length: number): number => Math.max(1, Math.floor(length));
  Object.assign(canvas, { width: toPixels(viewport.width), height: toPixels(viewport.height) });
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  return { done: task.promise, cancel: () => task.cancel() };
}

/** The text layer of a page in progress. */
export interface TextLayerTask extends PageDrawingTask {
  /** The elements of the page's pieces of text, in their order, once it is done. */
  readonly listElements: () => readonly HTMLElement[];
}

/** Renders the text of a page transparently over the drawing, so that it can be selected and searched. */
export function renderTextLayer(page: PDFPageProxy, container: HTMLElement, scale: number): TextLayerTask {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  return { done: layer.render(), cancel: () => layer.cancel(), listElements: () => layer.textDivs };
}

/** Of one page no more text is searched: more characters, and more pieces than the text layer has. */
const MAX_PAGE_CHARACTERS = 200_000;
const MAX_PAGE_PIECES = 100_000;

/**
 * Reads the text of a page in the pieces that the text layer shows.
 * @param number from 1
 * @throws if the page cannot be read
 */
async function readPageText(pdf: PDFDocumentProxy, number: number): Promise<PageTextReadResult> {
  const page = await pdf.getPage(number);
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader(); // pdf.js declares a stream of anything.
  const pieces: TextPiece[] = [];
  let characters = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { pieces, isPartial: false };
    for (const item of value.items) {
      if (!('str' in item)) continue;
      pieces.push({ text: item.str, endsLine: item.hasEOL });
      characters += item.str.length;
    }
    if (characters < MAX_PAGE_CHARACTERS && pieces.length < MAX_PAGE_PIECES) continue;
    await reader.cancel();
    return { pieces, isPartial: true };
  }
}

/** Loads a bundled file as a data URL. */
type Loader = () => Promise<string>;

/*
 * Data files for pdf.js: character maps and the standard fonts. Each is bundled as a script that is loaded
 * when a PDF needs it, because the page must not make requests.
 */
const CHARACTER_MAPS = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?inline',
  import: 'default',
});
const FONTS = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?inline',
  import: 'default',
});

/** Loaders by file name. A PDF supplies the name, so it must match exactly; paths are not resolved. */
function indexByFileName(loaders: Readonly<Record<string, Loader>>): ReadonlyMap<string, Loader> {
  return new Map(
    Object.entries(loaders).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]),
  );
}

const FILES: ReadonlyMap<string, ReadonlyMap<string, Loader>> = new Map([
  ['cMapUrl', indexByFileName(CHARACTER_MAPS)],
  ['standardFontDataUrl', indexByFileName(FONTS)],
]);

function toBytes(dataUrl: string): Uint8Array {
  const decoded = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(decoded, (each) => each.charCodeAt(0));
}

/** Gives pdf.js the bundled data files, and nothing else. */
export class BundledDataFactory {
  /** @throws if no bundled file has that name; pdf.js then continues without it */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = FILES.get(kind)?.get(filename);
    if (load === undefined) throw new Error(`not in the bundle: ${kind}`);
    return toBytes(await load());
  }
}

/** An open PDF document of pdf.js, with the function that closes it. */
export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  readonly drawPage: typeof drawPage;
  readonly layText: typeof renderTextLayer;
  /** Reads the text of a page, from 1, to be searched. It throws if the page cannot be read. */
  readonly readText: (number: number) => Promise<PageTextReadResult>;
  /** Terminates its worker and frees its memory. */
  readonly close: () => void;
}

declare global {
  /** A Chromium API that the DOM type library does not have yet. */
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ) => { createScriptURL: (url: string) => object };
      }
    | undefined;
}

/**
 * The content security policy allows one script address besides the page's own scripts: the PDF worker's,
 * created by the Trusted Types policy of this name.
 */
const workerPolicy = globalThis.trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError('not the worker of the bundle');
    return url;
  },
});

/**
 * Starts a separate worker for each PDF: a malicious or broken one cannot affect the others, and closing the
 * PDF terminates the worker.
 */
function startWorker(): Worker {
  const address = (workerPolicy?.createScriptURL(workerUrl) ?? workerUrl) as string; // pdf.js takes a trusted address as a string.
  return new Worker(address, { type: 'module', name: 'pdf' });
}

// Larger images are left out, so that they do not exhaust the memory.
const MAX_IMAGE_PIXELS = 50_000_000;

/**
 * Opens a PDF only to draw its pages and read their text: scripts, links and form fields in it are inactive.
 * Decoders run without WebAssembly, which the content security policy forbids.
 * @param bytes the whole file; the buffer is transferred and empty afterwards
 * @throws `PasswordException` if the PDF needs a password, other errors if it is not a readable PDF
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const port = startWorker();
  const worker = PDFWorker.create({ port });
  const close = (): void => {
    worker.destroy();
    port.terminate();
  };
  try {
    const pdf = await getDocument({
      data: bytes,
      worker,
      verbosity: 0,
      useWasm: false,
      wasmUrl: new URL('pdf/', document.baseURI).href,
      useWorkerFetch: false,
      BinaryDataFactory: BundledDataFactory,
      cMapUrl: 'cmaps/',
      cMapPacked: true,
      standardFontDataUrl: 'fonts/',
      useSystemFonts: false,
      enableXfa: false,
      disableWorkerRendering: true,
      maxImageSize: MAX_IMAGE_PIXELS,
    }).promise;
    const readText = (number: number): Promise<PageTextReadResult> => readPageText(pdf, number);
    return { pdf, drawPage, layText: renderTextLayer, readText, close };
  } catch (error) {
    close();
    throw error;
  }
}
