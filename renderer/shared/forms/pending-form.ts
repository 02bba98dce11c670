import type { PendingOperation } from '#contract/outbox.ts';
import { isHeldHere } from '../pending/pending-labels.ts';

/** What of the unsent writes of a form decides on what can be done with it. */
export interface FormWaiting {
  readonly publish: PendingOperation | null;
  readonly deletion: PendingOperation | null;
  /** The others. */
  readonly changes: number;
}

/** Sorts the unsent writes of a form. */
export function formWaiting(writes: readonly PendingOperation[]): FormWaiting {
  const find = (operation: PendingOperation['operation']): PendingOperation | null =>
    writes.find((write) => write.operation === operation) ?? null;
  const publish = find('forms.publish');
  const deletion = find('forms.delete');
  return { publish, deletion, changes: writes.filter((write) => write !== deletion).length };
}

/** Why nothing more can be done with a form, in the name of a text; null where it can. */
export function goneReason(deletion: PendingOperation | null): 'isDeleted' | 'isDeletedOnItsWay' | null {
  if (deletion === null) return null;
  return isHeldHere(deletion) ? 'isDeleted' : 'isDeletedOnItsWay';
}
