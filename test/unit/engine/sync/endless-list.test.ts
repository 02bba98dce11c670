import { expect, test } from 'vitest';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { ok } from '#contract/result.ts';
import { repeatPassesUntilListIsKnown, runSweepPass } from '#main/engine/sync/full-sweep.ts';
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
