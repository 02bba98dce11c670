import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { RetentionRunner, type RetentionRunnerDeps } from '#main/session/retention.ts';
import { manualClock } from '../../support/clocks.ts';

let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'intray-retention-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** A retention whose engine notes what it is asked for. The service's clock is right, the computer's is ahead. */
function createRetention(
  policy: RetentionRunnerDeps['policy'] = { problems: [] },
  answer: Result<unknown> = ok({}),
) {
  let aheadMs = 0;
  const session: { serviceBaseUrl: string | null } = { serviceBaseUrl: 'https://clinic.example.org' };
  const asked: unknown[] = [];
  const logged: string[] = [];
  const clock = manualClock();
  let retentionDays = 30;
  let isRetentionKnown = true;
  const retention = new RetentionRunner({
    engine: {
      call: async (name: string, input: unknown) => {
        if (name === 'engine.readServiceClock') return ok({ serverTime: clock.now() });
        asked.push({ name, input });
        return answer;
      },
    },
    getSettings: () => ({ retentionDays }),
    settings: { isRetentionKnown: () => isRetentionKnown },
    policy,
    dataDir,
    session,
    clock: { ...clock, now: () => clock.now() + aheadMs },
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
  const setAhead = (ms: number): void => {
    aheadMs = ms;
  };
  const signOut = (): void => {
    session.serviceBaseUrl = null;
  };
  return { retention, asked, logged, clock, choose, setKnown, setAhead, signOut };
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

test.each([1_000, 3_650])('nothing is removed by a clock that is %d days ahead at a start', async (days) => {
  const { retention, asked, setAhead } = createRetention();
  await retention.run();
  expect(asked).toHaveLength(1);
  setAhead(days * DAY);
  for (let hour = 0; hour < 3; hour++) await retention.run();
  expect(asked).toHaveLength(1);
  setAhead(0);
  await retention.run();
  expect(asked).toHaveLength(2);
});

test('nothing is removed by a clock that is ahead at the first start, nor by one that was once behind', async () => {
  const { retention, asked, setAhead } = createRetention();
  setAhead(3_650 * DAY);
  await retention.run();
  expect(asked).toEqual([]);
  setAhead(0);
  await retention.run();
  setAhead(-3_650 * DAY);
  await retention.run();
  expect(asked).toHaveLength(2);
  setAhead(20 * DAY);
  await retention.run();
  expect(asked).toHaveLength(2);
});

test('after a month without a run copies are removed once the service confirms the clock', async () => {
  const { retention, asked, logged, clock, signOut } = createRetention();
  await retention.run();
  await clock.pass(30 * DAY);
  await retention.run();
  expect(asked).toHaveLength(2);
  signOut();
  await clock.pass(2 * DAY);
  await retention.run();
  expect(asked).toHaveLength(3);
  await clock.pass(2 * DAY + 1);
  await retention.run();
  expect(asked).toHaveLength(3);
  expect(logged.join('')).toContain('not-signed-in');
});

test('a damaged note of when the clock was last believed counts as none', async () => {
  const { retention, asked, setAhead } = createRetention();
  await retention.run();
  writeFileSync(path.join(dataDir, 'retention.json'), '{"believedAt":"today"}');
  setAhead(DAY + 1);
  await retention.run();
  expect(asked).toHaveLength(1);
  setAhead(DAY);
  await retention.run();
  expect(asked).toHaveLength(2);
});

test('the time of a clock that was believed is read under its former name too', async () => {
  const { retention, asked, clock, signOut } = createRetention();
  signOut();
  await retention.run();
  expect(asked).toEqual([]);
  writeFileSync(path.join(dataDir, 'retention.json'), JSON.stringify({ removedAt: clock.now() }));
  await retention.run();
  expect(asked).toHaveLength(1);
});
