import type { Handlers, WithAccount } from './desk.ts';
import { fillPage } from '../cache/fill-page.ts';

/** Lists, counts and single requisitions, from the cache. */
export function requisitionHandlers(
  withAccount: WithAccount,
): Handlers<'requisitions.list' | 'requisitions.count' | 'requisitions.get'> {
  return {
    'requisitions.list': (input) =>
      withAccount(({ cache }) => fillPage(input, (asked) => cache.read('requisitions.list', asked))),
    'requisitions.count': (input) => withAccount(({ cache }) => cache.read('requisitions.count', input)),
    'requisitions.get': (input) => withAccount(({ cache }) => cache.read('requisitions.get', input)),
  };
}
