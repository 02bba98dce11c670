import type { Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { PaperStore } from './paper-store.ts';
import type { PaperCalls } from './protocol.ts';

/** What the thread of the PDFs answers, by name. */
export function paperThread(clock: Clock): (name: string, input: never) => Result<unknown> {
  const store = new PaperStore(clock);
  const calls: { readonly [N in keyof PaperCalls]: (input: never) => Result<unknown> } = {
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
  return (name, input) => calls[name as keyof PaperCalls](input); // the other end is `shelf.ts`, typed alike
}
