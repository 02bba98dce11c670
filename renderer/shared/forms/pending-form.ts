import type { PendingChange } from '#contract/outbox.ts';
import { isDiscardable } from '../pending/pending-labels.ts';

/** The pending changes of a form that decide which actions are available. */
export interface PendingFormChanges {
  readonly publish: PendingChange | null;
  readonly deletion: PendingChange | null;
  /** The number of pending changes except the deletion; a publish is included. */
  readonly changes: number;
  /** How many of them a deletion holds back: not those that are being sent or may have arrived. */
  readonly holdable: number;
}

/** Finds the publish and the deletion among a form's pending changes; counts all but the deletion. */
export function findPendingPublishAndDeletion(changes: readonly PendingChange[]): PendingFormChanges {
  const find = (operation: PendingChange['operation']): PendingChange | null =>
    changes.find((change) => change.operation === operation) ?? null;
  const publish = find('forms.publish');
  const deletion = find('forms.delete');
  const others = changes.filter((change) => change !== deletion);
  const holdable = others.filter(({ state }) => state !== 'sending' && state !== 'uncertain').length;
  return { publish, deletion, changes: others.length, holdable };
}

/** Returns the text key of the reason why a form has no more actions, or null if it has. */
export function getFormDeletionReasonKey(
  deletion: PendingChange | null,
): 'isDeleted' | 'isDeletedOnItsWay' | null {
  if (deletion === null) return null;
  return isDiscardable(deletion) ? 'isDeleted' : 'isDeletedOnItsWay';
}
