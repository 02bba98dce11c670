import { err, ok, type Result } from '#contract/result.ts';
import type { TextCalls } from './text-name-extractor.ts';

/** Returns the handler of calls in the thread that reads the texts of PDFs. */
export function createTextHandler(): (name: string, input: never) => Promise<Result<unknown>> {
  const readNames = async ({
    bytes,
    ids,
  }: TextCalls['readNames']['input']): Promise<Result<TextCalls['readNames']['output']>> => {
    // pdf.js is large, and no other thread needs it.
    const { readNamesInPdf } = await import('./pdf-text.ts');
    try {
      return ok(await readNamesInPdf(bytes, ids));
    } catch {
      // The message may contain text of the PDF.
      return err('bad-payload', { detail: 'the text of a PDF cannot be read' });
    }
  };
  const calls: { readonly [N in keyof TextCalls]: (input: never) => Promise<Result<unknown>> } = {
    readNames,
  };
  return (name, input) => calls[name as keyof TextCalls](input); // `text-name-extractor.ts` has the same types
}
