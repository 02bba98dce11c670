import { expect, onTestFinished, test } from 'vitest';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import { ok } from '#contract/result.ts';
import { DISK_RESERVE_BYTES } from '#main/engine/sync/disk-reserve.ts';
import { repeatPassesUntilListIsKnown, runSweepPass } from '#main/engine/sync/full-sweep.ts';
import { openTestApp } from '../../../support/app.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';

const LIMIT = 5;

/** A full page of records, each of which no other position has. */
function toPage(offset: number, limit: number, seen: Set<number>): PageReadCounts {
  const before = seen.size;
  const numbers = Array.from({ length: limit }, (_, index) => offset + index);
  numbers.forEach((number) => seen.add(number));
  const news = seen.size - before;
  return {
    records: limit,
    distinct: limit,
    newInPass: news,
    newInSweep: news,
    first: numbers.map(String),
    last: numbers.map(String),
    isUnchanged: false,
    isNewestFirst: false,
    isPassNewestFirst: false,
    newestUpdate: null,
  };
}

test('a list without an end is left after the most pages that any list should have, as incomplete', async () => {
  const { maxPages } = SERVICE_ASSUMPTIONS.listLength;
  const seen = new Set<number>();
  let requests = 0;
  const swept = await repeatPassesUntilListIsKnown(() =>
    runSweepPass({
      limit: LIMIT,
      lanes: 4,
      fetchSegment: async ({ offset, limit }) => {
        requests += 1;
        return ok(toPage(offset, limit, seen));
      },
    }),
  );
  expect(requests).toBe(maxPages);
  expect(swept).toMatchObject({
    records: maxPages * LIMIT,
    isComplete: false,
    isCertain: false,
    isGapless: false,
    error: { code: 'list-endless' },
  });
});

/** Changes what is assumed of the length of lists during a test: reading that much takes minutes. */
function assumeLength(change: Partial<Record<'maxPages' | 'maxRecords', number>>): () => void {
  const { listLength } = SERVICE_ASSUMPTIONS;
  const { maxPages, maxRecords } = listLength;
  const restore = (): void => void Object.assign(listLength, { maxPages, maxRecords });
  Object.assign(listLength, change);
  onTestFinished(restore);
  return restore;
}

test('a list without an end is left after the most records that any list should have, however large its pages are', async () => {
  assumeLength({ maxRecords: 1_000 });
  const seen = new Set<number>();
  const swept = await repeatPassesUntilListIsKnown(() =>
    runSweepPass({
      limit: 100,
      lanes: 4,
      fetchSegment: async ({ offset, limit }) => ok(toPage(offset, limit, seen)),
    }),
  );
  expect(swept).toMatchObject({ isComplete: false, error: { code: 'list-endless' } });
  expect(seen.size).toBeGreaterThan(1_000);
  // The pages that were on their way arrive.
  expect(seen.size).toBeLessThanOrEqual(1_000 + 5 * 100);
});

test('the health that the user sees says of such a list that it is incomplete and why, and what was read stays', async () => {
  assumeLength({ maxPages: 8 });
  const app = await openTestApp({ seed: 7, requisitions: 5, forms: 200, notifications: 5 });
  app.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  const health = await app.sync({});
  const forms = health.kinds.find(({ kind }) => kind === 'form');
  expect(forms).toMatchObject({
    state: 'incomplete',
    suspected: 0,
    error: { code: 'list-endless', detail: expect.stringContaining('8 pages') },
  });
  expect(forms?.cached).toBeGreaterThanOrEqual(10);
  expect(forms?.cached).toBeLessThan(200);
  expect(health.kinds.find(({ kind }) => kind === 'requisition')).toMatchObject({ state: 'complete' });
});

test('a list without an end loses no change, holds up no other list, and is complete once it ends again', async () => {
  const restore = assumeLength({ maxRecords: 50 });
  const app = await openTestApp({ seed: 7, requisitions: 200, forms: 5, notifications: 5 });
  app.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  const stopped = await app.sync({});
  const find = ({ kinds }: typeof stopped, wanted: Kind) => kinds.find(({ kind }) => kind === wanted);
  expect(find(stopped, 'requisition')).toMatchObject({
    state: 'incomplete',
    error: { code: 'list-endless' },
  });
  expect(find(stopped, 'form')).toMatchObject({ state: 'complete', error: null });
  const [id = ''] = (await app.cached('requisition')).keys();
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Renamed' } });
  await app.sync({});
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(1);

  restore();
  const health = await app.sync({ full: true });
  expect(find(health, 'requisition')).toMatchObject({ state: 'complete', cached: 200, error: null });
});

test('a list whose reading breaks down is said to have failed, holds up no other list, and is read by the next sync', async () => {
  let isBroken = true;
  const getFreeBytes = (): number => {
    if (isBroken) throw new Error('the disk does not answer');
    return DISK_RESERVE_BYTES;
  };
  const app = await openTestApp({ seed: 7, requisitions: 5, forms: 5, notifications: 5 }, { getFreeBytes });
  const broken = await app.sync({});
  expect(broken.kinds.map(({ state, error }) => [state, error?.code])).toEqual(
    broken.kinds.map(() => ['failed', 'internal']),
  );
  isBroken = false;
  const health = await app.sync({});
  expect(health.kinds.map(({ state, error }) => [state, error])).toEqual(
    health.kinds.map(() => ['complete', null]),
  );
});

test('lists are not read on where they would take the last space of the disk, which changes and what was read keep', async () => {
  const disk = { free: DISK_RESERVE_BYTES };
  let pages = 0;
  const getFreeBytes = (): number => {
    pages += 1;
    if (pages > 5) disk.free = DISK_RESERVE_BYTES - 1;
    return disk.free;
  };
  const app = await openTestApp({ seed: 7, requisitions: 200, forms: 5, notifications: 5 }, { getFreeBytes });
  app.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  const full = await app.sync({ kinds: ['requisition'] });
  expect(full.kinds.find(({ kind }) => kind === 'requisition')).toMatchObject({
    state: 'incomplete',
    error: { code: 'storage-low', detail: 'less than 200 MB are free' },
  });
  const cached = await app.cached('requisition');
  expect(cached.size).toBeGreaterThan(0);
  expect(cached.size).toBeLessThan(200);
  const [id = ''] = cached.keys();
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Renamed' } });
  await app.sync({ kinds: ['requisition'] });
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(1);

  pages = -Infinity;
  disk.free = DISK_RESERVE_BYTES;
  const health = await app.sync({ kinds: ['requisition'] });
  expect(health.kinds.find(({ kind }) => kind === 'requisition')).toMatchObject({
    state: 'complete',
    cached: 200,
    error: null,
  });
});
