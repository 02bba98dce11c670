import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler gives its address as the default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { drawPage, layText } from './draw-page.ts';
import { BundledData } from './pdf-data.ts';

/** A PDF that was opened for looking at it. */
export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  readonly drawPage: typeof drawPage;
  readonly layText: typeof layText;
  /** Ends its worker and lets its memory go. */
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
