import { ok, type AppError, type Result } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import type { Outbox } from './outbox.ts';
import { deletion, publishing } from './presses.ts';

/** What is done with a form by a press. An error stands above the desk until it is put away. */
export interface FormActionsStore {
  /** Publishes a form, unless that waits already. */
  readonly publish: (id: string) => Promise<void>;
  /** Deletes a form; true once that is safe in the outbox. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Takes a deletion back that was not sent yet. Null once it is. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

/** The deeds of forms over the outbox. */
export function createFormActions(calls: Calls, outbox: Outbox): FormActionsStore {
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
  }

  return {
    publish: async (id) => {
      // Each publish makes a version: two presses on the way to the desk's file are one.
      if (publishingNow.has(id)) return;
      publishingNow.add(id);
      try {
        const waiting = await isWaiting(id);
        // An outbox that cannot be read may hold a publish already: nothing is published on a guess.
        if (!waiting.ok) outbox.report(waiting.error);
        else if (!waiting.value) await outbox.press(publishing(id));
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: async (id) => {
      await outbox.press(deletion(id));
      return outbox.store.getState().refusal === null;
    },
    undoRemoval: (number) => outbox.discard(number),
  };
}
