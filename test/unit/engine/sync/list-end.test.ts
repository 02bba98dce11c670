import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ErrorCode } from '#contract/result.ts';
import { numbersFrom, runOver, type Service } from '../../../support/list-service.ts';

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
