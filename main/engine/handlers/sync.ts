import { isLocalId } from '#contract/local-id.ts';
import { ok } from '#contract/result.ts';
import type { OpenAccount } from '../account.ts';
import { NO_ACCOUNT } from '../sync/health.ts';
import type { Handlers, WithAccount } from './desk.ts';

/** Runs and stops the sync, and tells how it stands. */
export function syncHandlers(
  withAccount: WithAccount,
  current: () => OpenAccount | null,
): Handlers<'sync.health' | 'sync.run' | 'sync.cancel' | 'records.refresh'> {
  return {
    'sync.health': async () => ok(current()?.health.current ?? NO_ACCOUNT),
    'sync.run': ({ kinds, full }) =>
      withAccount(async ({ scheduler, health }) => {
        await scheduler.run({ full, ...(kinds === undefined ? {} : { kinds }) });
        return ok(health.current);
      }),
    'records.refresh': ({ kind, id }) =>
      withAccount(async ({ outbox, sync }) => {
        const real = await outbox.realId(id);
        if (!real.ok) return real;
        // What is on this desk alone cannot be asked for.
        const state = isLocalId(real.value) ? 'unknown' : await sync.refreshRecord(kind, real.value);
        return ok({ state });
      }),
    'sync.cancel': () =>
      withAccount(async ({ sync }) => {
        await sync.stop();
        return ok({});
      }),
  };
}
