import { expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { RetentionRunner, type RetentionRunnerDeps } from '#main/session/retention.ts';
import { manualClock } from '../../support/clocks.ts';

/** A retention whose engine notes what it is asked for. */
function createRetention(
  policy: RetentionRunnerDeps['policy'] = { problems: [] },
  answer: Result<unknown> = ok({}),
) {
  const asked: unknown[] = [];
  const logged: string[] = [];
  const clock = manualClock();
  let retentionDays = 30;
  let isRetentionKnown = true;
  const retention = new RetentionRunner({
    engine: {
      call: async (name: string, input: unknown) => {
        asked.push({ name, input });
        return answer;
      },
    },
    getSettings: () => ({ retentionDays }),
    settings: { isRetentionKnown: () => isRetentionKnown },
    policy,
    clock,
    log: createRedactingLog(
      (line) => logged.push(line),
      () => clock.now(),
    ),
  });
  const choose = (days: number): void => {
    retentionDays = days;
  };
  const setKnown = (isKnown: boolean): void => {
    isRetentionKnown = isKnown;
  };
  return { retention, asked, logged, clock, choose, setKnown };
}

test('what was not used is removed two minutes after the start and every hour, for the time that is chosen then', async () => {
  const { retention, asked, clock, choose } = createRetention();
  const ending = new AbortController();
  const watching = retention.watch(ending.signal);
  await clock.pass(2 * MINUTE - 1);
  expect(asked).toEqual([]);
  await clock.pass(1);
  expect(asked).toEqual([{ name: 'engine.applyRetention', input: { days: 30 } }]);
  choose(7);
  await clock.pass(HOUR);
  expect(asked.slice(1)).toEqual([{ name: 'engine.applyRetention', input: { days: 7 } }]);
  ending.abort();
  await watching;
});

test('nothing is removed while the policy cannot be used', async () => {
  const { retention, asked } = createRetention({ problems: [{ line: 1, reason: 'it is not valid JSON' }] });
  await retention.run();
  expect(asked).toEqual([]);
});

test('nothing is removed while the choice of the user could not be read', async () => {
  const { retention, asked, setKnown } = createRetention();
  setKnown(false);
  await retention.run();
  expect(asked).toEqual([]);
  setKnown(true);
  await retention.run();
  expect(asked).toHaveLength(1);
});

test('a failure is logged, and tried again at the next time', async () => {
  const { retention, asked, logged } = createRetention({ problems: [] }, err('storage-full'));
  await retention.run();
  await retention.run();
  expect(asked).toHaveLength(2);
  expect(logged.join('')).toContain('storage-full');
});
