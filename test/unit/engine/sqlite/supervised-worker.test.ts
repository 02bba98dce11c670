import { expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { SupervisedWorker, type Closeable } from '#main/engine/sqlite/supervised-worker.ts';
import { manualClock } from '../../../support/clocks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A worker that opens as often as a test allows. */
function supervised() {
  const clock = manualClock();
  let refusals = 0;
  let openings = 0;
  let reopenings = 0;
  const opened: Closeable = { close: async () => {} };
  const something = new SupervisedWorker<Closeable>({
    name: 'thing',
    open: async (): Promise<Result<Closeable>> => {
      openings += 1;
      return refusals-- > 0 ? err('storage-full') : ok(opened);
    },
    onReopened: () => (reopenings += 1),
    log: silentLog,
    clock,
  });
  return {
    something,
    clock,
    refuse: (times: number) => {
      refusals = times;
    },
    counts: () => ({ openings, reopenings, isOpen: something.current !== null }),
  };
}

test('a worker that could not be reopened is retried with exponential back-off', async () => {
  const { something, clock, refuse, counts } = supervised();
  await something.open();
  refuse(5);
  something.reportFailure();
  await clock.pass(0);
  expect(counts()).toEqual({ openings: 2, reopenings: 0, isOpen: false });
  await clock.pass(MINUTE);
  expect(counts()).toEqual({ openings: 7, reopenings: 1, isOpen: true });
  await something.close();
});

test('a worker that fails repeatedly is paused, and failures before a quiet time are forgotten', async () => {
  const { something, clock, counts } = supervised();
  await something.open();
  for (let time = 0; time < 4; time++) {
    something.reportFailure();
    await clock.pass(0);
  }
  expect(counts()).toEqual({ openings: 4, reopenings: 3, isOpen: false });
  await clock.pass(SECOND);
  expect(counts()).toEqual({ openings: 5, reopenings: 4, isOpen: true });
  for (let day = 0; day < 10; day++) {
    await clock.pass(11 * MINUTE);
    something.reportFailure();
    await clock.pass(0);
    expect(counts().isOpen).toBe(true);
  }
  await something.close();
});

test('once it is closed it is not reopened', async () => {
  const { something, clock, refuse, counts } = supervised();
  await something.open();
  refuse(100);
  something.reportFailure();
  await clock.pass(0);
  await something.close();
  const { openings } = counts();
  await clock.pass(60 * MINUTE);
  expect(counts().openings).toBe(openings);
});
