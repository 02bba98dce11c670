import type { CommandId } from '#contract/command.ts';
import type { Desk } from '#renderer/state/desk.ts';
import { openAccount } from '#renderer/state/session.ts';
import { focusNextPane, focusPane, focusSearch } from '#renderer/ui/panes.ts';
import { browserOf, extendPicks, hasPicked, pickListOf, pickSelected } from './list-in-place.ts';

/** Commands that only keys and buttons of the page run; the rest are shared with the native menu. */
const PAGE_COMMANDS = [
  'list.next',
  'list.previous',
  'list.extendNext',
  'list.extendPrevious',
  'row.pick',
  'list.pickAll',
  'record.open',
  'record.back',
  'review.mark',
  'mark.undo',
  'record.print',
  'record.new',
  'notification.read',
  'notification.unread',
  'pane.next',
  'pane.previous',
  'rail.toggle',
] as const;
export type AnyCommandId = CommandId | (typeof PAGE_COMMANDS)[number];

/** One thing the desk can do: what it is called, which keys ask for it, when it can be done, how. */
export interface Command {
  readonly id: AnyCommandId;
  readonly group: 'move' | 'record' | 'go' | 'desk';
  /** As written on the sheet of keys, for example `Ctrl+1` or `J`. */
  readonly keys: readonly string[];
  readonly isPossible: (desk: Desk) => boolean;
  readonly run: (desk: Desk) => void;
}

function move(desk: Desk, places: number): void {
  browserOf(desk)?.move(places);
  focusPane('list');
}

/** Whether the worklist is on screen. */
function hasWorklist(desk: Desk): boolean {
  return desk.view.store.getState().place === 'requisitions' && browserOf(desk) !== null;
}

const hasPickList = (desk: Desk): boolean => pickListOf(desk) !== null;
const isAround = ({ view }: Desk): boolean => view.store.getState().around !== null;

/** Leaves the page of one id, else closes the record; where none is open, lets the picked rows go. */
function goBack(desk: Desk): void {
  if (isAround(desk)) desk.view.lookAround(null);
  else if (hasRecord(desk)) browserOf(desk)?.close();
  else pickListOf(desk)?.marks.clear();
}

/** Begins a form among the forms, else a requisition. One that is open already comes back first: nobody loses sight of it by a key. */
function beginRecord({ editor, formEditor, view }: Desk): void {
  const isForm = view.store.getState().place === 'forms';
  const its = isForm ? formEditor : editor;
  view.go(isForm ? 'forms' : 'requisitions');
  if (its.store.getState().phase === 'closed') void its.create();
}

/** Marks the alerts that are picked, else the selected one. */
const markedWith = (read: boolean) => (desk: Desk) => {
  if (hasPicked(desk)) desk.inbox.markPicked(read);
  else desk.inbox.markSelected(read);
};
const isAlways = (): boolean => true;
const hasList = (desk: Desk): boolean => browserOf(desk) !== null;
const hasRecord = (desk: Desk): boolean => browserOf(desk)?.selection.getState().opened ?? false;

/** Whether the inbox is on screen. */
const hasInbox = (desk: Desk): boolean => browserOf(desk) === desk.browsers.notification;
const hasNotification = (desk: Desk): boolean =>
  hasInbox(desk) && (hasPicked(desk) || desk.browsers.notification.selection.getState().selected !== null);

/** Takes back the last mark: of a review, or of many alerts. */
function undo(desk: Desk): void {
  if (hasInbox(desk)) void desk.inbox.bulk.undo();
  else void desk.worklist.reviews.undo();
}

function toggleRail(desk: Desk): void {
  const { panes } = desk.preferences.store.getState().settings;
  void desk.preferences.choose({ panes: { ...panes, railCollapsed: !panes.railCollapsed } });
}

/** Every command, in the order of the sheet of keys. */
export const COMMANDS: readonly Command[] = [
  { id: 'list.next', group: 'move', keys: ['J'], isPossible: hasList, run: (desk) => move(desk, 1) },
  { id: 'list.previous', group: 'move', keys: ['K'], isPossible: hasList, run: (desk) => move(desk, -1) },
  {
    id: 'record.open',
    group: 'move',
    keys: ['O'],
    isPossible: hasList,
    run: (desk) => browserOf(desk)?.openSelected(),
  },
  {
    id: 'record.back',
    group: 'move',
    keys: ['Escape'],
    isPossible: (desk) => isAround(desk) || hasRecord(desk) || hasPicked(desk),
    run: goBack,
  },
  { id: 'row.pick', group: 'move', keys: ['X'], isPossible: hasPickList, run: pickSelected },
  {
    id: 'list.extendNext',
    group: 'move',
    keys: ['Shift+J'],
    isPossible: hasPickList,
    run: (desk) => extendPicks(desk, 1),
  },
  {
    id: 'list.extendPrevious',
    group: 'move',
    keys: ['Shift+K'],
    isPossible: hasPickList,
    run: (desk) => extendPicks(desk, -1),
  },
  {
    id: 'list.pickAll',
    group: 'move',
    keys: ['Ctrl+A'],
    isPossible: hasPickList,
    run: (desk) => pickListOf(desk)?.pickAll(),
  },
  { id: 'search.focus', group: 'move', keys: ['/', 'Ctrl+F'], isPossible: hasList, run: focusSearch },
  {
    id: 'review.mark',
    group: 'record',
    keys: ['E'],
    isPossible: hasWorklist,
    run: ({ worklist }) => worklist.reviewSelected(),
  },
  {
    id: 'mark.undo',
    group: 'record',
    keys: ['Ctrl+Z'],
    isPossible: (desk) => hasWorklist(desk) || hasInbox(desk),
    run: undo,
  },
  {
    id: 'record.print',
    group: 'record',
    keys: ['Ctrl+P'],
    isPossible: (desk) => hasRecord(desk) || isAround(desk),
    run: () => window.print(),
  },
  {
    id: 'record.new',
    group: 'record',
    keys: ['N'],
    isPossible: ({ session }) => openAccount(session.store.getState().accounts) !== null,
    run: beginRecord,
  },
  {
    id: 'notification.read',
    group: 'record',
    keys: ['Shift+I'],
    isPossible: hasNotification,
    run: markedWith(true),
  },
  {
    id: 'notification.unread',
    group: 'record',
    keys: ['Shift+U'],
    isPossible: hasNotification,
    run: markedWith(false),
  },
  {
    id: 'go.requisitions',
    group: 'go',
    keys: ['Ctrl+1'],
    isPossible: isAlways,
    run: ({ view }) => view.go('requisitions'),
  },
  {
    id: 'go.forms',
    group: 'go',
    keys: ['Ctrl+2'],
    isPossible: isAlways,
    run: ({ view }) => view.go('forms'),
  },
  {
    id: 'go.requests',
    group: 'go',
    keys: ['Ctrl+3'],
    isPossible: isAlways,
    run: ({ view }) => view.go('requests'),
  },
  {
    id: 'go.notifications',
    group: 'go',
    keys: ['Ctrl+4'],
    isPossible: isAlways,
    run: ({ view }) => view.go('notifications'),
  },
  {
    id: 'go.day',
    group: 'go',
    keys: ['Ctrl+5'],
    isPossible: isAlways,
    run: ({ view }) => view.go('day'),
  },
  {
    id: 'go.activity',
    group: 'go',
    keys: ['Ctrl+6'],
    isPossible: isAlways,
    run: ({ view }) => view.go('activity'),
  },
  {
    id: 'go.names',
    group: 'go',
    keys: ['Ctrl+7'],
    isPossible: isAlways,
    run: ({ view }) => view.go('names'),
  },
  {
    id: 'go.account',
    group: 'go',
    keys: ['Ctrl+8'],
    isPossible: isAlways,
    run: ({ view }) => view.go('account'),
  },
  {
    id: 'go.settings',
    group: 'go',
    keys: ['Ctrl+,'],
    isPossible: isAlways,
    run: ({ view }) => view.go('settings'),
  },
  {
    id: 'sync.now',
    group: 'desk',
    keys: ['F5'],
    isPossible: ({ session }) => openAccount(session.store.getState().accounts) !== null,
    run: ({ health }) => void health.sync(),
  },
  { id: 'pane.next', group: 'desk', keys: ['F6'], isPossible: isAlways, run: () => focusNextPane(1) },
  {
    id: 'pane.previous',
    group: 'desk',
    keys: ['Shift+F6'],
    isPossible: isAlways,
    run: () => focusNextPane(-1),
  },
  { id: 'rail.toggle', group: 'desk', keys: ['Ctrl+B'], isPossible: isAlways, run: toggleRail },
  {
    id: 'help.keys',
    group: 'desk',
    keys: ['?'],
    isPossible: isAlways,
    run: ({ view }) => view.showKeys(true),
  },
];

/** Runs a command by its id, where it is possible. */
export function runCommand(desk: Desk, id: AnyCommandId): void {
  const command = COMMANDS.find((each) => each.id === id);
  if (command?.isPossible(desk) === true) command.run(desk);
}
