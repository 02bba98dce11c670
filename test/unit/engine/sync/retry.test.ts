import { expect, test } from 'vitest';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { withRetries } from '#main/engine/sync/request-runner.ts';

interface Tried {
  readonly result: Result<string>;
  readonly waits: readonly number[];
}

/** Tries a task that answers these errors in turn and then well. */
async function retried(
  errors: readonly AppError[],
  wasReached = true,
  signal = new AbortController().signal,
  doTokensHold = false,
): Promise<Tried> {
  const waits: number[] = [];
  let attempt = 0;
  const result = await withRetries<string>(
    async () => {
      const error = errors[attempt];
      attempt += 1;
      return error === undefined ? ok('done') : { ok: false, error };
    },
    {
      wait: async (ms, given) => {
        waits.push(ms);
        given.throwIfAborted();
      },
      doTokensHold: () => doTokensHold,
      random: { fraction: () => 0.5, hex: () => '' },
      signal,
      wasReached: () => wasReached,
    },
  );
  return { result, waits };
}

const of = (code: AppError['code'], waitMs?: number): AppError =>
  err(code, waitMs === undefined ? {} : { waitMs }).error;

test('what may pass is tried again, with waits that grow and are scattered', async () => {
  const { result, waits } = await retried([of('timeout'), of('server-error'), of('rate-limited')]);
  expect(result).toEqual(ok('done'));
  expect(waits).toEqual([500, 1000, 2000]);
});

test('the wait that the server asks for is honoured', async () => {
  const { waits } = await retried([of('rate-limited', 7000), of('rate-limited', 0)]);
  expect(waits).toEqual([7000, 0]);
});

test('a server that asks for more than a person would wait is left alone, and its wish is told', async () => {
  const { result, waits } = await retried([of('rate-limited', 300_000)]);
  expect(result).toEqual(err('rate-limited', { waitMs: 300_000 }));
  expect(waits).toEqual([]);
});

test('four attempts are enough', async () => {
  const { result, waits } = await retried(Array.from({ length: 9 }, () => of('server-error')));
  expect(result).toEqual(err('server-error'));
  expect(waits).toHaveLength(3);
});

test.each<AppError['code']>(['unauthorised', 'forbidden', 'rejected', 'certificate', 'cancelled'])(
  '%s is not tried again',
  async (code) => {
    expect((await retried([of(code)])).waits).toEqual([]);
  },
);

test('a broken connection is tried again only where the service had answered before', async () => {
  expect((await retried([of('offline')], true)).result).toEqual(ok('done'));
  expect((await retried([of('offline')], false)).result).toEqual(err('offline'));
});

test('a cancel ends the wait', async () => {
  const { result } = await retried([of('timeout')], true, AbortSignal.abort());
  expect(result).toEqual(err('cancelled'));
});

test.each<AppError['code']>(['bad-payload', 'redirected'])(
  '%s is asked for three times at once',
  async (code) => {
    expect(await retried([of(code), of(code)])).toEqual({ result: ok('done'), waits: [] });
    expect(await retried([of(code), of(code), of(code)])).toEqual({ result: err(code), waits: [] });
  },
);

test('a refusal of tokens that hold is tried again', async () => {
  const signal = new AbortController().signal;
  expect((await retried([of('unauthorised')], true, signal, true)).result).toEqual(ok('done'));
  expect((await retried([of('unauthorised')], true, signal, false)).result).toEqual(err('unauthorised'));
});
