import { describe, expect, it, onTestFinished } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import {
  formatCount,
  createDateFormat,
  splitIdForDisplay,
  formatDuration,
  formatDaysWithOneDecimal,
  formatRelativeTime,
  setFormatLocale,
  truncateWithEllipsis,
} from '#renderer/ui/format.ts';

const at = (text: string) => toEpochMs(Date.parse(text));

describe('dates and times', () => {
  it('are shown in the chosen time zone', () => {
    const late = at('2026-03-12T23:30:00Z');
    expect(createDateFormat('UTC').dateTime(late)).toBe('12 Mar 2026, 23:30');
    expect(createDateFormat('Asia/Tokyo').dateTime(late)).toBe('13 Mar 2026, 08:30');
    expect(createDateFormat('America/Los_Angeles').dateTime(late)).toBe('12 Mar 2026, 16:30');
  });

  it('never leave the Arabic sign of the half of the day alone on a line', () => {
    const { time, dateTime } = createDateFormat('UTC', 'ar');
    for (const text of [time(at('2026-03-12T16:05:00Z')), dateTime(at('2026-03-12T04:05:00Z'))])
      expect(text).toMatch(/\d\u{a0}[صم]$/u);
  });

  it('count days by the calendar of the zone, not by spans of 24 hours', () => {
    const evening = at('2026-03-12T23:30:00Z');
    const morning = at('2026-03-13T00:30:00Z');
    expect(createDateFormat('UTC').days(evening, morning)).toBe(1);
    expect(createDateFormat('Asia/Tokyo').days(evening, morning)).toBe(0);
    expect(createDateFormat('UTC').days(morning, evening)).toBe(-1);
  });

  it('count one day over a change of the clocks', () => {
    const berlin = createDateFormat('Europe/Berlin');
    expect(berlin.days(at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toBe(1);
    expect(berlin.days(at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'))).toBe(1);
  });

  it('omit the day if it is the same, and the year in a narrow column', () => {
    const { asOf, short } = createDateFormat('UTC');
    const now = at('2026-03-12T12:00:00Z');
    expect(asOf(at('2026-03-12T03:22:00Z'), now)).toBe('03:22');
    expect(asOf(at('2026-03-11T03:22:00Z'), now)).toBe('11 Mar 2026, 03:22');
    expect(short(at('2026-03-12T03:22:00Z'), now)).toBe('03:22');
    expect(short(at('2026-01-02T03:22:00Z'), now)).toBe('2 Jan');
    expect(short(at('2024-01-02T03:22:00Z'), now)).toBe('2 Jan 2024');
  });

  it('fall back to the system’s zone for an unknown zone', () => {
    expect(createDateFormat('Middle/Earth').zone).toBe(createDateFormat('system').zone);
  });

  it('show a number that is no date as a number', () => {
    const format = createDateFormat('UTC');
    expect(format.dateTime(toEpochMs(9e15))).toContain('9000000000000000');
    expect(format.asOf(toEpochMs(9e15), toEpochMs(0))).toContain('9000000000000000');
  });
});

describe('spans and counts', () => {
  it('are shown in their largest whole unit', () => {
    expect(formatDuration(3 * 86_400_000 + 5)).toBe('3 days');
    expect(formatDuration(86_400_000)).toBe('1 day');
    expect(formatDuration(5 * 3_600_000)).toBe('5 hours');
    expect(formatDuration(90_000)).toBe('1 minute');
    expect([1, 4.8].map(formatDaysWithOneDecimal)).toEqual(['1 day', '4.8 days']);
  });

  it.each([
    ['en-GB', -3 * 86_400_000, '3 days ago'],
    ['en-GB', 5 * 3_600_000, 'in 5 hours'],
    ['de-DE', -3 * 86_400_000 - 5, 'vor 3 Tagen'],
    ['de-DE', 86_400_000, 'in 1 Tag'],
  ])('are a whole phrase in %s where they are counted from now', (locale, distance, phrase) => {
    setFormatLocale(locale);
    onTestFinished(() => setFormatLocale('en-GB'));
    const now = at('2026-03-12T12:00:00Z');
    expect(formatRelativeTime(toEpochMs(now + distance), now)).toBe(phrase);
  });

  it('have thousands separators', () => {
    expect(formatCount(12_500)).toBe('12,500');
  });
});

describe('identifiers', () => {
  it('have a muted prefix and an end that distinguishes them', () => {
    expect(splitIdForDisplay('user_0123456789abcde')).toEqual({
      prefix: 'user_',
      middle: '0123456789',
      end: 'abcde',
    });
  });

  it('stay in one piece if they are short or have no prefix', () => {
    expect(splitIdForDisplay('req_1')).toEqual({ prefix: 'req_', middle: '', end: '1' });
    expect(splitIdForDisplay('system')).toEqual({ prefix: '', middle: '', end: 'system' });
    expect(splitIdForDisplay('')).toEqual({ prefix: '', middle: '', end: '' });
  });
});

describe('a text that is cut', () => {
  it('ends in an ellipsis and never in half a character', () => {
    expect(truncateWithEllipsis('abcdef', 3)).toBe('abc…');
    expect(truncateWithEllipsis('abc', 3)).toBe('abc');
    expect(truncateWithEllipsis('ab😀cd', 3)).toBe('ab…');
  });
});
