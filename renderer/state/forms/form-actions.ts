import type { Form } from '#contract/forms.ts';
import { isLocalId } from '#contract/records.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ChangeToSaveInput } from '../editor/editor-definition.ts';
import {
  createCompletionWithdrawalChange,
  createDeleteFormChange,
  createPublishFormChange,
} from '../changes/quick-changes.ts';
import { readNumbersOfChanges, showSavedChanges } from '../editor/saved-changes.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import type { ToastsStore } from '../toasts/toasts.ts';

/** One-click actions on a form. An error is shown in a banner until it is dismissed. */
export interface FormActionsStore {
  /** Publishes a form, unless a publish is already pending. It is sent after a delay, until which it can be undone. */
  readonly publish: (form: Pick<Form, 'id' | 'name'>) => Promise<void>;
  /** Discards a pending publication that was not sent yet. Returns null on success. */
  readonly undoPublication: (number: number) => Promise<AppError | null>;
  /** Deletes a form; true once the deletion is in the outbox. */
  readonly remove: (form: Pick<Form, 'id' | 'name'>) => Promise<boolean>;
  /** Withdraws a patient's completion request of a form. */
  readonly withdraw: (form: Pick<Form, 'id' | 'name'>, patient: string) => Promise<void>;
  /** Discards a pending deletion that was not sent yet. Returns null on success. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

interface FormActionDeps {
  readonly calls: ProcedureCalls;
  readonly outbox: OutboxStore;
  readonly toasts: ToastsStore;
}

type NamedForm = Pick<Form, 'id' | 'name'>;

async function savePublication({ outbox, toasts }: FormActionDeps, { id, name }: NamedForm): Promise<void> {
  const saved = await outbox.saveForUndo(createPublishFormChange(id));
  outbox.report(`publish ${id}`, saved.ok ? null : saved.error);
  if (!saved.ok) return;
  const { number } = saved.value;
  toasts.show({
    subject: { did: 'changeSaved', what: 'published', kind: 'form', name, isSent: false },
    undo: () => outbox.discard({ number }),
    unsent: [number],
    place: { to: 'record', kind: 'form', id },
  });
}

interface FormAction {
  readonly what: 'formDeleted' | 'requestWithdrawn';
  /** The action and its record, for the banner of its error. */
  readonly about: string;
}

/** Saves a change of a form, with a toast that can undo it; true once it is in the outbox. */
async function save(
  deps: FormActionDeps,
  change: ChangeToSaveInput,
  { what, about }: FormAction,
  { id, name }: NamedForm,
): Promise<boolean> {
  const { calls, outbox, toasts } = deps;
  const before = await readNumbersOfChanges(calls, 'form', id);
  const saved = await outbox.saveAndGetNumber(change);
  outbox.report(about, saved.ok ? null : saved.error);
  if (!saved.ok) return false;
  const left = isLocalId(id) ? await readNumbersOfChanges(calls, 'form', id) : null;
  // The deletion of a form that was never sent leaves nothing to send.
  if (what === 'formDeleted' && left?.length === 0)
    toasts.show({ subject: { did: 'unsentFormDeleted', kind: 'form', name }, undo: null });
  else
    void showSavedChanges(deps, {
      what,
      kind: 'form',
      name,
      saved: [saved.value],
      before,
      place: { to: 'record', kind: 'form', id },
    });
  return true;
}

/** Creates the store of form actions. */
export function createFormActionsStore(
  calls: ProcedureCalls,
  outbox: OutboxStore,
  toasts: ToastsStore,
): FormActionsStore {
  const deps = { calls, outbox, toasts };
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
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
        if (!waiting.ok) outbox.report(`publish ${id}`, waiting.error);
        else if (!waiting.value) await savePublication(deps, form);
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: (form) =>
      save(deps, createDeleteFormChange(form.id), { what: 'formDeleted', about: `delete ${form.id}` }, form),
    withdraw: async (form, patient) => {
      const change = createCompletionWithdrawalChange(form.id, patient);
      await save(deps, change, { what: 'requestWithdrawn', about: `request ${form.id} ${patient}` }, form);
    },
    undoRemoval: (number) => outbox.discard({ number }),
    undoPublication: (number) => outbox.discard({ number }),
  };
}
