import { expect, onTestFinished, test } from 'vitest';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { ok } from '#contract/result.ts';
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
    error: { code: 'list-doubted', detail: `the list has more than ${maxPages} pages` },
  });
});

test('the health that the user sees says of such a list that it is incomplete and why, and what was read stays', async () => {
  const { listLength } = SERVICE_ASSUMPTIONS;
  const { maxPages } = listLength;
  // Reading as many pages as are assumed takes minutes.
  Object.assign(listLength, { maxPages: 8 });
  onTestFinished(() => void Object.assign(listLength, { maxPages }));
  const app = await openTestApp({ seed: 7, requisitions: 5, forms: 200, notifications: 5 });
  app.clinic.listing = { order: 'updated-desc', limitCap: 10 };
  const health = await app.sync({});
  const forms = health.kinds.find(({ kind }) => kind === 'form');
  expect(forms).toMatchObject({
    state: 'incomplete',
    suspected: 0,
    error: { code: 'list-doubted', detail: 'the list has more than 8 pages' },
  });
  expect(forms?.cached).toBeGreaterThanOrEqual(10);
  expect(forms?.cached).toBeLessThan(200);
  expect(health.kinds.find(({ kind }) => kind === 'requisition')).toMatchObject({ state: 'complete' });
});
