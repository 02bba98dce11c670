import type { MenuCommandId } from '#contract/screens.ts';

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

/** When a command is available, and what it does, with the stores that it needs. */
export interface Command<NeededStores> {
  readonly isPossible: (stores: NeededStores) => boolean;
  readonly run: (stores: NeededStores) => void;
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
