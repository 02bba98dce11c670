import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createDeleteWrite, createPublishWrite } from '../quick-writes.ts';
import type { OutboxStore } from '../sync/outbox.ts';

/** One-click actions on a form. An error is shown in a banner until it is dismissed. */
export interface FormActionsStore {
  /** Publishes a form, unless a publish is already pending. */
  readonly publish: (id: string) => Promise<void>;
  /** Deletes a form; true once the deletion is in the outbox. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Discards a pending deletion that was not sent yet. Returns null on success. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

/** Creates the store of form actions. */
export function createFormActionsStore(calls: ProcedureCalls, outbox: OutboxStore): FormActionsStore {
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
  }

  return {
    publish: async (id) => {
      // Each publish creates a version, so a second click before the first is saved is ignored.
      if (publishingNow.has(id)) return;
      publishingNow.add(id);
      try {
        const waiting = await isWaiting(id);
        // If the outbox cannot be read, it may contain a publish already, so nothing is published.
        if (!waiting.ok) outbox.report(waiting.error);
        else if (!waiting.value) await outbox.saveAndReport(createPublishWrite(id));
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: async (id) => {
      await outbox.saveAndReport(createDeleteWrite(id));
      return outbox.store.getState().refusal === null;
    },
    undoRemoval: (number) => outbox.discard(number),
  };
}
