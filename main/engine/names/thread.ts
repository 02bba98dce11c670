import { err, ok, type Result } from '#contract/result.ts';
import type { PdfTextThreadCalls } from './text-name-extractor.ts';

/** Returns the handler of calls in the thread that reads the texts of PDFs. */
export function createPdfTextThreadHandler(): (name: string, input: never) => Promise<Result<unknown>> {
  const readNames = async ({
    bytes,
    ids,
  }: PdfTextThreadCalls['readNames']['input']): Promise<
    Result<PdfTextThreadCalls['readNames']['output']>
  > => {
    // pdf.js is large, and no other thread needs it.
    const { readNamesBesideIdsInPdf } = await import('./pdf-text.ts');
    try {
      return ok(await readNamesBesideIdsInPdf(bytes, ids));
    } catch {
      // The error of pdf.js is dropped: its message may contain text of the PDF.
      return err('bad-payload', { detail: 'the text of a PDF cannot be read' });
    }
  };
  const calls: { readonly [N in keyof PdfTextThreadCalls]: (input: never) => Promise<Result<unknown>> } = {
    getReady: async () => ok(null),
    readNames,
  };
  return (name, input) => calls[name as keyof PdfTextThreadCalls](input); // `text-name-extractor.ts` has the same types
}
