import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { createDayStore } from '#renderer/state/day/day.ts';
import { createPackScheduleStore } from '#renderer/state/day/pack-schedule.ts';
import type { HealthStore } from '#renderer/state/sync/health.ts';

const SHEET = { appointments: [], isCut: false, asOf: null };
const FIRST_PART = { sheet: 'a1', parts: 1, isCut: false, asOf: null, entries: '[]' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store over an engine that answers after a moment. */
function createDay() {
  const get = vi.fn(async (): Promise<Result<typeof FIRST_PART>> => {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    return ok(FIRST_PART);
  });
  const beginning = vi.fn(async () => ok({ appointments: [] }));
  const calls = { 'day.sheet': get, 'day.beginning': beginning } as unknown as ProcedureCalls; // the calls of the sheet
  const day = createDayStore({
    calls,
    packSchedule: createPackScheduleStore(calls),
    health: {} as unknown as HealthStore, // for the preparation alone
    zone: () => 'Europe/Berlin',
    isReadyForPack: () => false,
  });
  return { day, get, beginning };
}

const settle = () => vi.advanceTimersByTimeAsync(30_000);

it('A sheet whose read was begun ahead is not read again when it is shown', async () => {
  const { day, get, beginning } = createDay();
  day.readAhead();
  expect(get).toHaveBeenCalledTimes(1);
  day.show();
  await settle();
  expect(get).toHaveBeenCalledTimes(1);
  expect(beginning).toHaveBeenCalledTimes(1);
  expect(day.store.getState().sheet).toEqual(SHEET);
});

it('A change between the read ahead and the showing is read', async () => {
  const { day, get } = createDay();
  day.readAhead();
  day.invalidate();
  day.show();
  await settle();
  expect(get).toHaveBeenCalledTimes(2);
});

it('A sheet that is shown long after it was read ahead is read again', async () => {
  const { day, get } = createDay();
  day.readAhead();
  await settle();
  day.show();
  await settle();
  expect(get).toHaveBeenCalledTimes(2);
});

it('A sheet that was hidden meanwhile is not read for a change, and is read when it is shown again', async () => {
  const { day, get } = createDay();
  const hide = day.show();
  day.invalidate();
  hide();
  await settle();
  expect(get).toHaveBeenCalledTimes(1);
  day.show();
  await settle();
  expect(get).toHaveBeenCalledTimes(2);
});

it('Entries that a later read finds unchanged stay the same objects, so that they are not rendered again', async () => {
  const { day, get } = createDay();
  const answer = (...names: readonly string[]) =>
    get.mockResolvedValueOnce(
      ok({
        ...FIRST_PART,
        entries: JSON.stringify(names.map((name) => ({ notification: name.slice(0, 1), name }))),
      }),
    );
  answer('a', 'b');
  day.show();
  await settle();
  const [a, b] = day.store.getState().sheet?.appointments ?? [];
  answer('c', 'b changed', 'a');
  day.invalidate();
  await settle();
  const after = day.store.getState().sheet?.appointments ?? [];
  expect(after).toEqual(['c', 'b changed', 'a'].map((name) => ({ notification: name.slice(0, 1), name })));
  expect(after[2]).toBe(a);
  expect(after[1]).not.toBe(b);
});

it('After midnight a sheet that cannot be read is not replaced by that of the day before', async () => {
  vi.setSystemTime(new Date('2026-03-12T21:00:00Z'));
  const { day, get } = createDay();
  day.show();
  await settle();
  vi.setSystemTime(new Date('2026-03-12T22:00:00Z'));
  get.mockResolvedValueOnce(err('engine-down'));
  day.invalidate();
  await settle();
  expect(day.store.getState()).toMatchObject({ sheet: SHEET, error: { code: 'engine-down' } });
  vi.setSystemTime(new Date('2026-03-12T23:30:00Z'));
  get.mockResolvedValueOnce(err('engine-down'));
  day.invalidate();
  await settle();
  expect(day.store.getState()).toMatchObject({ sheet: null, span: null, error: { code: 'engine-down' } });
});
