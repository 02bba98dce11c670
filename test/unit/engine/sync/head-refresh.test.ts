import fc from 'fast-check';
import { expect, test } from 'vitest';
import { err, ok, type ErrorCode } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  FIRST_HEAD_PAGE_RECORDS,
  refreshListHead,
  type HeadRefreshResult,
} from '#main/engine/sync/head-refresh.ts';

interface Row {
  readonly id: string;
  readonly at: number;
}

const rows = (size: number): Row[] =>
  Array.from({ length: size }, (_none, index) => ({ id: `r${size - index}`, at: size - index }));

/**
 * Reads the head of a service's list, or its error, into a copy of an earlier state; returns the outcome and the number of
 * records requested.
 */
async function head(
  copy: ReadonlyMap<string, number>,
  knownUntil: number,
  serve: (offset: number, limit: number, turn: number) => readonly Row[] | ErrorCode,
): Promise<HeadRefreshResult & { readonly copy: Map<string, number>; readonly asked: number[] }> {
  const mine = new Map(copy);
  const asked: number[] = [];
  const end = await refreshListHead({
    limit: 500,
    knownUntil: toEpochMs(knownUntil),
    fetchSegment: async ({ offset, limit }) => {
      const page = serve(offset, limit, asked.push(limit));
      if (typeof page === 'string') return err(page);
      const isUnchanged = page.every(({ id, at }) => mine.get(id) === at);
      for (const { id, at } of page) mine.set(id, at);
      const ids = page.map(({ id }) => id);
      return ok({
        records: page.length,
        newInPass: page.length,
        newInSweep: page.length,
        first: ids.slice(0, 3),
        last: ids.slice(-3),
        isUnchanged,
        isNewestFirst: page.every(({ at }, index) => index === 0 || (page[index - 1]?.at ?? 0) >= at),
        isPassNewestFirst: false,
        distinct: 0,
        newestUpdate: page.length === 0 ? null : toEpochMs(Math.max(...page.map(({ at }) => at))),
      });
    },
  });
  return { ...end, copy: mine, asked };
}

const getCopy = (list: readonly Row[]): Map<string, number> => new Map(list.map(({ id, at }) => [id, at]));
const serving = (list: readonly Row[]) => (offset: number, limit: number) =>
  list.slice(offset, offset + limit);

test('without changes one small page is enough', async () => {
  const list = rows(10_000);
  const { type, asked } = await head(getCopy(list), 10_000, serving(list));
  expect([type, asked]).toEqual(['known', [FIRST_HEAD_PAGE_RECORDS]]);
});

test('however many records changed, all of them come, and few others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3000 }),
      fc.array(fc.nat(), { maxLength: 400 }),
      async (size, picks) => {
        const before = rows(size);
        const changed = new Set(picks.map((pick) => `r${(pick % size) + 1}`));
        let now = size;
        const moved = before
          .filter(({ id }) => changed.has(id))
          .map(({ id }) => ({ id, at: ++now }))
          .reverse();
        const after = [...moved, ...before.filter(({ id }) => !changed.has(id))];
        const { type, copy, records } = await head(getCopy(before), size, serving(after));
        expect(type).toBe('known');
        expect(copy).toEqual(getCopy(after));
        expect(records).toBeLessThanOrEqual(Math.max(4 * moved.length, FIRST_HEAD_PAGE_RECORDS) + 500);
      },
    ),
  );
});

test('records that were stored one by one do not hide an earlier change behind them', async () => {
  const before = rows(5000);
  const mine = Array.from({ length: 120 }, (_none, index) => ({ id: `mine${index}`, at: 9000 - index }));
  const theirs = { id: 'r7', at: 6000 };
  const after = [...mine, theirs, ...before.filter(({ id }) => id !== 'r7')];
  const { type, copy } = await head(getCopy([...mine, ...before]), 5000, serving(after));
  expect([type, copy.get('r7')]).toEqual(['known', 6000]);
});

test('a change that an earlier attempt missed is found though all before it is here', async () => {
  const before = rows(5000);
  const news = Array.from({ length: 90 }, (_none, index) => ({ id: `n${index}`, at: 9000 - index }));
  const after = [...news, ...before];
  const { copy } = await head(getCopy([...news.slice(0, 50), ...before]), 5000, serving(after));
  expect(copy).toEqual(getCopy(after));
});

test('pages that move while they are read are detected', async () => {
  const news = Array.from({ length: 90 }, (_none, index) => ({ id: `n${index}`, at: 9000 - index }));
  const list = [...news, ...rows(500)];
  const { type } = await head(getCopy(rows(500)), 500, (offset, limit, turn) =>
    (turn > 1 ? [{ id: 'late', at: 9999 }, ...list] : list).slice(offset, offset + limit),
  );
  expect(type).toBe('moved');
});

test('a list in another order is detected on its first page', async () => {
  const list = rows(500).reverse();
  expect((await head(getCopy(list), 500, serving(list))).type).toBe('unordered');
});

test('a short page is not taken for the end', async () => {
  const news = Array.from({ length: 90 }, (_none, index) => ({ id: `n${index}`, at: 9000 - index }));
  const list = [...news, ...rows(50)];
  const { copy, type } = await head(new Map(), 0, (offset, limit) =>
    list.slice(offset, offset + Math.min(limit, 17)),
  );
  expect([type, copy.size]).toEqual(['known', 140]);
});

test('a short page is not taken for the end where the service refuses larger pages: the list is not known then', async () => {
  const list = rows(300);
  const { type, asked } = await head(new Map(), 0, (offset, limit, turn) => {
    if (limit > 100) return 'rejected';
    return list.slice(offset, offset + (turn === 2 ? 3 : limit));
  });
  expect([type, asked]).toEqual(['moved', [50, 100, 100]]);
});

test.each<ErrorCode>(['rejected', 'not-found'])(
  'a list whose service refuses what is behind its end with %s is known, whatever its length',
  async (code) => {
    for (const size of [1, 2, 30, 49, 50, 51, 97, 150, 500]) {
      const list = rows(size);
      const { copy, type } = await head(new Map(), 0, (offset, limit) =>
        offset >= size ? code : list.slice(offset, offset + limit),
      );
      expect([size, type, copy.size]).toEqual([size, 'known', size]);
    }
  },
);

test('a page that fails ends it with the reason', async () => {
  const end = await refreshListHead({
    limit: 500,
    knownUntil: toEpochMs(1),
    fetchSegment: async () => err('offline'),
  });
  expect(end).toMatchObject({ type: 'failed', error: { code: 'offline' } });
});

test('a gateway that times out gets smaller pages', async () => {
  const asked: number[] = [];
  await refreshListHead({
    limit: 500,
    knownUntil: toEpochMs(1),
    fetchSegment: async ({ limit }) => {
      asked.push(limit);
      return limit > 20 ? err('server-error', { detail: 'HTTP 504' }) : err('offline');
    },
  });
  expect(asked).toEqual([FIRST_HEAD_PAGE_RECORDS, 25, 12]);
});
