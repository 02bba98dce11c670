import type { Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Random } from '#main/base/random.ts';
import { DeskStore } from './desk-store.ts';
import { keepsakeCalls } from './keepsakes/keepsake-calls.ts';
import type { DeskCalls } from './protocol.ts';

/** What the desk's thread answers, by name. `emit` tells of commits. */
export function deskThread(
  clock: Clock,
  random: Random,
  emit: (name: string, payload: unknown) => void,
): (name: string, input: never) => Result<unknown> {
  const store = new DeskStore({ clock, random, onChanged: (changed) => emit('changed', changed) });
  const calls: { readonly [N in keyof DeskCalls]: (input: never) => Result<unknown> } = {
    open: (input) => store.open(input),
    save: (input) => store.save(input),
    saveMarks: (input) => store.saveMarks(input),
    next: (input) => store.next(input),
    sending: (input) => store.sending(input),
    markKept: (input) => store.markKept(input),
    rest: (input) => store.rest(input),
    settle: (input) => store.settle(input),
    list: (input) => store.list(input),
    settled: (input) => store.settled(input),
    one: (input) => store.one(input),
    edit: (input) => store.edit(input),
    lost: () => store.lost(),
    retry: (input) => store.retry(input),
    discard: (input) => store.discard(input),
    resolve: (input) => store.resolve(input),
    realId: (input) => store.realId(input),
    ownCreations: (input) => store.ownCreations(input),
    ...keepsakeCalls(store, (kept) => emit('kept', kept)),
    close: () => store.close(),
  };
  return (name, input) => calls[name as keyof DeskCalls](input); // the other end is `desk.ts`, typed alike
}
