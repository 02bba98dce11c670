import type { RetentionResult } from '#contract/retention.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY } from '#main/base/durations.ts';
import { expireUnusedPdfsAndVersions, type ExpiredPdfAndVersionCounts } from '../retention/expire-copies.ts';
import type { AccountSlot } from './account.ts';
import type { EngineHandlers } from './deps.ts';

const NOTHING: ExpiredPdfAndVersionCounts = { pdfs: 0, versions: 0, missingRecords: 0 };

/** Returns the handler that removes copies of the service's data after a time without use. */
export function createRetentionHandlers(
  slot: Pick<AccountSlot, 'current' | 'expireUnused'>,
  clock: Pick<Clock, 'now'>,
): EngineHandlers<'engine.applyRetention'> {
  return {
    'engine.applyRetention': async ({ days }): Promise<Result<RetentionResult>> => {
      const before = toEpochMs(clock.now() - days * DAY);
      const account = slot.current();
      const expired = account === null ? ok(NOTHING) : await expireUnusedPdfsAndVersions(account, before);
      if (!expired.ok) return expired;
      const accounts = await slot.expireUnused(before);
      return accounts.ok ? ok({ ...expired.value, accounts: accounts.value }) : accounts;
    },
  };
}
