import { afterEach, beforeEach, expect, test } from 'vitest';
import { standingClock, type StandingClock } from '../../../support/clocks.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { unwrap } from '../../../support/engine.ts';

let clock: StandingClock;
let cache: TestCache;
beforeEach(async () => {
  clock = standingClock();
  cache = await testCache(clock);
});
afterEach(() => cache.close());

const BETWEEN_PAGES = 400;
let stored = 0;

/** Stores one page after another for some time; returns the times between the commits, in milliseconds. */
function storePagesFor(ms: number): readonly number[] {
  const end = clock.at + ms;
  const gaps: number[] = [];
  let since = clock.at;
  for (; clock.at < end; clock.at += BETWEEN_PAGES) {
    const before = cache.changes().length;
    stored += 1;
    unwrap(cache.page('requisition', [rawRequisition({ id: `req_${stored}` })]));
    if (cache.changes().length === before) continue;
    gaps.push(clock.at - since);
    since = clock.at + BETWEEN_PAGES;
  }
  return gaps;
}

test('what arrives is committed after a second at first, and after at most five while pages keep coming', () => {
  cache.begin('requisition');
  const gaps = storePagesFor(60_000);
  expect(gaps.slice(0, 2)).toEqual([1_200, 1_200]);
  expect(gaps).toEqual(gaps.toSorted((left, right) => left - right));
  expect(gaps.at(-1)).toBe(5_200);
  // After a pause what arrives is soon shown again.
  clock.at += 3_000;
  expect(storePagesFor(10_000)[0]).toBeLessThanOrEqual(1_200);
});

test('the writer keeps more pages in memory after a large batch, until no list is being read', () => {
  const getCacheSize = (): unknown => cache.connection().pragma('cache_size');
  const usual = getCacheSize();
  const records = Array.from({ length: 5_000 }, (_none, n) => rawRequisition({ id: `req_${n}` }));
  cache.begin('requisition');
  cache.begin('form');
  unwrap(cache.page('requisition', records, { isUrgent: true }));
  // A negative number is in kibibytes.
  expect(Number(getCacheSize())).toBeLessThan(Number(usual));
  unwrap(cache.end('requisition'));
  expect(getCacheSize()).not.toBe(usual);
  unwrap(cache.end('form'));
  expect(getCacheSize()).toBe(usual);
});
