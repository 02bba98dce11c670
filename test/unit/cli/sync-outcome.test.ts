import { describe, expect, test } from 'vitest';
import { accountSyncHealthSchema, type Health } from '#contract/sync-health.ts';
import { ZERO_MISSING_RECORD_COUNTS, type MissingRecordCounts } from '#contract/missing-records.ts';
import { EMPTY_OUTBOX_COUNTS, type OutboxCounts } from '#contract/outbox.ts';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { toExitCode } from '#main/cli/exit-codes.ts';
import { toSyncResult } from '#main/cli/sync.ts';

interface Change {
  readonly outbox?: Partial<OutboxCounts>;
  readonly error?: AppError;
  readonly missing?: Partial<MissingRecordCounts>;
  readonly forms?: ErrorCode;
}

function health({ outbox = {}, error, forms, missing = {} }: Change): Health {
  const kind = (name: string, failed?: ErrorCode) => ({
    kind: name,
    state: failed === undefined ? 'complete' : 'failed',
    cached: 1,
    received: 1,
    pages: 1,
    quarantined: 0,
    startedAt: null,
    lastSuccessAt: null,
    lastCheckedAt: null,
    order: null,
    suspected: 0,
    error: failed === undefined ? null : { code: failed },
  });
  return accountSyncHealthSchema.parse({
    account: 'a'.repeat(16),
    connection: 'online',
    connectionSince: null,
    error: error ?? null,
    pausedUntil: null,
    nextRefreshAt: null,
    outbox: { ...EMPTY_OUTBOX_COUNTS, ...outbox },
    localStore: { state: 'fine', carried: 0, lost: null },
    cacheSetAside: false,
    cacheExpired: false,
    missing: { ...ZERO_MISSING_RECORD_COUNTS, ...missing },
    kinds: [kind('form', forms), kind('requisition'), kind('notification')],
  });
}

/** The error of the outcome and its exit code. */
function ending(change: Change, kinds?: Parameters<typeof toSyncResult>[1]) {
  const outcome = toSyncResult(health(change), kinds);
  return outcome.ok
    ? null
    : { code: outcome.error.code, exit: toExitCode(outcome.error), detail: outcome.error.detail };
}

describe('a sync', () => {
  test('ends with 0 if all is here and nothing is pending', () => {
    expect(ending({})).toBeNull();
  });

  test('ends with 1 if missing records wait to be confirmed', () => {
    expect(ending({ missing: { held: 2, open: 1, beingChecked: 5 } })).toEqual({
      code: 'needs-you',
      exit: 1,
      detail: 'missing: 3 to confirm',
    });
    expect(ending({ missing: { beingChecked: 5 } })).toBeNull();
  });

  test('ends with 1 if the service has rejected a change', () => {
    expect(ending({ outbox: { rejected: 2 } })).toEqual({
      code: 'rejected',
      exit: 1,
      detail: 'outbox: 2 rejected',
    });
  });

  test('ends with 1 if the user has to decide', () => {
    expect(ending({ outbox: { needsYou: 1 } })).toEqual({
      code: 'needs-you',
      exit: 1,
      detail: 'outbox: 1 to decide',
    });
  });

  test('ends with the account’s error if writes are left', () => {
    const error = { code: 'server-error' } as const;
    expect(ending({ outbox: { saved: 1 }, error })).toMatchObject({ code: 'server-error', exit: 5 });
    expect(ending({ error })).toBeNull();
  });

  test('ends with the worst of all errors', () => {
    expect(ending({ outbox: { rejected: 1 }, forms: 'offline' })).toMatchObject({ exit: 4, detail: 'forms' });
  });

  test('of some kinds does not end with another’s error, but reports the outbox', () => {
    expect(ending({ forms: 'offline' }, ['requisition'])).toBeNull();
    expect(ending({ forms: 'offline', outbox: { needsYou: 1 } }, ['requisition'])).toMatchObject({ exit: 1 });
  });
});
