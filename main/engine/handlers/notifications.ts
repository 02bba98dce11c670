import type { Handlers, WithAccount } from './desk.ts';
import { fillPage } from '../cache/fill-page.ts';

/** Lists, counts and single notifications, from the cache. */
export function notificationHandlers(
  withAccount: WithAccount,
): Handlers<'notifications.list' | 'notifications.count' | 'notifications.get'> {
  return {
    'notifications.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('notifications.list', asked))),
    'notifications.count': (input) => withAccount(({ cache }) => cache.read('notifications.count', input)),
    'notifications.get': (input) => withAccount(({ cache }) => cache.read('notifications.get', input)),
  };
}
