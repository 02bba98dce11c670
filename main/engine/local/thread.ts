import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { forgetStoreLoss } from './recovery/store-loss.ts';
import { LocalStore } from './store.ts';
import { createLocalDataCalls } from './data/calls.ts';
import type { LocalStoreCalls } from './protocol.ts';

/** Returns the handler of calls in the local store's thread. `emit` is called after commits. */
export function createLocalStoreThreadHandler(
  clock: Clock,
  random: RandomGenerator,
  emit: (name: string, payload: unknown) => void,
): (name: string, input: never) => Result<unknown> {
  const store = new LocalStore({ clock, random, onChanged: (changed) => emit('changed', changed) });
  const calls: { readonly [N in keyof LocalStoreCalls]: (input: never) => Result<unknown> } = {
    open: (input) => store.open(input),
    save: (input) => store.save(input),
    saveMany: (input) => store.saveMany(input),
    saveReadFlags: (input) => store.saveReadFlags(input),
    getNextTask: (input) => store.getNextTask(input),
    markSending: (input) => store.markSending(input),
    noteMarkerSaved: (input) => store.noteMarkerSaved(input),
    storeAttempt: (input) => store.storeAttempt(input),
    closeConfirmedChange: (input) => store.closeConfirmedChange(input),
    markNextReadFlagsSending: (input) => store.markNextReadFlagsSending(input),
    closeOrReleaseReadFlags: (input) => store.closeOrReleaseReadFlags(input),
    list: (input) => store.list(input),
    listClosedChanges: (input) => store.listClosedChanges(input),
    getStoredChange: (input) => store.getStoredChange(input),
    edit: (input) => store.edit(input),
    listUnreconciled: () => store.listUnreconciled(),
    retry: (input) => store.retry(input),
    discard: (input) => store.discard(input),
    restore: (input) => store.restore(input),
    resolve: (input) => store.resolve(input),
    resolveId: (input) => store.resolveId(input),
    filterOwnCreations: (input) => store.filterOwnCreations(input),
    dismissLoss: () => store.change((db) => ok(forgetStoreLoss(db))),
    copyStoreForExport: (input) => store.copyStoreForExport(input),
    importCopy: (input) => store.importCopy(input),
    removeCopies: () => store.removeCopies(),
    ...createLocalDataCalls(store, (change) => emit('localDataChanged', change)),
    close: () => store.close(),
  };
  return (name, input) => calls[name as keyof LocalStoreCalls](input); // `client.ts` has the same types
}
