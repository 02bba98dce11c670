import type { Handlers, WithAccount } from './desk.ts';

/** The inbox, from the cache with what waits laid over it; marks go into the outbox. */
export function inboxHandlers(
  withAccount: WithAccount,
): Handlers<
  | 'inbox.page'
  | 'inbox.counts'
  | 'inbox.thread'
  | 'inbox.ids'
  | 'inbox.markRead'
  | 'inbox.about'
  | 'inbox.unread'
> {
  return {
    'inbox.page': (input) => withAccount(({ cache }) => cache.read('inbox.page', input)),
    'inbox.counts': (input) => withAccount(({ cache }) => cache.read('inbox.counts', input)),
    'inbox.thread': (input) => withAccount(({ cache }) => cache.read('inbox.thread', input)),
    'inbox.ids': (input) => withAccount(({ cache }) => cache.read('inbox.ids', input)),
    'inbox.markRead': (input) => withAccount(({ outbox }) => outbox.mark(input)),
    'inbox.about': (input) => withAccount(({ cache }) => cache.read('inbox.about', input)),
    'inbox.unread': (input) => withAccount(({ cache }) => cache.read('inbox.unread', input)),
  };
}
