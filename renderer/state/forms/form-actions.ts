import type { Form } from '#contract/forms.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createDeleteFormWrite, createPublishFormWrite } from '../quick-writes.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import type { ToastsStore } from '../toasts.ts';
import { SEND_DELAY_FOR_UNDO_MS } from '../undoable-actions.ts';

/** One-click actions on a form. An error is shown in a banner until it is dismissed. */
export interface FormActionsStore {
  /** Publishes a form, unless a publish is already pending. It is sent after a delay, until which it can be undone. */
  readonly publish: (form: Pick<Form, 'id' | 'name'>) => Promise<void>;
  /** Discards a pending publication that was not sent yet. Returns null on success. */
  readonly undoPublication: (number: number) => Promise<AppError | null>;
  /** Deletes a form; true once the deletion is in the outbox. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Discards a pending deletion that was not sent yet. Returns null on success. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

/** Creates the store of form actions. */
export function createFormActionsStore(
  calls: ProcedureCalls,
  outbox: OutboxStore,
  toasts: ToastsStore,
): FormActionsStore {
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
  }

  async function savePublication({ id, name }: Pick<Form, 'id' | 'name'>): Promise<void> {
    const saved = await outbox.saveAndGetNumber({
      ...createPublishFormWrite(id),
      holdMs: SEND_DELAY_FOR_UNDO_MS,
    });
    outbox.report(saved.ok ? null : saved.error);
    if (!saved.ok) return;
    const { number } = saved.value;
    toasts.show({
      subject: { did: 'published', kind: 'form', name },
      undo: () => outbox.discard(number),
      unsent: number,
    });
  }

  return {
    publish: async (form) => {
      const { id } = form;
      // Each publish creates a version, so a second click before the first is saved is ignored.
      if (publishingNow.has(id)) return;
      publishingNow.add(id);
      try {
        const waiting = await isWaiting(id);
        // If the outbox cannot be read, it may contain a publish already, so nothing is published.
        if (!waiting.ok) outbox.report(waiting.error);
        else if (!waiting.value) await savePublication(form);
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: async (id) => {
      await outbox.saveAndReport(createDeleteFormWrite(id));
      return outbox.store.getState().refusal === null;
    },
    undoRemoval: (number) => outbox.discard(number),
    undoPublication: (number) => outbox.discard(number),
  };
}
