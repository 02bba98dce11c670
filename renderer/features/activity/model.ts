import type { PendingOperation } from '#contract/outbox.ts';
import { needsPerson } from '#renderer/records/pending-words.ts';

/** What waits, apart: what needs a person first of all, and what goes by itself. */
export interface Sorted {
  readonly needs: readonly PendingOperation[];
  readonly waits: readonly PendingOperation[];
}

/** Keeps the order of the outbox within each part. */
export function sorted(waiting: readonly PendingOperation[]): Sorted {
  return {
    needs: waiting.filter(needsPerson),
    waits: waiting.filter((write) => !needsPerson(write)),
  };
}
