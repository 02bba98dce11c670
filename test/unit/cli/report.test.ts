import { expect, test } from 'vitest';
import { NOTHING_MISSING } from '#contract/missing-records.ts';
import { type LocalHealth, NO_OUTBOX } from '#contract/outbox.ts';
import { epochMs } from '#contract/time.ts';
import { report } from '#main/cli/report.ts';

/** The line about the local store. */
function appLine(app: LocalHealth): string | undefined {
  const account = {
    id: '0123456789abcdef',
    kind: 'service',
    baseUrl: 'https://records.example',
    userId: null,
    addedAt: epochMs(0),
  } as const;
  const health = {
    account: account.id,
    connection: 'unknown',
    connectionSince: null,
    error: null,
    pausedUntil: null,
    nextRefreshAt: null,
    cacheSetAside: false,
    missing: NOTHING_MISSING,
    outbox: NO_OUTBOX,
    desk: app,
    kinds: [],
  } as const;
  const lines = report({ account, place: 'variables' }, health, false).split('\n');
  return lines.find((line) => line.startsWith('desk file'))?.replace(/^desk file +/, '');
}

test('a local store without problems is reported as fine', () => {
  expect(appLine({ state: 'fine', carried: 0, lost: 0 })).toBe('fine');
});

test('of a recovered local store the report shows what was carried over, what was lost, and what is incomplete', () => {
  expect(appLine({ state: 'recovered', carried: 2, lost: 1 })).toBe(
    'recovered, 2 writes carried over, 1 lost',
  );
  expect(appLine({ state: 'recovered', carried: 0, lost: null, incomplete: ['directory', 'drafts'] })).toBe(
    'recovered, 0 writes carried over, an unknown number lost; not all carried over: names for ids, drafts',
  );
});
