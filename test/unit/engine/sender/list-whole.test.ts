import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { err, ok, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import { createSeededRandom, type RandomGenerator } from '#main/base/random.ts';
import { readWholeList, type ReadListPage } from '#main/engine/sender/read-whole-list.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import { unwrap } from '../../../support/engine.ts';

type Pages = (offset: number, limit: number) => readonly string[];

const resource = (id: string): RawResource => ({ value: { id }, text: JSON.stringify({ id }) });
const getIds = (count: number): string[] => Array.from({ length: count }, (_, index) => `req_${index}`);

function shuffle(ids: readonly string[], random: RandomGenerator): readonly string[] {
  return ids
    .map((id) => ({ id, at: random.fraction() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ id }) => id);
}

const reading = (pages: Pages): ReadListPage => {
  return ({ offset, limit }) => Promise.resolve(ok(pages(offset, limit).map(resource)));
};

async function listed(
  read: ReadListPage,
): Promise<{ readonly ids: Set<unknown>; readonly isCertain: boolean }> {
  const listing = await readWholeList(read);
  if (!listing.ok) throw new Error(listing.error.code);
  const { resources, isCertain } = listing.value;
  return { ids: new Set(resources.map(({ value }) => (value as { id: string }).id)), isCertain };
}

const counts = [0, 1, 2, 3, 4, 5, 9, 10, 11, 41];
const caps = [1, 2, 3, 4, 5, 10, 500];

test.each(counts.flatMap((count) => caps.map((cap) => [count, cap] as const)))(
  'a stable list of %i in pages of at most %i is read to its certain end',
  async (count, cap) => {
    const all = getIds(count);
    const { ids, isCertain } = await listed(
      reading((offset, limit) => all.slice(offset, offset + Math.min(limit, cap))),
    );
    expect(isCertain).toBe(true);
    expect(ids).toEqual(new Set(all));
  },
);

test.each([
  [0, 1],
  [1, 2],
  [2, 2],
])('a stable list of %i that fits into one page is read with %i requests', async (count, expected) => {
  const all = getIds(count);
  let requests = 0;
  const { isCertain } = await listed(
    reading((offset, limit) => {
      requests += 1;
      return all.slice(offset, offset + limit);
    }),
  );
  expect(isCertain).toBe(true);
  expect(requests).toBe(expected);
});

test('of a list in a random order with capped pages all is known, or the end is not certain', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(2, 5, 10, 20, 500),
      fc.nat(),
      async (count, cap, seed) => {
        const random = createSeededRandom(seed);
        const all = getIds(count);
        const { ids, isCertain } = await listed(
          reading((offset, limit) => shuffle(all, random).slice(offset, offset + Math.min(limit, cap))),
        );
        const isWhole = ids.size === count;
        expect({ isBelieved: isCertain && !isWhole, isGivenUp: cap >= 10 && !isCertain }).toEqual({
          isBelieved: false,
          isGivenUp: false,
        });
      },
    ),
    { numRuns: 60 },
  ));

test('pages that agree by chance under an order that changes are no certain end', async () => {
  const pages = [['req_a', 'req_b'], ['req_b', 'req_a'], ['req_a']];
  const asked: number[] = [];
  const first = await listed(
    reading((offset) => {
      asked.push(offset);
      return pages[asked.length - 1] ?? ['req_a', 'req_b', 'req_c'].slice(offset);
    }),
  );
  expect(first.ids).toContain('req_c');
});

test('a list that goes on behind a place where the service shows nothing has no certain end', async () => {
  const all = getIds(60);
  // Behind the 23 positions of the third page come 25 that are counted and not shown.
  const { isCertain } = await listed(
    reading((offset, limit) =>
      all
        .slice(offset, offset + Math.min(limit, 10))
        .filter((_, index) => offset + index < 17 || offset + index >= 42),
    ),
  );
  expect(isCertain).toBe(false);
});

/** Reads a list of 41 whose pages behind the end are answered with an error. */
const readWithErrorBehindEnd = (code: ErrorCode, limits = new Set<number>()) =>
  readWholeList(({ offset, limit }) => {
    limits.add(limit);
    return Promise.resolve(
      offset > 41
        ? err(code)
        : ok(
            getIds(41)
              .slice(offset, offset + Math.min(limit, 10))
              .map(resource),
          ),
    );
  });

test.each<ErrorCode>(['rejected', 'not-found'])(
  'a service that refuses what is behind the end of a list with %s gives a certain end, in pages as large as before',
  async (code) => {
    const limits = new Set<number>();
    const { resources, isCertain } = unwrap(await readWithErrorBehindEnd(code, limits));
    expect({ size: resources.length, isCertain }).toEqual({ size: 41, isCertain: true });
    expect([...limits]).toEqual([500, 10]);
  },
);

test.each(
  [1, 2, 5, 41].flatMap((count) =>
    [1, 10, 500].flatMap((cap) =>
      (['rejected', 'not-found'] as const).map((code) => [count, cap, code] as const),
    ),
  ),
)(
  'a list of %i in pages of at most %i has a certain end where the service refuses the page at it with %s',
  async (count, cap, code) => {
    const all = getIds(count);
    const limits = new Set<number>();
    const { ids, isCertain } = await listed(async ({ offset, limit }) => {
      limits.add(limit);
      const page = all.slice(offset, offset + Math.min(limit, cap));
      return offset >= count ? err(code) : ok(page.map(resource));
    });
    expect({ size: ids.size, isCertain }).toEqual({ size: count, isCertain: true });
    expect(Math.min(...limits)).toBeGreaterThanOrEqual(Math.min(cap, 500));
  },
);

test.each<ErrorCode>(['server-error', 'bad-payload'])(
  'the end of a list is not certain where what is behind it comes as %s',
  async (code) => {
    const { resources, isCertain } = unwrap(await readWithErrorBehindEnd(code));
    expect({ size: resources.length, isCertain }).toEqual({ size: 41, isCertain: false });
  },
);

test('a connection that ends behind the end of a list is an error, and no end', async () => {
  expect(await readWithErrorBehindEnd('offline')).toMatchObject({ error: { code: 'offline' } });
});

test('a list without a certain end that stands still is not read again and again', async () => {
  let requests = 0;
  const all = getIds(60);
  const { isCertain } = await listed(
    reading((offset, limit) => {
      requests += 1;
      return all
        .slice(offset, offset + Math.min(limit, 10))
        .filter((_, index) => offset + index < 17 || offset + index >= 42);
    }),
  );
  expect(isCertain).toBe(false);
  expect(requests).toBeLessThan(40);
});

test('a service that ignores the offset gives no certain end', async () => {
  const all = getIds(40);
  expect(await listed(reading(() => all.slice(0, 10)))).toMatchObject({ isCertain: false });
});

test.each([5, 20, 37])(
  'a list of 41 that is cut short by empty pages from record %i on has no certain end',
  async (from) => {
    const all = getIds(41);
    const { isCertain } = await listed(
      reading((offset, limit) => (offset + 1 < from ? all.slice(offset, offset + Math.min(limit, 10)) : [])),
    );
    expect(isCertain).toBe(false);
  },
);

test('a list with a position whose record is on no page has no certain end, however often it is read', async () => {
  const all = getIds(11);
  // The twelfth position shows the first record once more, in place of its own.
  const positions = [...all, 'req_0'];
  const { ids, isCertain } = await listed(
    reading((offset, limit) => positions.slice(offset, offset + Math.min(limit, 5))),
  );
  expect({ size: ids.size, isCertain }).toEqual({ size: 11, isCertain: false });
});

test('a list without an end is given up after a thousand pages', async () => {
  let requests = 0;
  const { isCertain } = await listed(
    reading((offset) => {
      requests += 1;
      return Array.from({ length: 10 }, (_, index) => `req_${offset + index}`);
    }),
  );
  expect({ isCertain, requests }).toEqual({ isCertain: false, requests: 1_000 });
});

test('a record that leaves the list while it is read is detected', async () => {
  let all = getIds(30);
  let requests = 0;
  const { ids, isCertain } = await listed(
    reading((offset, limit) => {
      if (++requests === 2) all = all.slice(1);
      return all.slice(offset, offset + Math.min(limit, 10));
    }),
  );
  expect(isCertain).toBe(true);
  expect(ids.size).toBe(30);
});

describe('a page that is refused for its size', () => {
  const all = getIds(230);
  const refusing = (code: 'rejected' | 'too-large', most: number): ReadListPage => {
    return ({ offset, limit }): Promise<Result<readonly RawResource[]>> =>
      Promise.resolve(limit > most ? err(code) : ok(all.slice(offset, offset + limit).map(resource)));
  };

  test.each(['rejected', 'too-large'] as const)('is requested in smaller pages after %s', async (code) => {
    const { ids, isCertain } = await listed(refusing(code, 100));
    expect(isCertain).toBe(true);
    expect(ids.size).toBe(230);
  });

  test('is an error where even one record is refused', async () => {
    expect(await readWholeList(refusing('rejected', 0))).toMatchObject({ error: { code: 'rejected' } });
  });
});

test('a connection error ends the reading', async () => {
  expect(await readWholeList(() => Promise.resolve(err('offline')))).toMatchObject({
    error: { code: 'offline' },
  });
});

const SLOW: readonly AppError[] = [
  err('server-error', { detail: 'HTTP 504' }).error,
  err('timeout', { detail: 'UND_ERR_HEADERS_TIMEOUT' }).error,
  err('timeout', { detail: 'whole request' }).error,
];

test.each(SLOW)(
  'a list that takes too long ($code $detail) is not asked for again at once',
  async (error) => {
    const limits: number[] = [];
    const read: ReadListPage = async ({ limit }) => {
      limits.push(limit);
      return { ok: false, error };
    };
    expect((await readWholeList(read, 125)).ok).toBe(false);
    expect(limits).toEqual([125]);
  },
);

test('an attempt in smaller pages, after larger ones took too long, does not ask for the larger ones again', async () => {
  const random = createSeededRandom(1);
  const all = getIds(300);
  const limits: number[] = [];
  // In a random order only a page with the whole list would be certain.
  const shuffled = reading((offset, limit) => {
    limits.push(limit);
    return shuffle(all, random).slice(offset, offset + limit);
  });
  unwrap(await readWholeList(shuffled, 125));
  expect(Math.max(...limits)).toBeLessThan(250);
  limits.length = 0;
  unwrap(await readWholeList(shuffled));
  expect(Math.max(...limits)).toBeGreaterThan(250);
});

test('a service that cannot be connected to is not asked for smaller pages', async () => {
  let requests = 0;
  const read: ReadListPage = async () => {
    requests += 1;
    return err('timeout', { detail: 'UND_ERR_CONNECT_TIMEOUT' });
  };
  expect((await readWholeList(read)).ok).toBe(false);
  expect(requests).toBe(1);
});
