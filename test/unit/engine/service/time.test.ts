import { expect, test } from 'vitest';
import { readTimestamp } from '#main/engine/service/wire/time.ts';

const MOMENT = Date.UTC(2026, 2, 1, 9, 30, 0, 123);

test.each([
  ['2026-03-01T09:30:00.123Z', MOMENT],
  ['2026-03-01 09:30:00.123+00', MOMENT],
  ['2026-03-01T09:30:00.123+00', MOMENT],
  ['2026-03-01T09:30:00.123+00:00', MOMENT],
  ['2026-03-01T09:30:00.123z', MOMENT],
  ['2026-03-01T11:30:00.123+0200', MOMENT],
  ['2026-03-01T04:00:00.123-05:30', MOMENT],
  ['2026-03-01T09:30:00.123999Z', MOMENT],
  ['2026-03-01T09:30:00.1Z', MOMENT - 23],
  ['2026-03-01T09:30:00Z', MOMENT - 123],
  ['2024-02-29T00:00:00.000Z', Date.UTC(2024, 1, 29)],
  ['0099-01-01T00:00:00.000Z', -59_042_995_200_000],
])('reads %s', (text, expected) => {
  expect(readTimestamp(text)).toBe(expected);
});

test.each([
  '',
  '2026-03-01T09:30:00.123',
  '2026-02-30T00:00:00.000Z',
  '2025-02-29T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-03-00T00:00:00.000Z',
  '2026-03-01T24:00:00.000Z',
  '2026-03-01T09:60:00.000Z',
  '2026-03-01T09:30:60.000Z',
  '0000-01-01T00:00:00.000Z',
  '+275761-01-01T00:00:00.000Z',
  '2026-03-01',
  'yesterday',
  ' 2026-03-01T09:30:00.123Z',
  '２０２６-03-01T09:30:00.123Z',
])('refuses %j, which no calendar or clock shows', (text) => {
  expect(readTimestamp(text)).toBeNull();
});
