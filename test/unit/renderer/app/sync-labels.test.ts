import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { SYNC_TONES, toSyncStatus } from '#renderer/app/sync-labels.ts';
import { getOldestSyncTime } from '#renderer/state/sync/health.ts';
import { NOON } from '../../../support/builders.ts';
import { aHealth, aKindHealth, SIGNED_OUT, openDemo } from '../../../support/values.ts';

const running = { engine: 'running', accounts: openDemo() } as const;
const earlier = toEpochMs(NOON - 60_000);

describe('the time of the last complete data', () => {
  it('is the oldest of the last complete syncs', () => {
    expect(getOldestSyncTime([aKindHealth(), aKindHealth({ lastSuccessAt: earlier })])).toBe(earlier);
  });

  it('is unknown while one kind has none', () => {
    expect(getOldestSyncTime([aKindHealth(), aKindHealth({ lastSuccessAt: null })])).toBeNull();
    expect(getOldestSyncTime([])).toBeNull();
  });
});

describe('the sync status in the status bar', () => {
  it('is the time of the last sync, when all is well', () => {
    expect(toSyncStatus(running, aHealth())).toEqual({ say: 'up-to-date', asOf: NOON });
  });

  it('is the progress, while a sync runs', () => {
    const kind = aKindHealth({ state: 'running', received: 12_500 });
    const status = toSyncStatus(running, aHealth({ kinds: [kind, aKindHealth()] }));
    expect(status).toEqual({ say: 'running', kinds: [kind] });
  });

  it.each(['offline', 'signed-out', 'trouble'] as const)(
    'keeps the age of the records when %s',
    (connection) => {
      expect(toSyncStatus(running, aHealth({ connection }))).toEqual({ say: connection, asOf: NOON });
    },
  );

  it('is the failure rather than the incomplete part', () => {
    const kinds = [aKindHealth({ state: 'incomplete' }), aKindHealth({ state: 'failed' })];
    expect(toSyncStatus(running, aHealth({ kinds }))).toEqual({
      say: 'failed',
      asOf: NOON,
      parts: ['requisition'],
    });
  });

  it('names the part that failed, also where it got no response while another part was synced', () => {
    const failed = aKindHealth({ kind: 'form', state: 'failed', error: { code: 'timeout' } });
    const synced = aKindHealth({ lastCheckedAt: toEpochMs(NOON + 1) });
    expect(toSyncStatus(running, aHealth({ kinds: [synced, failed] }))).toEqual({
      say: 'failed',
      asOf: NOON,
      parts: ['form'],
    });
    expect(toSyncStatus(running, aHealth({ kinds: [aKindHealth(), failed] }))).toEqual({
      say: 'behind',
      asOf: NOON,
    });
    expect(
      toSyncStatus(running, aHealth({ kinds: [{ ...failed, error: { code: 'bad-payload' } }] })),
    ).toEqual({
      say: 'failed',
      asOf: NOON,
      parts: [],
    });
  });

  it('is never up to date before every kind is complete', () => {
    const kinds = [aKindHealth(), aKindHealth({ state: 'never', lastSuccessAt: null })];
    expect(toSyncStatus(running, aHealth({ kinds }))).toEqual({ say: 'never' });
  });

  it('is the state of the engine first, then of the account, then its health', () => {
    expect(toSyncStatus({ ...running, engine: 'restarting' }, aHealth())).toEqual({ say: 'restarting' });
    expect(toSyncStatus({ ...running, accounts: SIGNED_OUT }, aHealth())).toEqual({ say: 'no-account' });
    const opening = openDemo({ session: 'opening' });
    expect(toSyncStatus({ ...running, accounts: opening }, null)).toEqual({ say: 'opening' });
    expect(toSyncStatus(running, null)).toEqual({ say: 'opening' });
  });

  it('warns where the user has to act, and does not warn of being offline', () => {
    expect(SYNC_TONES.offline).toBe('calm');
    expect(SYNC_TONES['signed-out']).toBe('warn');
  });
});
