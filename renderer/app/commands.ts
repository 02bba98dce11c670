import { getScreenCommandId, SCREENS } from '#contract/screens.ts';
import { getMarkReadNumber } from '#renderer/state/inbox/inbox-bulk.ts';
import { openScreen } from '#renderer/state/open-screen.ts';
import { printOpenRecord } from '#renderer/state/print.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { getOwnUserId } from '#renderer/state/sync/session.ts';
import { focusPane } from '#renderer/ui/panes.ts';
import { focusSearchOfScreen } from './focus-search.ts';
import type { AnyCommandId, Command } from './command.ts';
import {
  openCurrentRecordWindow,
  openNewRecordEditor,
  showOwnOverdueReviews,
  toggleWideRecord,
} from './command-actions.ts';
import {
  getCurrentListAndRecordStore,
  getCurrentRecord,
  extendSelection,
  hasSelectionToClear,
  getSelectableList,
  toggleCurrentRowSelection,
} from './current-list.ts';
import { canGoToDate } from './list-by-time.ts';
import { FIRST_COMMANDS, isAccountOpen, isForMainWindowOnly } from './first-commands.ts';
import { isInboxOnScreen, NOTIFICATION_COMMANDS } from './notification-commands.ts';

function moveCurrentRow(stores: Stores, positions: number): void {
  void getCurrentListAndRecordStore(stores)?.move(positions);
  focusPane('list');
}

async function selectAll(stores: Stores): Promise<void> {
  const list = getSelectableList(stores);
  if (list !== null) stores.failedAction.report('selectAll', await list.selectAll());
}

const hasSelectableList = (stores: Stores): boolean => getSelectableList(stores) !== null;
const isShowingRelated = ({ view }: Stores): boolean => view.store.getState().relatedRecords !== null;

/**
 * Goes back one step: closes the page of related records, else the open record, else clears the selection.
 */
function goBack(stores: Stores): void {
  if (isShowingRelated(stores)) stores.view.openRelated(null);
  else if (hasRecord(stores)) getCurrentListAndRecordStore(stores)?.close();
  else getSelectableList(stores)?.selection.clear();
}

const hasList = (stores: Stores): boolean => getCurrentListAndRecordStore(stores) !== null;
const hasWorklist = (stores: Stores): boolean =>
  stores.view.store.getState().screen === 'requisitions' && hasList(stores);
const hasRecord = (stores: Stores): boolean =>
  getCurrentListAndRecordStore(stores)?.currentRow.getState().opened ?? false;

/** Returns the id of the record, or of the page of related records, that is open. */
function getOpenIds(stores: Stores): readonly string[] {
  const { relatedRecords } = stores.view.store.getState();
  const id = relatedRecords ?? getCurrentListAndRecordStore(stores)?.currentRow.getState().selected ?? null;
  return id === null ? [] : [id];
}

async function printShown(stores: Stores): Promise<void> {
  stores.failedAction.report('print', await printOpenRecord(stores.calls, getOpenIds(stores)));
}

/**
 * Undoes the last action, of whichever kind: a review, a bulk change of read marks, or what a toast says. That of a bulk change is
 * said in the inbox alone, so it is undone there.
 */
function undo(stores: Stores): void {
  const { toasts, inbox, worklist } = stores;
  const run = isInboxOnScreen(stores) ? inbox.bulk.store.getState().run : null;
  const actions = [
    { number: toasts.store.getState().undoable.at(-1)?.number ?? 0, undo: toasts.undo },
    { number: worklist.reviews.getLastGroup() ?? 0, undo: () => worklist.reviews.undo() },
    { number: getMarkReadNumber(run) ?? 0, undo: inbox.bulk.undo },
  ];
  const last = actions.reduce((one, other) => (other.number > one.number ? other : one));
  if (last.number > 0) void last.undo();
  else toasts.show({ subject: { did: 'nothingToUndo' }, undo: null });
}

type GoCommandId = ReturnType<typeof getScreenCommandId>;

const toScreenEntry = ({ id }: (typeof SCREENS)[number]): readonly [string, Command<Stores>] => [
  getScreenCommandId(id),
  { isPossible: () => true, run: (stores) => openScreen(stores, id) },
];
// `Object.fromEntries` returns an object with any string as key; each screen has its entry.
const SCREEN_COMMANDS = Object.fromEntries(SCREENS.map(toScreenEntry)) as Record<
  GoCommandId,
  Command<Stores>
>;

const COMMANDS: Readonly<Record<AnyCommandId, Command<Stores>>> = {
  ...FIRST_COMMANDS,
  ...SCREEN_COMMANDS,
  ...NOTIFICATION_COMMANDS,
  'list.next': { isPossible: hasList, run: (stores) => moveCurrentRow(stores, 1) },
  'list.previous': { isPossible: hasList, run: (stores) => moveCurrentRow(stores, -1) },
  'record.open': {
    isPossible: hasList,
    run: (stores) => getCurrentListAndRecordStore(stores)?.openSelected(),
  },
  'record.back': {
    isPossible: (stores) => isShowingRelated(stores) || hasRecord(stores) || hasSelectionToClear(stores),
    run: goBack,
  },
  'row.pick': { isPossible: hasSelectableList, run: toggleCurrentRowSelection },
  'list.extendNext': { isPossible: hasSelectableList, run: (stores) => extendSelection(stores, 1) },
  'list.extendPrevious': { isPossible: hasSelectableList, run: (stores) => extendSelection(stores, -1) },
  'list.pickAll': {
    isPossible: hasSelectableList,
    run: (stores) => void selectAll(stores),
  },
  'list.goToDate': { isPossible: canGoToDate, run: ({ view }) => view.showGoToDate(true) },
  'search.focus': { isPossible: hasList, run: ({ view }) => focusSearchOfScreen(view.store) },
  'review.mark': { isPossible: hasWorklist, run: ({ worklist }) => worklist.reviewSelected() },
  'review.add': { isPossible: hasWorklist, run: ({ worklist }) => worklist.addReviewToSelected() },
  'review.showMine': {
    isPossible: ({ session }) => getOwnUserId(session.store.getState().accounts) !== null,
    run: showOwnOverdueReviews,
  },
  'mark.undo': { isPossible: isAccountOpen, run: undo },
  'record.print': {
    isPossible: (stores) => hasRecord(stores) || isShowingRelated(stores),
    run: (stores) => void printShown(stores),
  },
  'record.wide': { isPossible: hasRecord, run: toggleWideRecord },
  'record.window': {
    isPossible: (stores) => getCurrentRecord(stores) !== null,
    run: openCurrentRecordWindow,
  },
  'record.new': { isPossible: isAccountOpen, run: openNewRecordEditor },
  'history.back': {
    isPossible: ({ history }) => history.store.getState().back === 'possible',
    run: ({ history }) => history.goBack(),
  },
  'history.forward': {
    isPossible: ({ history }) => history.store.getState().forward === 'possible',
    run: ({ history }) => history.goForward(),
  },
};

/** Returns whether a command is available in this window now. */
export function isCommandPossible(stores: Stores, id: AnyCommandId): boolean {
  return !isForMainWindowOnly(stores, id) && COMMANDS[id].isPossible(stores);
}

/** Runs a command by its id, if it is available. */
export function runAppCommand(stores: Stores, id: AnyCommandId): void {
  if (isCommandPossible(stores, id)) COMMANDS[id].run(stores);
}
