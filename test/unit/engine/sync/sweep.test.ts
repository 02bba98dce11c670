import fc from 'fast-check';
import { expect, test } from 'vitest';
import { err, ok, type ErrorCode } from '#contract/result.ts';
import { runSweepPass } from '#main/engine/sync/full-sweep.ts';
import { capped, numbersFrom, runOver, type Service, toPage } from '../../../support/list-service.ts';

test('whatever the size of the list and the cap of its pages, every record comes and the sweep is trusted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(600),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 5 }),
      async (size, cap, lanes) => {
        const swept = await runOver(capped(size, cap), { lanes });
        // Pages of a single record do not overlap, so a missed one cannot be detected.
        expect(swept).toMatchObject({ isFinished: true, isTrusted: cap > 1 || size <= 1, error: null });
        expect(swept.seen.size).toBe(size);
        expect(swept.maxConcurrent).toBeLessThanOrEqual(lanes);
        // No more than a handful of requests beyond the existing pages.
        const held = Math.min(cap, 50);
        const further = held - Math.min(3, Math.floor(held / 2));
        expect(swept.requests.length).toBeLessThanOrEqual(Math.ceil(size / further) + lanes + 4);
      },
    ),
  );
});

test('pages that are short at random lose no record', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(400),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      async (size, lengths) => {
        const service: Service = {
          size,
          answer: ({ offset, limit }, turn) => {
            const length = Math.min(limit, lengths[turn % lengths.length] ?? 1);
            return numbersFrom(offset, Math.min(size, offset + length));
          },
        };
        const swept = await runOver(service);
        expect(swept.seen.size).toBe(size);
        expect(swept).toMatchObject({ isFinished: true, error: null });
      },
    ),
  );
});

test('only one page is requested until the size of a page is known', async () => {
  const { requests } = await runOver(capped(30, 100));
  expect(requests).toEqual([
    { offset: 0, limit: 50 },
    { offset: 30, limit: 50 },
  ]);
});

test('a service that ignores the limit is read in one page', async () => {
  const { seen, isTrusted, requests } = await runOver({
    size: 120,
    answer: ({ offset }) => numbersFrom(offset, 120),
  });
  expect([seen.size, isTrusted]).toEqual([120, true]);
  expect(requests.length).toBeLessThanOrEqual(6);
});

test('a service that ignores the offset ends soon, and is not trusted', async () => {
  const { seen, isTrusted, requests } = await runOver({
    size: 500,
    answer: ({ limit }) => numbersFrom(0, limit),
  });
  expect([seen.size, isTrusted]).toEqual([50, false]);
  expect(requests.length).toBeLessThanOrEqual(7);
});

test('a service that ignores the offset ends as soon in whatever order its pages arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { minLength: 1 }), async (delays) => {
      const { requests } = await runOver({
        size: 500,
        answer: ({ limit }) => numbersFrom(0, limit),
        delay: (turn) => delays[turn % delays.length] ?? 0,
      });
      expect(requests.length).toBeLessThanOrEqual(7);
    }),
  );
});

test('records added in front during the sweep are not taken for the end, and the sweep knows that it missed them', async () => {
  const service: Service = {
    size: 300,
    // After the third request fifty new records are in front: everything moves back by a page.
    answer: ({ offset, limit }, turn) => {
      const moved = turn > 3 ? 50 : 0;
      return numbersFrom(offset - moved, Math.min(300, offset - moved + limit)).filter(
        (number) => number >= 0,
      );
    },
  };
  const { seen, isTrusted } = await runOver(service);
  expect([seen.size, isTrusted]).toEqual([300, false]);
});

test('an order that changes with every request is not trusted to have shown everything', async () => {
  const { isTrusted, seen } = await runOver({
    size: 300,
    answer: ({ offset, limit }, turn) =>
      numbersFrom(offset, Math.min(300, offset + limit)).map((number) => (number * 7 + turn * 113) % 300),
  });
  expect(isTrusted).toBe(seen.size === 300);
});

test('a page that is empty once never makes a list that is shorter than known a trusted one', async () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 60 }), fc.nat(12));
  await fc.assert(
    fc.asyncProperty(sizes, async ([size, cap, empty]) => {
      const whole = capped(size, cap);
      const answer: Service['answer'] = (asked, turn) =>
        turn === empty + 1 ? [] : whole.answer(asked, turn);
      const { seen, isTrusted } = await runOver({ size, answer }, { expected: size });
      expect(isTrusted && seen.size < size).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('the end of a list that is shorter than known is read twice, and then trusted', async () => {
  const { requests, isTrusted } = await runOver(capped(30, 100), { expected: 31 });
  expect([requests.map(({ offset }) => offset), isTrusted]).toEqual([[0, 30, 27], true]);
});

test('one page that fails is omitted, the others are kept, and the sweep says so', async () => {
  const { seen, isTrusted, error } = await runOver({
    size: 350,
    answer: ({ offset, limit }) =>
      offset === 94 ? 'server-error' : numbersFrom(offset, Math.min(350, offset + limit)),
  });
  expect([seen.size, isTrusted, error?.code]).toEqual([306, false, 'server-error']);
});

test('a service where every page fails is requested a few times, not permanently', async () => {
  const failing = await runOver({ size: 0, answer: () => 'bad-payload' });
  expect(failing).toMatchObject({ records: 0, isTrusted: false, error: { code: 'bad-payload' } });
  expect(failing.requests).toHaveLength(5);
  const halfway = await runOver({
    size: 100_000,
    answer: ({ offset, limit }) => (offset < 100 ? numbersFrom(offset, offset + limit) : 'timeout'),
  });
  expect(halfway.requests.length).toBeLessThanOrEqual(16);
});

test.each<ErrorCode>(['unauthorised', 'offline', 'forbidden', 'storage-full', 'certificate'])(
  '%s ends the sweep at once and keeps what came',
  async (code) => {
    const { seen, requests, error } = await runOver({
      size: 10_000,
      answer: ({ offset, limit }, turn) => (turn < 4 ? numbersFrom(offset, offset + limit) : code),
    });
    expect([seen.size, error?.code]).toEqual([144, code]);
    expect(requests.length).toBeLessThanOrEqual(8);
  },
);

test('a page that is too large is requested in smaller parts, down to single records', async () => {
  const weights = numbersFrom(0, 200).map((number) => (number % 37 === 5 ? 90 : 1));
  const { seen, error, isTrusted } = await runOver({
    size: 200,
    answer: ({ offset, limit }) => {
      const numbers = numbersFrom(offset, Math.min(200, offset + limit));
      const weight = numbers.reduce((sum, number) => sum + (weights[number] ?? 0), 0);
      return weight > 100 ? 'too-large' : numbers;
    },
  });
  expect({ size: seen.size, error, isTrusted }).toEqual({ size: 200, error: null, isTrusted: true });
});

test('a single record that is too large is omitted, at any position, and reported', async () => {
  for (const giant of [0, 7, 120]) {
    const { seen, error } = await runOver({
      size: 200,
      answer: ({ offset, limit }) => {
        const numbers = numbersFrom(offset, Math.min(200, offset + limit));
        return numbers.includes(giant) ? 'too-large' : numbers;
      },
    });
    expect([giant, seen.size, seen.has(giant), error?.code]).toEqual([giant, 199, false, 'too-large']);
  }
});

test('a pass reports the maximum page size, and one that knows it requests several pages from the beginning', async () => {
  const first = await runOver(capped(300, 20));
  expect(first.pageCap).toBe(20);
  expect((await runOver(capped(30, 100))).pageCap).toBeNull();
  const second = await runOver(capped(300, 20), { knownCapacity: 20 });
  expect(second).toMatchObject({ isTrusted: true, pageCap: 20, maxConcurrent: 4 });
  expect(second.requests.length).toBeLessThanOrEqual(first.requests.length);
  expect((await runOver(capped(300, 11), { knownCapacity: 20 })).pageCap).toBe(11);
});

/** A list that changes once, at a random turn; every response is a snapshot of it. */
function changing(size: number, turnOfChange: number, change: (list: number[]) => number[]): Service {
  let list = numbersFrom(0, size);
  return {
    size,
    answer: ({ offset, limit }, turn) => {
      if (turn === turnOfChange) list = change(list);
      return list.slice(offset, offset + limit);
    },
  };
}

test('a trusted pass has missed no record that existed all the time, whatever moved meanwhile', async () => {
  let trusted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.nat(12),
      fc.constantFrom('insert', 'delete', 'to front', 'to back'),
      fc.nat(),
      async (size, turn, kind, chance) => {
        const place = chance % size;
        const change = (list: number[]): number[] => {
          const rest = list.filter((_number, index) => index !== place);
          const moved = list[place] ?? 0;
          if (kind === 'insert') return [...list.slice(0, place), 10_000, ...list.slice(place)];
          if (kind === 'to front') return [moved, ...rest];
          return kind === 'to back' ? [...rest, moved] : rest;
        };
        const swept = await runOver(changing(size, turn, change));
        if (!swept.isTrusted) return;
        trusted += 1;
        const stayed = numbersFrom(0, size).filter((number) => kind !== 'delete' || number !== place);
        expect(stayed.filter((number) => !swept.seen.has(number))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
  expect(trusted).toBeGreaterThan(20);
});

test('a service that refuses pages above a maximum of its own is read whole, however small that is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom<ErrorCode>('rejected', 'timeout', 'too-large'),
      async (size, most, code) => {
        const service: Service = {
          size,
          answer: ({ offset, limit }) =>
            limit > most ? code : numbersFrom(offset, Math.min(size, offset + limit)),
        };
        const { seen, isFinished, pageCap, error } = await runOver(service);
        expect({ size: seen.size, isFinished, error }).toEqual({ size, isFinished: true, error: null });
        expect(pageCap ?? 0).toBeLessThanOrEqual(most);
      },
    ),
  );
});

test('a refusal in the middle of a list is not about the size of its pages', async () => {
  const { requests, error } = await runOver({
    size: 300,
    answer: ({ offset, limit }) => (offset > 100 ? 'rejected' : numbersFrom(offset, offset + limit)),
  });
  expect(error?.code).toBe('rejected');
  expect(requests.length).toBeLessThanOrEqual(8);
});

test('a service that never responds ends the sweep after a few smaller pages', async () => {
  const { requests, error, pageCap } = await runOver({ size: 300, answer: () => 'timeout' });
  expect([error?.code, pageCap]).toEqual(['timeout', null]);
  expect(requests.map(({ limit }) => limit)).toEqual([50, 25, 12, 6, 3, 1]);
});

test.each<ErrorCode>(['bad-payload', 'redirected'])(
  'a page that came as %s is requested again when all others have come, up to five times',
  async (code) => {
    const answerBut = (times: number): Service => {
      let left = times;
      return {
        size: 300,
        answer: ({ offset, limit }) => {
          if (offset === 94 && left-- > 0) return code;
          return numbersFrom(offset, Math.min(300, offset + limit));
        },
      };
    };
    const swept = await runOver(answerBut(4));
    expect({ size: swept.seen.size, error: swept.error, isTrusted: swept.isTrusted }).toEqual({
      size: 300,
      error: null,
      isTrusted: true,
    });
    expect(swept.requests.filter(({ offset }) => offset === 94)).toHaveLength(5);
    const failed = await runOver(answerBut(5));
    expect([failed.error?.code, failed.isTrusted]).toEqual([code, false]);
  },
);

/**
 * A list that grows in front by some records before each of these turns; numbers below zero are the new ones.
 */
function growing(size: number, turns: ReadonlyMap<number, number>): Service {
  let front = 0;
  return {
    size,
    answer: ({ offset, limit }, turn) => {
      front += turns.get(turn) ?? 0;
      const end = Math.min(size, offset - front + limit);
      return numbersFrom(offset - front, end);
    },
  };
}

test('a list that grew in front while it was read has been read whole except for the new records', async () => {
  let grown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 60, max: 500 }),
      fc.array(fc.tuple(fc.integer({ min: 2, max: 14 }), fc.integer({ min: 1, max: 12 })), { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (size, growths, lanes) => {
        const swept = await runOver(growing(size, new Map(growths)), { lanes });
        if (!swept.hasGrown && !swept.isTrusted) return;
        grown += swept.hasGrown ? 1 : 0;
        expect(numbersFrom(0, size).filter((number) => !swept.seen.has(number))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
  expect(grown).toBeGreaterThan(100);
});

test('one record in front between two pages counts as growth; it leaves the sweep uncertain', async () => {
  const swept = await runOver(growing(300, new Map([[3, 1]])), { lanes: 1 });
  expect(swept).toMatchObject({ hasGrown: true, isTrusted: false, isFinished: true, error: null });
});

test('a record that moved to the back, was deleted or moved between others does not count as growth', async () => {
  const changes: readonly ((list: number[]) => number[])[] = [
    (list) => list.filter((number) => number !== 120),
    (list) => [...list.filter((number) => number !== 20), 20],
    (list) => list.toReversed(),
  ];
  for (const change of changes) {
    const swept = await runOver(changing(300, 4, change), { lanes: 1 });
    expect([swept.hasGrown, swept.isTrusted]).toEqual([false, false]);
  }
});

test('a gateway that times out gets smaller pages until one succeeds', async () => {
  const service = numbersFrom(0, 120);
  const seen = new Set<number>();
  const asked: number[] = [];
  const end = await runSweepPass({
    limit: 50,
    lanes: 1,
    fetchSegment: async ({ offset, limit }) => {
      asked.push(limit);
      if (limit > 20) return err('server-error', { detail: 'HTTP 504' });
      return ok(toPage(service.slice(offset, offset + limit), seen));
    },
  });
  expect(asked.slice(0, 3)).toEqual([50, 25, 12]);
  expect([seen.size, end.isFinished, end.pageCap]).toEqual([120, true, 12]);
});
