import type { EventName } from '#contract/names.ts';
import type { AccountsState } from '#contract/account.ts';
import type { EventPayload } from '#contract/api.ts';
import type { Health } from '#contract/health.ts';
import { showUnread } from './badge.ts';
import { Notices, type NoticeOptions } from './notices.ts';

/** What the desk tells the person outside its window. */
export interface SystemNotifications {
  /** Hears what the engine tells the windows. */
  readonly onEvent: (name: EventName, payload: unknown) => void;
  /** How the account stands: where none is open, nothing of one may be left on the program's sign. */
  readonly session: (state: AccountsState['session']) => void;
  readonly pageLoaded: () => void;
}

/** Joins notices and the number on the program's sign with what the engine tells. */
export function createSystemNotifications(options: NoticeOptions): SystemNotifications {
  const notices = new Notices(options);
  const badge = (count: number): void => showUnread(count, options.windows.current());
  return {
    // The engine is our own code: its events are as the contract says.
    onEvent: (name, payload) => {
      if (name === 'newNotifications')
        notices.onNewNotifications(payload as EventPayload<'newNotifications'>);
      if (name === 'unread') badge((payload as EventPayload<'unread'>).count);
      if (name === 'health') notices.health(payload as Health);
    },
    session: (state) => {
      if (state !== 'open') badge(0);
    },
    pageLoaded: () => notices.pageLoaded(),
  };
}
