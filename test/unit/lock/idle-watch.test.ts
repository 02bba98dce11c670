import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { IdleWatch } from '#main/lock/idle-watch.ts';
import { manualClock } from '../../support/clocks.ts';

const HOUR = 60 * MINUTE;

function setUp(limit = 10 * MINUTE) {
  const clock = manualClock();
  const happened: string[] = [];
  const system = { seconds: 0 };
  const watch = new IdleWatch({
    getIdleSeconds: () => system.seconds,
    getLimit: () => limit,
    clock,
    onLock: (reason) => happened.push(reason),
    onSoon: (inMs) => happened.push(inMs === null ? 'stays' : `soon ${inMs / SECOND}`),
  });
  /** Lets time pass without input; the system says so, or not. */
  const idle = (seconds: number, isReported: boolean): void => {
    for (let passed = 0; passed < seconds; passed += 5) {
      clock.advance(5 * SECOND);
      if (isReported) system.seconds += 5;
      watch.check();
    }
  };
  return { clock, happened, system, watch, idle };
}

test('nobody at the computer for ten minutes locks it; a minute before, staying is offered', () => {
  const { happened, idle } = setUp();
  idle(535, true);
  expect(happened).toEqual([]);
  idle(5, true);
  expect(happened).toEqual(['soon 60']);
  idle(55, true);
  expect(happened.at(-1)).toBe('soon 5');
  idle(5, true);
  expect(happened.at(-1)).toBe('idle');
});

test('input anywhere on the computer counts, where the system reports it', () => {
  const { happened, system, idle } = setUp();
  idle(560, true);
  system.seconds = 0;
  idle(5, true);
  expect(happened.at(-1)).toBe('stays');
  idle(500, true);
  expect(happened.filter((each) => each === 'idle')).toEqual([]);
});

test('where the system always reports input, as under Wayland, only that of the window counts', () => {
  const { happened, watch, idle } = setUp();
  idle(300, false);
  watch.noteInput();
  idle(595, false);
  expect(happened).not.toContain('idle');
  idle(5, false);
  expect(happened.at(-1)).toBe('idle');
});

test('somebody who wants to stay has the whole time again, whatever the system reports', () => {
  const { happened, watch, idle } = setUp();
  idle(580, true);
  watch.noteInput();
  expect(happened.at(-1)).toBe('stays');
  idle(535, true);
  expect(happened.at(-1)).toBe('stays');
});

test('a limit of one minute offers to stay in its second half only', () => {
  const { happened, idle } = setUp(MINUTE);
  idle(25, true);
  expect(happened).toEqual([]);
  idle(5, true);
  expect(happened).toEqual(['soon 30']);
});

test('a computer that slept for eight hours is locked when it wakes, although no event said so', () => {
  const { clock, happened, watch } = setUp();
  watch.check();
  clock.shiftWall(8 * HOUR);
  watch.check();
  expect(happened).toEqual(['suspend']);
});

test('a clock that is set forward locks, one that is set back does not, and neither delays the lock', () => {
  const { clock, happened, watch, idle } = setUp();
  watch.check();
  clock.shiftWall(-8 * HOUR);
  watch.check();
  expect(happened).toEqual([]);
  idle(600, false);
  expect(happened.at(-1)).toBe('idle');
  happened.length = 0;
  watch.noteInput();
  clock.shiftWall(8 * HOUR);
  watch.check();
  expect(happened).toContain('suspend');
});

test('waking locks after a short sleep that no event announced, and once only', () => {
  const { clock, happened, watch } = setUp();
  watch.check();
  clock.shiftWall(20 * SECOND);
  watch.handleWaking();
  watch.handleWaking();
  expect(happened).toEqual(['suspend']);
});

test('the watch ends with its signal', async () => {
  const { clock, happened, watch } = setUp();
  const ending = new AbortController();
  const watched = watch.watch(ending.signal);
  await clock.pass(11 * MINUTE);
  expect(happened).toContain('idle');
  ending.abort();
  await watched;
});
