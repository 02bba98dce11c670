import type { PendingOperation } from '#contract/outbox.ts';
import { isDiscardable } from '../pending/pending-labels.ts';

/** The pending changes of a form that decide which actions are available. */
export interface FormWrites {
  readonly publish: PendingOperation | null;
  readonly deletion: PendingOperation | null;
  /** The number of pending changes except the deletion; a publish is included. */
  readonly changes: number;
}

/** Groups the pending changes of a form. */
export function groupFormWrites(writes: readonly PendingOperation[]): FormWrites {
  const find = (operation: PendingOperation['operation']): PendingOperation | null =>
    writes.find((write) => write.operation === operation) ?? null;
  const publish = find('forms.publish');
  const deletion = find('forms.delete');
  return { publish, deletion, changes: writes.filter((write) => write !== deletion).length };
}

/** Returns the text key of the reason why a form has no more actions, or null if it has. */
export function getFormGoneReason(
  deletion: PendingOperation | null,
): 'isDeleted' | 'isDeletedOnItsWay' | null {
  if (deletion === null) return null;
  return isDiscardable(deletion) ? 'isDeleted' : 'isDeletedOnItsWay';
}
