import { useEffect, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { readPdf } from '#renderer/state/pdfs/pdf.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { OpenedPdf } from './pdf-document.ts';

/** A PDF on its way to the screen. */
export type PdfState =
  | { readonly phase: 'reading' }
  | { readonly phase: 'ready'; readonly opened: OpenedPdf }
  /** It cannot be shown here; with an error where it could not even be read. */
  | { readonly phase: 'failed'; readonly why: 'locked' | 'unreadable'; readonly error: AppError | null };

type Opening = { readonly opened: OpenedPdf } | Extract<PdfState, { phase: 'failed' }>;

function getWhy(error: unknown): 'locked' | 'unreadable' {
  return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unreadable';
}

async function opening(bytes: Uint8Array<ArrayBuffer>): Promise<Opening> {
  try {
    // Loaded when the first PDF is shown: it is larger than the rest of the page.
    const { openPdf } = await import('./pdf-document.ts');
    return { opened: await openPdf(bytes) };
  } catch (error) {
    return { phase: 'failed', why: getWhy(error), error: null };
  }
}

/**
 * Opens the PDF of a requisition that is here, and closes it when its component goes. Another PDF is another component.
 */
export function usePdf(id: string): PdfState {
  const { calls } = useStores();
  const [state, setState] = useState<PdfState>({ phase: 'reading' });
  useEffect(() => {
    let isCurrent = true;
    let close: (() => void) | null = null;
    const run = async (): Promise<void> => {
      const read = await readPdf(calls, id);
      if (!isCurrent) return;
      if (!read.ok) return setState({ phase: 'failed', why: 'unreadable', error: read.error });
      const result = await opening(read.value.bytes);
      if (!('opened' in result)) return isCurrent ? setState(result) : undefined;
      if (!isCurrent) return result.opened.close();
      close = result.opened.close;
      setState({ phase: 'ready', opened: result.opened });
    };
    void run();
    return () => {
      isCurrent = false;
      close?.();
    };
  }, [calls, id]);
  return state;
}
