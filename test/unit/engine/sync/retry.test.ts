import { expect, test } from 'vitest';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { withRetries } from '#main/engine/sync/request-runner.ts';

interface Tried {
  readonly result: Result<string>;
  readonly waits: readonly number[];
}

/** Tries a task that fails with these errors in turn and then succeeds. */
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
      areTokensValid: () => doTokensHold,
      random: { fraction: () => 0.5, hex: () => '' },
      signal,
      wasReached: () => wasReached,
    },
  );
  return { result, waits };
}

const of = (code: AppError['code'], waitMs?: number): AppError =>
  err(code, waitMs === undefined ? {} : { waitMs }).error;

test('transient errors are retried, with waits that grow and have jitter', async () => {
  const { result, waits } = await retried([of('timeout'), of('server-error'), of('rate-limited')]);
  expect(result).toEqual(ok('done'));
  expect(waits).toEqual([500, 1000, 2000]);
});

test('the wait that the server asks for is honoured', async () => {
  const { waits } = await retried([of('rate-limited', 7000), of('rate-limited', 0)]);
  expect(waits).toEqual([7000, 0]);
});

test('a server that asks for more than a user would wait is not retried, and its pause is reported', async () => {
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
  '%s is not retried',
  async (code) => {
    expect((await retried([of(code)])).waits).toEqual([]);
  },
);

test('a broken connection is retried only if the service had responded before', async () => {
  expect((await retried([of('offline')], true)).result).toEqual(ok('done'));
  expect((await retried([of('offline')], false)).result).toEqual(err('offline'));
});

test('a cancel ends the wait', async () => {
  const { result } = await retried([of('timeout')], true, AbortSignal.abort());
  expect(result).toEqual(err('cancelled'));
});

test.each<AppError['code']>(['bad-payload', 'redirected'])(
  '%s is attempted three times without a wait',
  async (code) => {
    expect(await retried([of(code), of(code)])).toEqual({ result: ok('done'), waits: [] });
    expect(await retried([of(code), of(code), of(code)])).toEqual({ result: err(code), waits: [] });
  },
);

test('a refusal of valid tokens is retried', async () => {
  const signal = new AbortController().signal;
  expect((await retried([of('unauthorised')], true, signal, true)).result).toEqual(ok('done'));
  expect((await retried([of('unauthorised')], true, signal, false)).result).toEqual(err('unauthorised'));
});

test('a rate limit uses up no attempt where the service answers others while it is waited for', async () => {
  let answered = 0;
  let left = 9;
  const result = await withRetries<string>(
    async () => (left-- > 0 ? { ok: false, error: of('rate-limited', 1000) } : ok('done')),
    {
      wait: async () => {
        answered += 1;
      },
      areTokensValid: () => true,
      random: { fraction: () => 0.5, hex: () => '' },
      signal: new AbortController().signal,
      wasReached: () => true,
      watchProgress: () => {
        const before = answered;
        return () => answered > before;
      },
    },
  );
  expect(result).toEqual(ok('done'));
});
