import type { MenuCommandId } from '#contract/screens.ts';
import type { Stores } from '#renderer/state/stores.ts';

/** Commands that only keys and buttons of the page run; the native menu offers all others too. */
const PAGE_COMMANDS = [
  'list.next',
  'list.previous',
  'list.extendNext',
  'list.extendPrevious',
  'row.pick',
  'list.pickAll',
  'list.goToDate',
  'record.open',
  'record.back',
  'review.mark',
  'review.add',
  'review.showMine',
  'palette.open',
  'mark.undo',
  'record.print',
  'record.new',
  'record.wide',
  'record.window',
  'notification.read',
  'notification.unread',
  'notification.snooze',
  'window.lock',
  'window.close',
  'pane.next',
  'pane.previous',
  'rail.toggle',
] as const;
export type AnyCommandId = MenuCommandId | (typeof PAGE_COMMANDS)[number];

/** Whether only the page's keys and buttons run a command, so that its key can be changed. */
export function isPageOnlyCommand(id: AnyCommandId): boolean {
  return PAGE_COMMANDS.some((each) => each === id);
}

/** An action of the app: name, shortcuts, when it is available, and the function that runs it. */
export interface AppCommand {
  readonly id: AnyCommandId;
  readonly group: 'move' | 'record' | 'go' | 'app';
  /** As shown in the list of shortcuts, for example `Ctrl+1` or `J`. */
  readonly keys: readonly string[];
  /** The keys on a Mac, if they are others: there Alt with an arrow moves in a text. */
  readonly macKeys?: readonly string[];
  readonly isPossible: (stores: Stores) => boolean;
  readonly run: (stores: Stores) => void;
}

/** Commands of lists and screens, which a window of one record does not have. */
export const MAIN_WINDOW_COMMANDS: ReadonlySet<AnyCommandId> = new Set<AnyCommandId>([
  'list.next',
  'list.previous',
  'list.extendNext',
  'list.extendPrevious',
  'list.pickAll',
  'list.goToDate',
  'row.pick',
  'record.open',
  'record.back',
  'record.wide',
  'record.window',
  'record.new',
  'search.focus',
  'review.showMine',
  'palette.open',
  'account.switch',
  'history.back',
  'history.forward',
  'rail.toggle',
  'help.tour',
  'help.check',
  'help.updates',
]);
