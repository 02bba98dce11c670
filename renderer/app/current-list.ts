import type { ListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import type { Kind } from '#contract/records.ts';
import { runOnCurrentRow } from '#renderer/state/list/current-row.ts';
import { selectRowsThrough } from '#renderer/state/list/selection.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { getKindOfScreen } from '#renderer/state/navigation/view.ts';
import { focusPane } from '#renderer/ui/panes.ts';

type AnyBrowser = Pick<
  ListAndRecordStore<never, never, never>,
  'move' | 'moveToTime' | 'open' | 'openSelected' | 'close' | 'currentRow'
>;

/** The list of completion requests; opening a row shows its form. */
function getRequests({ completions, view, browsers }: Stores): AnyBrowser {
  return {
    currentRow: completions.currentRow,
    move: completions.move,
    moveToTime: completions.moveToTime,
    open: completions.select,
    openSelected: () => {
      const row = completions.selected();
      if (row === null) return;
      view.go('forms');
      browsers.form.open(row.form);
    },
    close: () => {},
  };
}

/** Returns the list and record state of the current screen, or null if the screen has no list. */
export function getCurrentListAndRecordStore(stores: Stores): AnyBrowser | null {
  const { screen, relatedRecords } = stores.view.store.getState();
  if (screen === 'completion-requests' && relatedRecords === null) return getRequests(stores);
  // The page of related records covers the list: a key must not reach a row that is not visible.
  const kind = relatedRecords === null ? getKindOfScreen(screen) : null;
  // While a requisition or a form is being edited, its list is not on screen.
  if (kind === 'requisition' && stores.editor.store.getState().phase !== 'closed') return null;
  if (kind === 'form' && stores.formEditor.store.getState().phase !== 'closed') return null;
  return kind === null ? null : stores.browsers[kind];
}

/** Returns the current row's record, open or not; null where the screen shows no records. */
export function getCurrentRecord(stores: Stores): { readonly kind: Kind; readonly id: string } | null {
  const { screen } = stores.view.store.getState();
  const kind = getKindOfScreen(screen);
  const id = getCurrentListAndRecordStore(stores)?.currentRow.getState().selected ?? null;
  return kind === null || id === null ? null : { kind, id };
}

/** A list with multiple selection. */
type SelectableList = Pick<Stores['worklist'] | Stores['inbox'], 'selection' | 'selectAll'> & {
  readonly browser: Pick<AnyBrowser, 'move'>;
  /** Selects every row from the last selected one to the current one, if the list contains that. */
  readonly selectThroughCurrentRow: () => Promise<unknown>;
  /** Toggles whether the current row is selected, if the list contains it. */
  readonly toggleCurrentRow: () => Promise<unknown>;
};

function toSelectableList<F, R extends { readonly id: string }, Rec>(
  { selection, selectAll }: Pick<SelectableList, 'selection' | 'selectAll'>,
  browser: Pick<ListAndRecordStore<F, R, Rec>, 'list' | 'currentRow' | 'move'>,
): SelectableList {
  return {
    selection,
    selectAll,
    browser,
    selectThroughCurrentRow: () =>
      runOnCurrentRow(browser, ({ id }) => selectRowsThrough(browser.list, selection, id)),
    toggleCurrentRow: () => runOnCurrentRow(browser, ({ id }) => selection.toggle(id)),
  };
}

/** Returns the list on screen if it has multiple selection, otherwise null. */
export function getSelectableList(stores: Stores): SelectableList | null {
  const { browsers, worklist, inbox } = stores;
  switch (getCurrentListAndRecordStore(stores)) {
    case browsers.requisition:
      return toSelectableList(worklist, browsers.requisition);
    case browsers.notification:
      return toSelectableList(inbox, browsers.notification);
    default:
      return null;
  }
}

/** Returns whether any row of the list on screen is selected. */
export function hasSelection(stores: Stores): boolean {
  return (getSelectableList(stores)?.selection.store.getState().ids.size ?? 0) > 0;
}

/** Returns whether rows of the list on screen are selected, or will be once their ids are read. */
export function hasSelectionToClear(stores: Stores): boolean {
  return hasSelection(stores) || getSelectableList(stores)?.selection.store.getState().isReading === true;
}

async function selectAndMove(
  { browser, selectThroughCurrentRow }: SelectableList,
  positions: 1 | -1,
): Promise<void> {
  await selectThroughCurrentRow();
  await browser.move(positions);
  await selectThroughCurrentRow();
}

/** Selects the current row, moves to the next one in the given direction, and selects that too. */
export function extendSelection(stores: Stores, positions: 1 | -1): void {
  const list = getSelectableList(stores);
  if (list === null) return;
  void selectAndMove(list, positions);
  focusPane('list');
}

/** Toggles whether the current row is selected. */
export function toggleCurrentRowSelection(stores: Stores): void {
  void getSelectableList(stores)?.toggleCurrentRow();
}
