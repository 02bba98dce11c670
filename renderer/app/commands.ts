import { getScreenCommandId, SCREENS } from '#contract/screens.ts';
import { openScreen } from '#renderer/state/open-screen.ts';
import { saveTypedInput } from '#renderer/state/store-groups.ts';
import { printOpenRecord } from '#renderer/state/print.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { getOpenAccountId, getOwnUserId, listOtherAccounts } from '#renderer/state/sync/session.ts';
import { focusNextPane, focusPane } from '#renderer/ui/panes.ts';
import { focusSearchOfScreen } from './focus-search.ts';
import { type AnyCommandId, type AppCommand, MAIN_WINDOW_COMMANDS } from './command.ts';
import {
  showComputerCheck,
  openCurrentRecordWindow,
  openNewRecordEditor,
  createHelpPageAction,
  showOwnOverdueReviews,
  showShortcuts,
  startTour,
  toggleNavigationRail,
  toggleWideRecord,
} from './command-actions.ts';
import {
  getCurrentListAndRecordStore,
  getCurrentRecord,
  extendSelection,
  hasSelection,
  getSelectableList,
  toggleCurrentRowSelection,
} from './current-list.ts';
import { canGoToDate } from './list-by-time.ts';
import { isInboxOnScreen, NOTIFICATION_COMMANDS } from './notification-commands.ts';

function moveCurrentRow(stores: Stores, positions: number): void {
  void getCurrentListAndRecordStore(stores)?.move(positions);
  focusPane('list');
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

const isAlways = (): boolean => true;
const isAccountOpen = ({ session }: Stores): boolean =>
  getOpenAccountId(session.store.getState().accounts) !== null;
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

/** Undoes what the toast on screen says; else the last bulk change of read marks, the last review, or what was done before. */
function undo(stores: Stores): void {
  const { shown, undoable } = stores.toasts.store.getState();
  const hasReview = stores.worklist.reviews.store.getState().undoable.length > 0;
  if (shown !== null && shown.undo !== null) void stores.toasts.undo();
  else if (isInboxOnScreen(stores) && stores.inbox.canUndo()) stores.inbox.undo();
  else if (hasWorklist(stores) && hasReview) void stores.worklist.reviews.undo();
  else if (undoable.length > 0) void stores.toasts.undo();
}

function toScreenCommand(screen: (typeof SCREENS)[number]): AppCommand {
  const { id, key } = screen;
  return {
    id: getScreenCommandId(id),
    group: 'go',
    keys: 'letter' in screen ? [key, screen.letter] : [key],
    isPossible: isAlways,
    run: (stores) => openScreen(stores, id),
  };
}

/** All commands, in the order of the list of shortcuts. */
export const APP_COMMANDS: readonly AppCommand[] = [
  {
    id: 'list.next',
    group: 'move',
    keys: ['J'],
    isPossible: hasList,
    run: (stores) => moveCurrentRow(stores, 1),
  },
  {
    id: 'list.previous',
    group: 'move',
    keys: ['K'],
    isPossible: hasList,
    run: (stores) => moveCurrentRow(stores, -1),
  },
  {
    id: 'record.open',
    group: 'move',
    keys: ['O'],
    isPossible: hasList,
    run: (stores) => getCurrentListAndRecordStore(stores)?.openSelected(),
  },
  {
    id: 'record.back',
    group: 'move',
    keys: ['Escape'],
    isPossible: (stores) => isShowingRelated(stores) || hasRecord(stores) || hasSelection(stores),
    run: goBack,
  },
  {
    id: 'row.pick',
    group: 'move',
    keys: ['X'],
    isPossible: hasSelectableList,
    run: toggleCurrentRowSelection,
  },
  {
    id: 'list.extendNext',
    group: 'move',
    keys: ['Shift+J'],
    isPossible: hasSelectableList,
    run: (stores) => extendSelection(stores, 1),
  },
  {
    id: 'list.extendPrevious',
    group: 'move',
    keys: ['Shift+K'],
    isPossible: hasSelectableList,
    run: (stores) => extendSelection(stores, -1),
  },
  {
    id: 'list.pickAll',
    group: 'move',
    keys: ['Ctrl+A'],
    isPossible: hasSelectableList,
    run: (stores) => void getSelectableList(stores)?.selectAll(),
  },
  {
    id: 'list.goToDate',
    group: 'move',
    keys: ['G'],
    isPossible: canGoToDate,
    run: ({ view }) => view.showGoToDate(true),
  },
  {
    id: 'search.focus',
    group: 'move',
    keys: ['/', 'Ctrl+F'],
    isPossible: hasList,
    run: ({ view }) => focusSearchOfScreen(view.store),
  },
  {
    id: 'review.mark',
    group: 'record',
    keys: ['E'],
    isPossible: hasWorklist,
    run: ({ worklist }) => worklist.reviewSelected(),
  },
  {
    id: 'review.add',
    group: 'record',
    keys: ['Shift+E'],
    isPossible: hasWorklist,
    run: ({ worklist }) => worklist.addReviewToSelected(),
  },
  {
    id: 'review.showMine',
    group: 'go',
    keys: ['M'],
    isPossible: ({ session }) => getOwnUserId(session.store.getState().accounts) !== null,
    run: showOwnOverdueReviews,
  },
  {
    id: 'mark.undo',
    group: 'record',
    keys: ['Ctrl+Z'],
    isPossible: isAccountOpen,
    run: undo,
  },
  {
    id: 'record.print',
    group: 'record',
    keys: ['Ctrl+P'],
    isPossible: (stores) => hasRecord(stores) || isShowingRelated(stores),
    run: (stores) => void printOpenRecord(stores.calls, getOpenIds(stores)).then(stores.outbox.report),
  },
  { id: 'record.wide', group: 'record', keys: ['W'], isPossible: hasRecord, run: toggleWideRecord },
  {
    id: 'record.window',
    group: 'record',
    keys: ['Shift+O'],
    isPossible: (stores) => getCurrentRecord(stores) !== null,
    run: openCurrentRecordWindow,
  },
  {
    id: 'record.new',
    group: 'record',
    keys: ['N'],
    isPossible: isAccountOpen,
    run: openNewRecordEditor,
  },
  ...NOTIFICATION_COMMANDS,
  {
    id: 'history.back',
    group: 'go',
    keys: ['Alt+ArrowLeft'],
    macKeys: ['Ctrl+['],
    isPossible: ({ history }) => history.store.getState().back === 'possible',
    run: ({ history }) => history.goBack(),
  },
  {
    id: 'history.forward',
    group: 'go',
    keys: ['Alt+ArrowRight'],
    macKeys: ['Ctrl+]'],
    isPossible: ({ history }) => history.store.getState().forward === 'possible',
    run: ({ history }) => history.goForward(),
  },
  ...SCREENS.map(toScreenCommand),
  {
    id: 'sync.now',
    group: 'app',
    keys: ['F5'],
    isPossible: isAccountOpen,
    run: ({ health }) => void health.sync(),
  },
  {
    id: 'palette.open',
    group: 'app',
    keys: ['Ctrl+K'],
    isPossible: isAccountOpen,
    run: ({ view }) => view.showPalette(true),
  },
  {
    id: 'account.switch',
    group: 'app',
    keys: [],
    isPossible: ({ session }) => listOtherAccounts(session.store.getState().accounts).length > 0,
    run: ({ view }) => view.showAccountMenu(true),
  },
  {
    id: 'window.lock',
    group: 'app',
    keys: ['Ctrl+L'],
    // An account that does not open has a key in memory all the same.
    isPossible: ({ session }) => session.store.getState().accounts.current !== null,
    run: ({ lock }) => void lock.lockNow(),
  },
  {
    id: 'window.close',
    group: 'app',
    keys: ['Ctrl+W'],
    isPossible: isAlways,
    // Closed by its frame, the page saves on `beforeunload`; by this key it can wait for that.
    run: (stores) => void saveTypedInput(stores).then(() => stores.calls['windows.close']({})),
  },
  { id: 'pane.next', group: 'app', keys: ['F6'], isPossible: isAlways, run: () => focusNextPane(1) },
  {
    id: 'pane.previous',
    group: 'app',
    keys: ['Shift+F6'],
    isPossible: isAlways,
    run: () => focusNextPane(-1),
  },
  { id: 'rail.toggle', group: 'app', keys: ['Ctrl+B'], isPossible: isAlways, run: toggleNavigationRail },
  { id: 'help.open', group: 'app', keys: ['F1'], isPossible: isAlways, run: createHelpPageAction('guide') },
  { id: 'help.news', group: 'app', keys: [], isPossible: isAlways, run: createHelpPageAction('news') },
  { id: 'help.about', group: 'app', keys: [], isPossible: isAlways, run: createHelpPageAction('about') },
  { id: 'help.support', group: 'app', keys: [], isPossible: isAlways, run: createHelpPageAction('support') },
  { id: 'help.keys', group: 'app', keys: ['?'], isPossible: isAlways, run: showShortcuts },
  { id: 'help.tour', group: 'app', keys: [], isPossible: isAccountOpen, run: startTour },
  { id: 'help.check', group: 'app', keys: [], isPossible: isAlways, run: showComputerCheck },
  {
    id: 'help.updates',
    group: 'app',
    keys: [],
    isPossible: isAlways,
    run: ({ view, updates }) => {
      view.go('settings');
      void updates.check();
    },
  },
];

/** Returns whether a command is available in this window now. */
export function isCommandPossible(stores: Stores, { id, isPossible }: AppCommand): boolean {
  return (stores.recordWindow === null || !MAIN_WINDOW_COMMANDS.has(id)) && isPossible(stores);
}

/** Runs a command by its id, if it is available. */
export function runAppCommand(stores: Stores, id: AnyCommandId): void {
  const command = APP_COMMANDS.find((each) => each.id === id);
  if (command !== undefined && isCommandPossible(stores, command)) command.run(stores);
}
