import { getCurrentRecord } from './current-list.ts';
import { showListOfLink } from '#renderer/shared/query/open-list.ts';
import { createQueueLinks } from '#renderer/state/home/queues.ts';
import type { Stores } from '#renderer/state/stores.ts';
import type { HelpPage } from '#renderer/state/navigation/view.ts';
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

/** Checks this computer and shows what was found. */
export function showComputerCheck({ computer }: Stores): void {
  computer.showCheck(true);
}

/** Returns the action that opens a page of the help. */
export const createHelpPageAction =
  (page: HelpPage) =>
  ({ view }: Stores): void =>
    view.showHelp(page);

/** Opens the list of shortcuts. */
export function showShortcuts({ view }: Stores): void {
  view.showShortcutsDialog(true);
}

/** Shows the open record in the place of the list, or the list beside it again. */
export function toggleWideRecord({ view }: Stores): void {
  view.toggleWideRecord();
}

/** Shows the first step of the tour. */
export function startTour({ welcomeAndTour }: Stores): void {
  welcomeAndTour.startTour();
}

/** Collapses or expands the navigation. */
export function toggleNavigationRail(stores: Stores): void {
  const { panes } = stores.preferences.store.getState().settings;
  void stores.preferences.choose({ panes: { ...panes, railCollapsed: !panes.railCollapsed } });
}
