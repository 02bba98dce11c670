import { getCurrentRecord } from './current-list.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import { createQueueLinks } from '#renderer/state/home/queues.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';

/**
 * Opens the editor for a new form on the forms screen, otherwise for a new requisition. An editor that is
 * already open is shown instead.
 */
export function openNewRecordEditor({ editor, formEditor, view }: Stores): void {
  const isForm = view.store.getState().screen === 'forms';
  const its = isForm ? formEditor : editor;
  view.go(isForm ? 'forms' : 'requisitions');
  if (its.store.getState().phase === 'closed') void its.create();
}

/**
 * Lists the user's reviews that are past their deadline, and those that name no reviewer, the earliest first, and selects the
 * first: the first queue of the home screen.
 */
export function showOwnOverdueReviews(stores: Stores): void {
  const own = getOwnUserId(stores.session.store.getState().accounts);
  if (own !== null) showListOfLink(stores, createQueueLinks(own).overdue);
}

/** Shows the record of the current row in a window of its own. */
export function openCurrentRecordWindow(stores: Stores): void {
  const record = getCurrentRecord(stores);
  if (record !== null) stores.openRecordWindow(record.kind, record.id);
}

/** Shows the open record in the place of the list, or the list beside it again. */
export function toggleWideRecord({ view }: Stores): void {
  view.toggleWideRecord();
}
