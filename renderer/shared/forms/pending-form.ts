import type { PendingOperation } from '#contract/outbox.ts';
import { isDiscardable } from '../pending/pending-labels.ts';

/** The pending changes of a form that decide which actions are available. */
export interface PendingFormChanges {
  readonly publish: PendingOperation | null;
  readonly deletion: PendingOperation | null;
  /** The number of pending changes except the deletion; a publish is included. */
  readonly changes: number;
}

/** Finds the publish and the deletion among a form's pending changes; counts all but the deletion. */
export function findPendingPublishAndDeletion(writes: readonly PendingOperation[]): PendingFormChanges {
  const find = (operation: PendingOperation['operation']): PendingOperation | null =>
    writes.find((write) => write.operation === operation) ?? null;
  const publish = find('forms.publish');
  const deletion = find('forms.delete');
  return { publish, deletion, changes: writes.filter((write) => write !== deletion).length };
}

/** Returns the text key of the reason why a form has no more actions, or null if it has. */
export function getFormDeletionReasonKey(
  deletion: PendingOperation | null,
): 'isDeleted' | 'isDeletedOnItsWay' | null {
  if (deletion === null) return null;
  return isDiscardable(deletion) ? 'isDeleted' : 'isDeletedOnItsWay';
}
