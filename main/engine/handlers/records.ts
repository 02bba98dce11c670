import type { Handlers, WithAccount } from './desk.ts';

/**
 * Raw resources, and what could not become a record. Pages may be short where resources are large: `next` tells where to go
 * on.
 */
export function recordHandlers(
  withAccount: WithAccount,
): Handlers<'records.raw' | 'records.list' | 'records.dump' | 'quarantine.list'> {
  return {
    'records.raw': (input) => withAccount(({ cache }) => cache.read('records.raw', input)),
    'records.list': (input) => withAccount(({ cache }) => cache.read('records.list', input)),
    'records.dump': (input) => withAccount(({ cache }) => cache.read('records.dump', input)),
    'quarantine.list': (input) => withAccount(({ cache }) => cache.read('quarantine.list', input)),
  };
}
