import { beforeEach, expect, test } from 'vitest';
import { accountSyncHealthSchema, type Health } from '#contract/sync-health.ts';
import { ERROR_CODES } from '#contract/app-error.ts';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { err } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import type { KindSyncState } from '#main/engine/cache/tables/sync-state.ts';
import { HealthTracker, NO_ACCOUNT_HEALTH } from '#main/engine/sync/health.ts';

const FORMS: KindSyncState = {
  kind: 'form',
  cached: 0,
  outcome: 'never',
  lastSuccessAt: null,
  lastCheckedAt: null,
  order: null,
  quarantined: 0,
  suspected: 0,
};

const emitted: Health[] = [];
const waits: { readonly ms: number; readonly over: DeferredPromise<void> }[] = [];
let now = 0;
let board: HealthTracker;

beforeEach(() => {
  emitted.length = 0;
  waits.length = 0;
  now = 10_000;
  board = new HealthTracker({
    account: 'demo',
    clock: {
      now: () => now,
      monotonic: () => now,
      wait: (ms) => {
        const over = createDeferredPromise<void>();
        waits.push({ ms, over });
        return over.promise;
      },
    },
    log: silentLog,
    emit: (health) => emitted.push(health),
  });
});

/** Ends the pending wait. */
async function pass(): Promise<void> {
  const wait = waits.at(-1);
  now += wait?.ms ?? 0;
  wait?.over.resolve();
  await new Promise((resume) => setImmediate(resume));
}

const getKind = (kind: string) => board.current.kinds.find((known) => known.kind === kind);

test('an engine with no open account has a health too', () => {
  expect(accountSyncHealthSchema.safeParse(NO_ACCOUNT_HEALTH).success).toBe(true);
});

test('many changes at once are emitted once, and at most five times a second', async () => {
  for (let page = 0; page < 100; page++) board.addPage('form', 500);
  expect(waits.map(({ ms }) => ms)).toEqual([0]);
  await pass();
  expect(emitted).toHaveLength(1);
  expect(getKind('form')).toMatchObject({ received: 50_000, pages: 100 });
  for (let page = 0; page < 100; page++) board.addPage('form', 500);
  expect(waits.map(({ ms }) => ms)).toEqual([0, 200]);
  await pass();
  expect(emitted).toHaveLength(2);
  expect(emitted.every((health) => accountSyncHealthSchema.safeParse(health).success)).toBe(true);
});

test('a sweep resets its counts and keeps those of the cache', () => {
  board.setCounts([{ ...FORMS, cached: 7, quarantined: 1 }]);
  board.addPage('form', 7);
  board.beginSweep('form');
  expect(getKind('form')).toMatchObject({
    state: 'running',
    received: 0,
    pages: 0,
    cached: 7,
    quarantined: 1,
  });
  board.endSweep('form', 'incomplete', err('timeout').error);
  expect(getKind('form')).toMatchObject({ state: 'incomplete', error: { code: 'timeout' } });
});

test('the connection follows the last request, and its time is known', () => {
  board.recordResult(null);
  expect(board.current).toMatchObject({ connection: 'online', connectionSince: 10_000, error: null });
  now = 20_000;
  board.recordResult(null);
  expect(board.current.connectionSince).toBe(10_000);
  board.recordResult(err('offline').error);
  expect(board.current).toMatchObject({ connection: 'offline', connectionSince: 20_000 });
});

test('expired tokens are reported until others are entered', () => {
  board.recordResult(err('unauthorised').error);
  expect(board.current.connection).toBe('signed-out');
  board.clearSignOut();
  expect(board.current).toMatchObject({ connection: 'unknown', error: null });
});

test('local errors say nothing about the connection', () => {
  board.recordResult(null);
  for (const code of ['cancelled', 'internal', 'storage-full', 'storage-damaged', 'engine-down'] as const) {
    board.recordResult(err(code).error);
    expect(board.current.connection).toBe('online');
  }
});

test('every error gives a health that the contract accepts', () => {
  for (const code of ERROR_CODES) {
    board.recordResult(err(code).error);
    expect(accountSyncHealthSchema.safeParse(board.current).success).toBe(true);
  }
});

test('the former state of a damaged cache is reported until the account is closed', () => {
  const states = [{ ...FORMS, cached: 3, outcome: 'complete', lastSuccessAt: toEpochMs(5) }] as const;
  board.setCacheOpened(true, states);
  board.setCacheOpened(false, states);
  expect(board.current.cacheSetAside).toBe(true);
  expect(getKind('form')).toMatchObject({ state: 'complete', cached: 3, lastSuccessAt: 5 });
});

test('after it is closed nothing is emitted', async () => {
  board.beginSweep('form');
  board.close();
  await pass();
  expect(emitted).toEqual([]);
});

test('the outbox and the local store are part of the health', () => {
  expect(board.current.outbox).toEqual(EMPTY_OUTBOX_COUNTS);
  board.setOutbox({ ...EMPTY_OUTBOX_COUNTS, saved: 2 });
  board.setLocal({ state: 'recovered', carried: 3, lost: null });
  expect(board.current).toMatchObject({
    outbox: { saved: 2 },
    localStore: { state: 'recovered', carried: 3 },
  });
});
