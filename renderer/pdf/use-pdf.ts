import { useEffect, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { readPdf } from '#renderer/state/pdfs/pdf.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { OpenedPdf } from './pdf-document.ts';

/** The state of a PDF that is opened for display: being read, ready or failed. */
export type PdfDocumentState =
  | { readonly phase: 'reading' }
  | { readonly phase: 'ready'; readonly opened: OpenedPdf }
  /** The PDF cannot be displayed; with an error if it could not even be read. */
  | {
      readonly phase: 'failed';
      readonly why: 'locked' | 'unreadable' | 'tooLong';
      readonly error: AppError | null;
    };

type OpeningResult = { readonly opened: OpenedPdf } | Extract<PdfDocumentState, { phase: 'failed' }>;

function classifyPdfError(error: unknown): 'locked' | 'unreadable' {
  return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unreadable';
}

/**
 * Maximum number of pages that are shown here. A PDF states the number itself, so a small one can claim
 * billions.
 */
export const MAX_SHOWN_PAGES = 2_000;

async function openBytes(bytes: Uint8Array<ArrayBuffer>): Promise<OpeningResult> {
  try {
    // A lazy import for the first PDF: pdf.js is larger than the rest of the page.
    const { openPdf } = await import('./pdf-document.ts');
    const opened = await openPdf(bytes);
    if (opened.pdf.numPages <= MAX_SHOWN_PAGES) return { opened };
    opened.close();
    return { phase: 'failed', why: 'tooLong', error: null };
  } catch (error) {
    return { phase: 'failed', why: classifyPdfError(error), error: null };
  }
}

/**
 * How long a PDF is on screen before it is opened, in milliseconds: who moves through the list reads no PDF and starts no
 * worker for the records in between.
 */
const REST_MS = 250;

/**
 * Opens a requisition's PDF that is on this computer after a rest, and closes it on unmount, so that one worker at most
 * is open. The component must have the PDF's id as its key.
 */
export function usePdfDocument(id: string): PdfDocumentState {
  const { calls } = useStores();
  const [state, setState] = useState<PdfDocumentState>({ phase: 'reading' });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let close: (() => void) | null = null;
    const run = async (): Promise<void> => {
      const read = await readPdf(calls, id, signal);
      if (signal.aborted) return;
      if (!read.ok) return setState({ phase: 'failed', why: 'unreadable', error: read.error });
      const result = await openBytes(read.value.bytes);
      if (!('opened' in result)) return signal.aborted ? undefined : setState(result);
      if (signal.aborted) return result.opened.close();
      close = result.opened.close;
      setState({ phase: 'ready', opened: result.opened });
    };
    const timer = setTimeout(() => void run(), REST_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
      close?.();
    };
  }, [calls, id]);
  return state;
}
