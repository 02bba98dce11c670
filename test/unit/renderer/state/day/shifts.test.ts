import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { findDueShift, findPresentShift, getPackRetryPauseMs } from '#renderer/state/day/shifts.ts';

const ZONE = 'Europe/Berlin';
const at = (time: string) => toEpochMs(Date.parse(time));
const TIMES = ['14:30', '06:30'];

describe('the shift that has begun last', () => {
  it.each([
    ['2026-03-12T05:29:59Z', '2026-03-11 14:30'],
    ['2026-03-12T05:30:00Z', '2026-03-12 06:30'],
    ['2026-03-12T13:29:59Z', '2026-03-12 06:30'],
    ['2026-03-12T13:30:00Z', '2026-03-12 14:30'],
    ['2026-03-12T22:59:59Z', '2026-03-12 14:30'],
    ['2026-03-01T00:00:00Z', '2026-02-28 14:30'],
    ['2026-01-01T00:00:00Z', '2025-12-31 14:30'],
  ])('at %s it is %s', (now, shift) => {
    expect(findPresentShift(TIMES, at(now), ZONE)).toBe(shift);
  });

  it('follows the time zone of the settings', () => {
    expect(findPresentShift(['06:30'], at('2026-03-12T12:00:00Z'), 'America/New_York')).toBe(
      '2026-03-12 06:30',
    );
    expect(findPresentShift(['06:30'], at('2026-03-12T10:00:00Z'), 'America/New_York')).toBe(
      '2026-03-11 06:30',
    );
  });

  it('is none without a time', () => {
    expect(findPresentShift([], at('2026-03-12T05:30:00Z'), ZONE)).toBeNull();
    expect(findDueShift({ times: [], doneShifts: [] }, at('2026-03-12T05:30:00Z'), ZONE)).toBeNull();
  });
});

describe('a change of the clocks', () => {
  it('makes a time that does not exist due right after it', () => {
    // On 29 March 2026 the clocks of Berlin go from 02:00 to 03:00.
    const schedule = { times: ['02:30'], doneShifts: ['2026-03-28 02:30'] };
    expect(findDueShift(schedule, at('2026-03-29T00:59:59Z'), ZONE)).toBeNull();
    expect(findDueShift(schedule, at('2026-03-29T01:00:00Z'), ZONE)).toBe('2026-03-29 02:30');
  });

  it('makes a time that comes twice due once', () => {
    // On 25 October 2026 the clocks of Berlin go from 03:00 back to 02:00.
    const first = at('2026-10-25T00:30:00Z');
    const second = at('2026-10-25T01:30:00Z');
    expect(findPresentShift(['02:30'], first, ZONE)).toBe('2026-10-25 02:30');
    const done = { times: ['02:30'], doneShifts: ['2026-10-24 02:30', '2026-10-25 02:30'] };
    expect(findDueShift(done, at('2026-10-25T01:00:00Z'), ZONE)).toBeNull();
    expect(findDueShift(done, second, ZONE)).toBeNull();
    expect(findDueShift(done, at('2026-10-25T01:29:00Z'), ZONE)).toBeNull();
  });
});

describe('a clock that was wrong', () => {
  it('makes no pack twice when it is set back', () => {
    const done = { times: TIMES, doneShifts: ['2026-03-12 06:30', '2026-03-12 14:30'] };
    for (const now of ['2026-03-12T13:31:00Z', '2026-03-12T13:00:00Z', '2026-03-12T05:31:00Z'])
      expect(findDueShift(done, at(now), ZONE)).toBeNull();
  });

  it('keeps no pack from being made once it is right', () => {
    const done = { times: TIMES, doneShifts: ['2031-01-01 06:30'] };
    expect(findDueShift(done, at('2026-03-12T05:31:00Z'), ZONE)).toBe('2026-03-12 06:30');
  });
});

it('after days without Intray only the shift that has begun last is due', () => {
  const done = { times: TIMES, doneShifts: ['2026-03-02 06:30'] };
  expect(findDueShift(done, at('2026-03-12T09:00:00Z'), ZONE)).toBe('2026-03-12 06:30');
  const both = { times: TIMES, doneShifts: [...done.doneShifts, '2026-03-12 06:30'] };
  expect(findDueShift(both, at('2026-03-12T09:00:00Z'), ZONE)).toBeNull();
});

it('waits longer after each failure, half an hour at most', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(getPackRetryPauseMs).map((pause) => pause / 60_000)).toEqual([
    0, 1, 5, 15, 30, 30, 30,
  ]);
});
