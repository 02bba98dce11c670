import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ErrorCode } from '#contract/result.ts';
import { capped, numbersFrom, runOver, type Service } from '../../../support/list-service.ts';

test.each<ErrorCode>(['bad-payload', 'redirected'])(
  'a list whose every further page comes as %s is left after a few requests, with what was read',
  async (code) => {
    const { requests, seen, error, isFinished } = await runOver({
      size: 100,
      answer: ({ offset, limit }) =>
        offset < 100 ? numbersFrom(offset, Math.min(100, offset + Math.min(limit, 20))) : code,
    });
    expect({ size: seen.size, code: error?.code, isFinished }).toEqual({
      size: 100,
      code,
      isFinished: false,
    });
    expect(requests.length).toBeLessThan(60);
  },
);

test('records behind a gap of empty pages are read, and such a list is never trusted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        cap: fc.integer({ min: 4, max: 40 }),
        before: fc.integer({ min: 3, max: 8 }),
        gap: fc.integer({ min: 2, max: 6 }),
        behind: fc.integer({ min: 8, max: 12 }),
        lanes: fc.integer({ min: 1, max: 4 }),
      }),
      async ({ cap, before, gap, behind, lanes }) => {
        const [from, until] = [before * cap, (before + gap) * cap];
        const size = until + behind * cap;
        const service: Service = {
          size,
          answer: ({ offset, limit }) =>
            numbersFrom(offset, Math.min(size, offset + Math.min(limit, cap))).filter(
              (number) => number < from || number >= until,
            ),
        };
        const swept = await runOver(service, { lanes });
        expect(swept.seen.size).toBe(size - gap * cap);
        expect(swept).toMatchObject({ isFinished: true, isTrusted: false, error: null });
      },
    ),
  );
});

/** A list of 200 whose pages behind the end are answered with an error. */
const withErrorBehindEnd = (code: ErrorCode): Service => ({
  size: 200,
  answer: ({ offset, limit }) =>
    offset > 200 ? code : numbersFrom(offset, Math.min(200, offset + Math.min(limit, 20))),
});

test.each<ErrorCode>(['rejected', 'not-found'])(
  'a service that refuses what is behind the end of a list with %s is trusted with the list',
  async (code) => {
    const swept = await runOver(withErrorBehindEnd(code), { lanes: 1 });
    expect({ size: swept.seen.size, isTrusted: swept.isTrusted, error: swept.error }).toEqual({
      size: 200,
      isTrusted: true,
      error: null,
    });
  },
);

/** A list whose pages are answered with an error from its end on. */
const withErrorAtEnd = (size: number, code: ErrorCode, cap = 20): Service => ({
  size,
  answer: ({ offset, limit }) =>
    offset >= size ? code : numbersFrom(offset, Math.min(size, offset + Math.min(limit, cap))),
});

test.each(
  [1, 2, 19, 20, 21, 40, 50, 200].flatMap((size) =>
    [1, 7, 20, 500].flatMap((cap) =>
      (['rejected', 'not-found'] as const).map((code) => [size, cap, code] as const),
    ),
  ),
)(
  'a list of %i in pages of at most %i is trusted as much where the service refuses the page at its end with %s as where it is empty',
  async (size, cap, code) => {
    for (const lanes of [1, 4]) {
      const { isTrusted } = await runOver(capped(size, cap), { lanes });
      const swept = await runOver(withErrorAtEnd(size, code, cap), { lanes });
      expect(swept).toMatchObject({ length: size, isFinished: true, isTrusted, error: null });
    }
  },
);

test('a list that is shorter than known is trusted once its refused end was requested twice', async () => {
  const swept = await runOver(withErrorAtEnd(1, 'rejected'), { expected: 2 });
  expect(swept).toMatchObject({ isFinished: true, isTrusted: true, error: null });
});

/** A service that refuses one of its pages once, and answers all others. */
function refusingOnce(
  service: Service,
  isRefused: (offset: number, turn: number) => boolean,
  code: ErrorCode,
): Service {
  let left = 1;
  const answer: Service['answer'] = (asked, turn) =>
    isRefused(asked.offset, turn) && left-- > 0 ? code : service.answer(asked, turn);
  return { ...service, answer };
}

test.each<ErrorCode>(['rejected', 'not-found'])(
  'a page right behind a first, short one that comes as %s once does not end the list: the records behind it are read, and it is read again',
  async (code) => {
    const swept = await runOver(refusingOnce(capped(200, 20), (offset) => offset === 20, code));
    expect(swept).toMatchObject({ length: 200, isFinished: true, isTrusted: false, error: null });
  },
);

test('a page that is refused once, wherever it is, never makes a list that was not read to its end a trusted one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        size: fc.integer({ min: 1, max: 300 }),
        cap: fc.integer({ min: 1, max: 60 }),
        refused: fc.integer({ min: 1, max: 12 }),
        lanes: fc.integer({ min: 1, max: 4 }),
        code: fc.constantFrom<ErrorCode>('rejected', 'not-found'),
      }),
      async ({ size, cap, refused, lanes, code }) => {
        const service = refusingOnce(capped(size, cap), (_offset, turn) => turn === refused, code);
        const { seen, isTrusted } = await runOver(service, { lanes });
        expect(isTrusted && seen.size < size).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('a page that is refused in the middle of a list is an error, also where the pages before it arrive later', async () => {
  const swept = await runOver(
    {
      size: 200,
      answer: ({ offset, limit }) =>
        offset > 100 && offset < 120
          ? 'rejected'
          : numbersFrom(offset, Math.min(200, offset + Math.min(limit, 20))),
      delay: (turn) => (turn % 4 === 3 ? 40 : 0),
    },
    { lanes: 4 },
  );
  expect(swept).toMatchObject({ isFinished: false, isTrusted: false, error: { code: 'rejected' } });
});

test('a list of which nothing is answered but a refusal has no end', async () => {
  const swept = await runOver({ size: 0, answer: () => 'rejected' });
  expect(swept).toMatchObject({ isFinished: false, error: { code: 'rejected' } });
});

test.each<ErrorCode>(['server-error', 'bad-payload', 'timeout'])(
  'a list is not trusted where what is behind its end comes as %s: records may follow',
  async (code) => {
    const swept = await runOver(withErrorBehindEnd(code), { lanes: 1 });
    expect(swept).toMatchObject({ isFinished: true, isTrusted: false, error: null });
  },
);

test.each<ErrorCode>(['offline', 'not-signed-in'])(
  'a pass that ends with %s behind the end of a list says so, and does not count as finished',
  async (code) => {
    const { seen, isFinished, error } = await runOver(withErrorBehindEnd(code), { lanes: 1 });
    expect({ size: seen.size, isFinished, code: error?.code }).toEqual({
      size: 200,
      isFinished: false,
      code,
    });
  },
);
