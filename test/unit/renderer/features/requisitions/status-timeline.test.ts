import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import {
  toCurrentDayAndTypicalDays,
  toTimelineChart,
} from '#renderer/features/requisitions/record/status-timeline.ts';
import { NOON } from '../../../../support/builders.ts';
import { aRequisition } from '../../../../support/values.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const change = (status: string, at: number | null) => ({
  status,
  changedBy: 'user_1',
  changedAt: at === null ? null : toEpochMs(at),
});
const TYPICAL = {
  steps: [{ from: 'sent', to: 'results_received', sampleSize: 30, median: 2 * DAY, percentile90: 4 * DAY }],
};

describe('the status timeline of a requisition', () => {
  it('continues until the results are there, and compares the duration with the typical one', () => {
    const sent = NOON - 5 * DAY;
    const record = aRequisition({ statusHistory: [change('draft', sent - HOUR), change('sent', sent)] });
    const { marks, segments } = toTimelineChart(record, TYPICAL, NOON);
    expect(marks.map(({ status }) => status)).toEqual(['draft', 'sent']);
    expect(segments.map(({ isOpen, lengthMs }) => [isOpen, lengthMs])).toEqual([
      [false, HOUR],
      [true, 5 * DAY],
    ]);
    const open = segments[1];
    if (open === undefined) throw new Error('nothing is open');
    expect(toCurrentDayAndTypicalDays(open)).toEqual({ day: 6, usual: 2 });
    expect(open.band?.from).toBeLessThan(open.band?.until ?? 0);
    expect(open.now).toBeGreaterThan(open.band?.until ?? 1);
  });

  it('has taken no time yet where the clock of the service is ahead', () => {
    const record = aRequisition({ statusHistory: [change('sent', NOON + 90_000)] });
    const [open] = toTimelineChart(record, TYPICAL, NOON).segments;
    if (open === undefined) throw new Error('nothing is open');
    expect(open).toMatchObject({ isOpen: true, lengthMs: 0 });
    expect(toCurrentDayAndTypicalDays(open)).toEqual({ day: 1, usual: 2 });
  });

  it('ends where the results are in', () => {
    const record = aRequisition({
      status: 'results_received',
      statusHistory: [change('sent', NOON - DAY), change('results_received', NOON)],
    });
    const { segments } = toTimelineChart(record, TYPICAL, NOON);
    expect(segments).toHaveLength(1);
    expect(segments[0]).toMatchObject({ isOpen: false, lengthMs: DAY, typical: { sampleSize: 30 } });
  });

  it('shows days only if the typical duration is in days', () => {
    const step = { from: 'a', to: 'b', sampleSize: 3, percentile90: 9 * HOUR };
    expect(toCurrentDayAndTypicalDays({ lengthMs: DAY, typical: { ...step, median: 5 * HOUR } })).toBeNull();
    expect(toCurrentDayAndTypicalDays({ lengthMs: DAY, typical: null })).toBeNull();
    expect(toCurrentDayAndTypicalDays({ lengthMs: 0, typical: { ...step, median: 1.6 * DAY } })).toEqual({
      day: 1,
      usual: 2,
    });
  });

  it('fits the line for any times, each segment after the other', () => {
    const status = fc.constantFrom('draft', 'sent', 'results_received', 'lost');
    const time = fc.option(fc.integer({ min: -1e12, max: NOON + 1e9 }), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(status, time), { maxLength: 40 }), (entries) => {
        const record = aRequisition({ statusHistory: entries.map(([name, at]) => change(name, at)) });
        const { marks, segments } = toTimelineChart(record, TYPICAL, NOON);
        let end = 0;
        for (const { from, until, band, now } of segments) {
          expect(from).toBeCloseTo(end, 9);
          expect(until).toBeGreaterThan(from);
          for (const place of [band?.from, band?.until, now ?? undefined]) {
            if (place === undefined) continue;
            expect(place).toBeGreaterThanOrEqual(from);
            expect(place).toBeLessThanOrEqual(until + 1e-9);
          }
          end = until;
        }
        expect(end).toBeCloseTo(segments.length > 0 ? 1 : 0, 9);
        for (const { at } of marks) expect(at).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
