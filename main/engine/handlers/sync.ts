import { ok } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { NO_ACCOUNT } from '../sync/health.ts';
import type { Handlers, WithAccount } from './desk.ts';

/** Runs and stops the sync, and tells how it stands. */
export function syncHandlers(
  withAccount: WithAccount,
  current: () => OpenAccount | null,
): Handlers<'sync.health' | 'sync.run' | 'sync.cancel'> {
  return {
    'sync.health': async () => ok(current()?.health.current ?? NO_ACCOUNT),
    'sync.run': ({ kinds }) =>
      withAccount(async ({ sync, health }) => {
        await sync.run(kinds);
        return ok(health.current);
      }),
    'sync.cancel': () =>
      withAccount(async ({ sync }) => {
        await sync.stop();
        return ok({});
      }),
  };
}
