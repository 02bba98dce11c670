import { expect, test } from 'vitest';
import { ZERO_MISSING_RECORD_COUNTS } from '#contract/missing-records.ts';
import { type LocalStoreHealth, EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { toEpochMs } from '#contract/time.ts';
import { formatAccountStatus } from '#main/cli/report.ts';

/** The line about the local store. */
function appLine(app: LocalStoreHealth): string | undefined {
  const account = {
    id: '0123456789abcdef',
    kind: 'service',
    baseUrl: 'https://records.example',
    userId: null,
    addedAt: toEpochMs(0),
  } as const;
  const health = {
    account: account.id,
    connection: 'unknown',
    connectionSince: null,
    error: null,
    pausedUntil: null,
    nextRefreshAt: null,
    cacheSetAside: false,
    cacheExpired: false,
    missing: ZERO_MISSING_RECORD_COUNTS,
    outbox: EMPTY_OUTBOX_COUNTS,
    localStore: app,
    kinds: [],
  } as const;
  const lines = formatAccountStatus({ account, place: 'variables' }, health, false).split('\n');
  return lines.find((line) => line.startsWith('local store'))?.replace(/^local store +/, '');
}

test('a local store that is fine is said to be so', () => {
  expect(appLine({ state: 'fine', carried: 0, lost: 0 })).toBe('fine');
});

test('of a recovered local store it is told what was carried over, what was lost, and what is not whole', () => {
  expect(appLine({ state: 'recovered', carried: 2, lost: 1 })).toBe('recovered, 2 changes recovered, 1 lost');
  expect(appLine({ state: 'recovered', carried: 0, lost: null, incomplete: ['directory', 'drafts'] })).toBe(
    'recovered, 0 changes recovered, an unknown number lost; incomplete: names for ids, drafts',
  );
});
