import { toOverdueSearch } from '#renderer/state/requisitions/due-reviews.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { focusPane } from '#renderer/ui/panes.ts';

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

/** Lists the user's reviews that are past their deadline, the earliest first, and selects the first. */
export function showOwnOverdueReviews({ session, view, worklist }: Stores): void {
  const own = getOwnUserId(session.store.getState().accounts);
  if (own === null) return;
  view.go('requisitions');
  worklist.updateQuery({
    text: toOverdueSearch(own),
    tab: 'all',
    order: { by: 'deadline', descending: false },
  });
  worklist.selectFirst();
  focusPane('list');
}

/** Collapses or expands the navigation. */
export function toggleRail(stores: Stores): void {
  const { panes } = stores.preferences.store.getState().settings;
  void stores.preferences.choose({ panes: { ...panes, railCollapsed: !panes.railCollapsed } });
}
