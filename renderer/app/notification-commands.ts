import type { Stores } from '#renderer/state/stores.ts';
import type { AnyCommandId, Command } from './command.ts';
import { getCurrentListAndRecordStore, hasSelection } from './current-list.ts';

/** Returns whether the inbox is on screen. */
export function isInboxOnScreen(stores: Stores): boolean {
  return getCurrentListAndRecordStore(stores) === stores.browsers.notification;
}

const hasNotification = (stores: Stores): boolean =>
  isInboxOnScreen(stores) &&
  (hasSelection(stores) || stores.browsers.notification.currentRow.getState().selected !== null);

/** Marks the selected notifications as read or unread, or the current one if none is selected. */
const markSelected = (read: boolean) => (stores: Stores) => {
  if (hasSelection(stores)) stores.inbox.markSelectedRead(read);
  else stores.inbox.markCurrentRead(read);
};

/** The commands for the current notification of the inbox, or for the selected ones. */
export const NOTIFICATION_COMMANDS = {
  'notification.read': { isPossible: hasNotification, run: markSelected(true) },
  'notification.unread': { isPossible: hasNotification, run: markSelected(false) },
  'notification.snooze': { isPossible: hasNotification, run: ({ inbox }) => inbox.snoozing.open() },
} as const satisfies Partial<Record<AnyCommandId, Command<Stores>>>;
