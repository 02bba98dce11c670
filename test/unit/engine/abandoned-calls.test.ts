import { expect, test, vi } from 'vitest';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { procedures } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { isAbandonableCacheRead } from '#contract/validate-call.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import type { OpenAccount } from '#main/engine/account.ts';
import type { EngineHandlers, RunWithOpenAccount } from '#main/engine/handlers/deps.ts';
import { createWorklistHandlers } from '#main/engine/handlers/records.ts';
import { createCallRouter } from '#main/engine/router.ts';
import { unwrap } from '../../support/engine.ts';
import { VALID_INPUTS } from '../../support/valid-inputs.ts';

/** An account of which only the reads and the calls of the local store are asked. */
function accountWith(read: OpenAccount['cache']['read'], call: unknown = null): RunWithOpenAccount {
  const account = { cache: { read }, local: { call } } as unknown as OpenAccount;
  return (work) => work(account);
}

const ENGINE_NAMES = PROCEDURE_NAMES.filter((name) => procedures[name].runsIn !== 'shell');

test.each(ENGINE_NAMES)('the signal of a call of %s reaches reads alone', async (name) => {
  const received: unknown[] = [];
  const note = async (...args: readonly unknown[]): Promise<Result<unknown>> => {
    received.push(args.at(-1));
    return err('not-found');
  };
  const handlers = new Proxy({} as EngineHandlers, {
    get: () => (_input: unknown, signal: unknown) => note(signal),
  });
  const withAccount = accountWith(
    (_name, _input, signal) => note(signal) as never,
    () => note(undefined),
  );
  const route = createCallRouter({
    handlers,
    withAccount,
    clock: systemClock,
    log: silentLog,
    onServed: () => {},
    isStrict: true,
  });
  const { signal } = new AbortController();
  await route(name, VALID_INPUTS[name], signal);
  expect(received).toEqual([isAbandonableCacheRead(procedures[name]) ? signal : undefined]);
});

test('a count in many slices ends at the slice during which it is abandoned', async () => {
  const stopping = new AbortController();
  const counts = { draft: 1, sent: 0, results_received: 0, needs_review: 0, all: 1, unknown: 0 };
  let slices = 0;
  const read = vi.fn(async (_name: string, _input: unknown, signal?: AbortSignal) => {
    slices += 1;
    if (slices === 3) stopping.abort();
    return signal?.aborted === true ? err('cancelled') : ok({ counts, next: slices });
  });
  const handlers = createWorklistHandlers(accountWith(read as never));
  expect(await handlers['worklist.counts']({ terms: [] }, stopping.signal)).toEqual(err('cancelled'));
  expect(read).toHaveBeenCalledTimes(3);
});

test('a count that is asked for enough rows stops once it has them, and says that there may be more', async () => {
  const slice = { draft: 2, sent: 1, results_received: 0, needs_review: 0, all: 3, unknown: 0 };
  const SLICES = 4;
  const count = async (enough?: number) => {
    const read = vi.fn(async (_name: string, { after }: { readonly after: number }) =>
      ok({ counts: slice, next: after + 1 < SLICES ? after + 1 : null }),
    );
    const handlers = createWorklistHandlers(accountWith(read as never));
    const counted = unwrap(
      await handlers['worklist.counts']({ terms: [], ...(enough === undefined ? {} : { enough }) }),
    );
    return { all: counted.all, isLowerBound: counted.isLowerBound, slices: read.mock.calls.length };
  };
  expect(await count(5)).toEqual({ all: 6, isLowerBound: true, slices: 2 });
  // All are counted where the last slice brings enough, or none does.
  expect(await count(10)).toEqual({ all: 12, isLowerBound: undefined, slices: SLICES });
  expect(await count(100)).toEqual({ all: 12, isLowerBound: undefined, slices: SLICES });
  expect(await count()).toEqual({ all: 12, isLowerBound: undefined, slices: SLICES });
});
