import {
  AnnotationMode,
  TextLayer,
  type PDFPageProxy,
  getDocument,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler gives its address as the default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

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
 * Draws a page onto a canvas. Its annotations, such as stamps, are drawn with it and are not interactive.
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

/**
 * What pdf.js wants besides its worker: character maps and the standard fonts. They are part of the page's bundle, each a
 * script of its own that is loaded once a PDF asks for it, because the page may request nothing.
 */
type Loader = () => Promise<string>;

const CHARACTER_MAPS = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?inline',
  import: 'default',
});
const FONTS = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?inline',
  import: 'default',
});

/** By the name of the file: a name that a PDF gives is looked up to the letter and leads nowhere else. */
function byName(loaders: Readonly<Record<string, Loader>>): ReadonlyMap<string, Loader> {
  return new Map(
    Object.entries(loaders).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]),
  );
}

const FILES: ReadonlyMap<string, ReadonlyMap<string, Loader>> = new Map([
  ['cMapUrl', byName(CHARACTER_MAPS)],
  ['standardFontDataUrl', byName(FONTS)],
]);

function toBytes(dataUrl: string): Uint8Array {
  const decoded = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(decoded, (each) => each.charCodeAt(0));
}

/** Hands pdf.js what is bundled, and nothing else. */
export class BundledData {
  /** @throws where the bundle holds no file of that name: pdf.js then goes on without it */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = FILES.get(kind)?.get(filename);
    if (load === undefined) throw new Error(`not in the bundle: ${kind}`);
    return toBytes(await load());
  }
}

/** A PDF that was opened for looking at it. */
export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  readonly drawPage: typeof drawPage;
  readonly layText: typeof layText;
  /** Stops its worker and frees its memory. */
  readonly close: () => void;
}

declare global {
  /** Chromium's; the types of the DOM do not have it yet. */
  var trustedTypes:
    | {
        createPolicy: (
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ) => { createScriptURL: (url: string) => object };
      }
    | undefined;
}

/** The page's policy allows one script address besides its own scripts': that of the worker, from one policy of this name. */
const workerPolicy = globalThis.trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError('not the worker of the bundle');
    return url;
  },
});

/** Every PDF gets a worker of its own: what one does to it, no other feels, and closing it ends it. */
function startWorker(): Worker {
  const address = (workerPolicy?.createScriptURL(workerUrl) ?? workerUrl) as string; // a trusted address goes where a text does
  return new Worker(address, { type: 'module', name: 'pdf' });
}

// A picture beyond this is left out instead of filling the memory.
const MAX_IMAGE_PIXELS = 50_000_000;

/**
 * Opens a PDF to draw its pages and read their text, no more: no script in it runs, no link is followed, no form lives.
 * Decoders do without WebAssembly, which the page's policy refuses.
 * @param bytes the whole file; it is handed over and empty afterwards
 * @throws `PasswordException` for one that asks for a password, others where it is no PDF that can be read
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
      BinaryDataFactory: BundledData,
      cMapUrl: 'cmaps/',
      cMapPacked: true,
      standardFontDataUrl: 'fonts/',
      useSystemFonts: false,
      enableXfa: false,
      disableWorkerRendering: true,
      maxImageSize: MAX_IMAGE_PIXELS,
    }).promise;
    return { pdf, drawPage, layText, close };
  } catch (error) {
    close();
    throw error;
  }
}
