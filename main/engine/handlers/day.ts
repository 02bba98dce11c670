import type { Handlers, WithAccount } from './desk.ts';

/** The day sheet, from the cache. */
export function dayHandlers(withAccount: WithAccount): Handlers<'day.get'> {
  return { 'day.get': (input) => withAccount(({ cache }) => cache.read('day.get', input)) };
}
