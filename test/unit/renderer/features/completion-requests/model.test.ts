import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import {
  toRequestDurationChart,
  getRequestDurationMs,
} from '#renderer/shared/completion-requests/history-model.ts';
import { toRequestAgeText, formatRequestState } from '#renderer/shared/completion-requests/RequestLabels.tsx';
import { formatTypicalDuration } from '#renderer/shared/completion-requests/RequestHistory.tsx';
import { planUnsentRequestUndo } from '#renderer/state/forms/completion-requests.ts';
import { translate } from '#renderer/text/text.ts';
import { createDateFormat } from '#renderer/ui/format.ts';
import { NOON } from '../../../../support/builders.ts';
import { aRequest, aWrite } from '../../../../support/values.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const format = createDateFormat('UTC');
const before = (ms: number) => toEpochMs(NOON - ms);
const status = (own: Parameters<typeof aRequest>[0]) =>
  formatRequestState(translate, aRequest(own), NOON, format);

describe('the state of a completion request', () => {
  it('is a span between two refreshes if it ended at the service: completed or withdrawn is unknown', () => {
    const ended = { after: before(115 * MINUTE_MS), before: before(100 * MINUTE_MS) };
    expect(status({ state: 'ended', ended })).toBe('Completed or withdrawn between 10:05 and 10:20');
    expect(status({ state: 'form-gone', ended })).toBe('Form deleted between 10:05 and 10:20');
  });

  it('names the day if it was another one, and both days if they differ', () => {
    const yesterday = { after: before(DAY_MS + MINUTE_MS), before: before(DAY_MS) };
    expect(status({ state: 'ended', ended: yesterday })).toBe(
      'Completed or withdrawn between 11 Mar 2026, 11:59 and 12:00',
    );
    const overNight = { after: before(DAY_MS), before: NOON };
    expect(status({ state: 'ended', ended: overNight })).toBe(
      'Completed or withdrawn between 11 Mar 2026, 12:00 and 12 Mar 2026, 12:00',
    );
  });

  it('is one time if both refreshes are within one minute', () => {
    expect(status({ state: 'ended', ended: { after: NOON, before: NOON } })).toBe(
      'Completed or withdrawn about 12:00',
    );
  });

  it('is withdrawn if this computer did it, and unsent changes come first', () => {
    const ended = { after: before(MINUTE_MS), before: NOON };
    expect(status({ state: 'withdrawn', ended })).toBe('Withdrawn here by 12:00');
    expect(status({ unsent: 'withdraw' })).toBe('Withdrawn here, not on the service yet');
    expect(status({})).toBe('Open');
  });

  it('is emphasised by age only while it is open', () => {
    const requestedAt = before(14 * DAY_MS);
    expect(toRequestAgeText(translate, aRequest({ requestedAt }), NOON, format)).toEqual({
      words: '14 days ago',
      tone: 'red',
    });
    expect(toRequestAgeText(translate, aRequest({ requestedAt, state: 'ended' }), NOON, format)?.tone).toBe(
      'calm',
    );
    expect(toRequestAgeText(translate, aRequest({ requestedAt: null }), NOON, format)).toBeNull();
  });
});

describe('the typical duration of requests', () => {
  it('is computed from the requests that have ended', () => {
    expect(formatTypicalDuration(translate, { of: 14, median: 3 * DAY_MS })).toBe(
      'Half of 14 were done within 3 days.',
    );
    expect(formatTypicalDuration(translate, { of: 1, median: DAY_MS })).toBe(
      'The only finished request took 1 day.',
    );
    expect(formatTypicalDuration(translate, { of: 0, median: null })).toBe('No request has finished yet.');
  });
});

describe('the chart of requests', () => {
  it('ends a bar at the last certain time, and shows until when the request may have existed', () => {
    const ended = { after: before(2 * DAY_MS), before: before(DAY_MS) };
    const row = aRequest({ requestedAt: before(5 * DAY_MS), state: 'ended', ended });
    const { bars, median } = toRequestDurationChart([row], 2 * DAY_MS, NOON);
    expect(bars).toEqual([{ row, openUntil: 0.75, until: 1, tookMs: 3.5 * DAY_MS }]);
    expect(median).toBe(0.5);
  });

  it('extends an open one to now, and omits one without a time', () => {
    const open = aRequest({ requestedAt: before(DAY_MS) });
    const { bars } = toRequestDurationChart([open, aRequest({ requestedAt: null })], null, NOON);
    expect(bars.map(({ openUntil, until }) => [openUntil, until])).toEqual([[1, 1]]);
    expect(getRequestDurationMs(open, NOON)).toBe(DAY_MS);
  });

  it('keeps every bar and the typical duration within its frame, whatever the times', () => {
    const time = fc.integer({ min: NOON - 400 * DAY_MS, max: NOON + DAY_MS }).map(toEpochMs);
    const row = fc
      .record({
        requestedAt: fc.option(time),
        state: fc.constantFrom('open', 'ended', 'withdrawn', 'form-gone'),
        ended: fc.record({ after: time, before: time }),
      })
      .map(({ ended, ...own }) => aRequest({ ...own, ended: own.state === 'open' ? null : ended }));
    fc.assert(
      fc.property(fc.array(row), fc.option(fc.integer({ min: 0, max: 500 * DAY_MS })), (rows, median) => {
        const drawing = toRequestDurationChart(rows, median, NOON);
        for (const { openUntil, until } of drawing.bars) {
          expect(openUntil).toBeGreaterThan(0);
          expect(until).toBeGreaterThanOrEqual(openUntil);
          expect(until).toBeLessThanOrEqual(1);
        }
        expect(drawing.median ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('undoing an unsent change', () => {
  const wish = (number: number, own: { ask?: string[]; withdraw?: string[] }) =>
    aWrite({
      number,
      operation: 'forms.completion',
      kind: 'form',
      id: 'form_1',
      fields: Object.entries(own).map(([field, ids]) => ({
        field,
        base: null,
        mine: JSON.stringify(ids),
        theirs: null,
      })),
    });

  it('removes one patient from a write for several', () => {
    const changes = [wish(1, { ask: ['user_1'], withdraw: ['user_2', 'user_3'] })];
    expect(planUnsentRequestUndo(changes, { patient: 'user_3', action: 'withdraw' })).toEqual({
      change: changes[0],
      data: { ask: ['user_1'], withdraw: ['user_2'] },
    });
  });

  it('discards the write if it contains nothing else, the newest if several contain the patient', () => {
    const changes = [wish(1, { withdraw: ['user_2'] }), wish(2, { withdraw: ['user_2'] })];
    expect(planUnsentRequestUndo(changes, { patient: 'user_2', action: 'withdraw' })).toEqual({
      change: changes[1],
      data: null,
    });
  });

  it('finds nothing in other writes, or if the change was a different one', () => {
    const changes = [aWrite(), wish(2, { ask: ['user_2'] })];
    expect(planUnsentRequestUndo(changes, { patient: 'user_2', action: 'withdraw' })).toBeNull();
  });
});
