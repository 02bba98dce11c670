import type { Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { PdfStore } from './paper-store.ts';
import type { PdfCalls } from './protocol.ts';

/** What the thread of the PDFs answers, by name. */
export function pdfThread(clock: Clock): (name: string, input: never) => Result<unknown> {
  const store = new PdfStore(clock);
  const calls: { readonly [N in keyof PdfCalls]: (input: never) => Result<unknown> } = {
    open: (input) => store.open(input),
    begin: (input) => store.begin(input),
    piece: (input) => store.piece(input),
    finish: (input) => store.finish(input),
    abandon: (input) => store.abandon(input),
    find: (input) => store.find(input),
    read: (input) => store.read(input),
    copyTo: (input) => store.copyTo(input),
    drop: (input) => store.drop(input),
    held: () => store.held(),
    makeRoom: (input) => store.makeRoom(input),
    close: () => store.close(),
  };
  return (name, input) => calls[name as keyof PdfCalls](input); // the other end is `shelf.ts`, typed alike
}
