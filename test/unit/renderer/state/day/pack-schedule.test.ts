import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { createPackReadinessCheck, MAX_WAIT_FOR_SYNC_MS } from '#renderer/state/day/pack-readiness.ts';
import { PackMaker } from '#renderer/state/day/pack-maker.ts';
import { createPackScheduleStore } from '#renderer/state/day/pack-schedule.ts';
import { PACKS_OFF } from '../../../../support/page/shell.ts';
import { aHealth, aKindHealth } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

const MINUTE = 60_000;
const SHIFT = '2026-03-12 06:30';
const SPAN = {
  from: toEpochMs(Date.parse('2026-03-11T23:00:00Z')),
  until: toEpochMs(Date.parse('2026-03-12T23:00:00Z')),
};
const SHEET = { appointments: [], isCut: false, asOf: null };
const ON: PackSchedule = {
  ...PACKS_OFF,
  isOn: true,
  times: ['06:30', '14:30'],
  folder: '/packs',
  hasPassword: true,
};

afterEach(() => {
  vi.useRealTimers();
});

/** A store over a main process that keeps the schedule and makes packs, or fails with an error. */
function setUp(start: PackSchedule = ON) {
  const main = { schedule: start, problem: null as Result<PackSchedule> | null, isReady: true };
  const time = { now: Date.parse('2026-03-12T05:00:00Z'), monotonic: 0 };
  const packed: { name: string; shift: string | null }[] = [];
  const packForShift = async (
    day: { readonly name: string },
    shift: string | null,
  ): Promise<Result<PackSchedule>> => {
    packed.push({ name: day.name, shift });
    if (main.problem !== null) return main.problem;
    const made = { at: toEpochMs(time.now), pages: 3, missing: 0, file: 'there' } as const;
    const doneShifts = shift === null ? main.schedule.doneShifts : [...main.schedule.doneShifts, shift];
    main.schedule = { ...main.schedule, made, failure: null, doneShifts };
    return ok(main.schedule);
  };
  const calls = {
    'packSchedule.get': async () => ok(main.schedule),
    'packSchedule.set': async (change: CallInput<'packSchedule.set'>) => {
      main.schedule = { ...main.schedule, isOn: change.isOn };
      return ok(main.schedule);
    },
    'packSchedule.chooseFolder': async () => err('policy-refused'),
  };
  const known = createPackScheduleStore(calls as unknown as ProcedureCalls); // the calls of the store
  const packs = new PackMaker({
    calls: calls as unknown as ProcedureCalls, // the calls of the store
    known,
    print: { packForShift },
    readToday: async () => ({ span: SPAN, answer: ok(SHEET) }),
    isReady: () => main.isReady,
    zone: () => 'Europe/Berlin',
    clock: { now: () => time.now, monotonic: () => time.monotonic },
  });
  /** Lets time pass on both clocks and checks once. */
  const pass = async (ms: number): Promise<void> => {
    time.now += ms;
    time.monotonic += ms;
    await packs.check();
  };
  /** Another account is opened. */
  const reset = (): void => {
    packs.reset();
    known.reset();
  };
  return { packs, known, reset, main, time, packed, pass };
}

/** A store whose schedule is known. */
async function loaded(start?: PackSchedule) {
  const all = setUp(start);
  await all.known.load();
  return all;
}
const at = (time: string): number => Date.parse(`2026-03-12T${time}Z`);

describe('a pack that is made by itself', () => {
  it('is made once in each shift, of the day of the shift', async () => {
    const { packed, pass, main } = await loaded({ ...ON, doneShifts: ['2026-03-11 14:30'] });
    await pass(0);
    expect(packed).toEqual([]);
    await pass(30 * MINUTE);
    for (let count = 0; count < 5; count += 1) await pass(MINUTE);
    expect(packed).toEqual([{ name: '2026-03-12', shift: SHIFT }]);
    await pass(8 * 60 * MINUTE);
    expect(main.schedule.doneShifts).toEqual(['2026-03-11 14:30', SHIFT, '2026-03-12 14:30']);
  });

  it('is made at the next start where the time has passed meanwhile', async () => {
    const { packed, time, packs, known } = setUp({ ...ON, doneShifts: ['2026-03-09 06:30'] });
    time.now = at('09:00');
    await packs.check();
    expect(packed).toEqual([]);
    await known.load();
    await packs.check();
    expect(packed.map(({ shift }) => shift)).toEqual([SHIFT]);
  });

  it('waits until everything that it shows is known', async () => {
    const { packed, pass, main } = await loaded();
    main.isReady = false;
    await pass(60 * MINUTE);
    expect(packed).toEqual([]);
    main.isReady = true;
    await pass(0);
    expect(packed.map(({ shift }) => shift)).toEqual([SHIFT]);
  });

  it('is not made while it is switched off', async () => {
    const { packed, pass } = await loaded({ ...ON, isOn: false });
    await pass(60 * MINUTE);
    expect(packed).toEqual([]);
  });

  it('is never made twice at once', async () => {
    const { packs, packed } = await loaded();
    await Promise.all([packs.check(), packs.check(), packs.makeNow()]);
    expect(packed).toHaveLength(1);
  });

  it('is made again neither when the clock is set back nor when it was far ahead', async () => {
    const { packed, pass, time } = await loaded({ ...ON, doneShifts: ['2026-03-11 14:30'] });
    await pass(31 * MINUTE);
    time.now = at('05:29');
    await pass(0);
    await pass(2 * MINUTE);
    expect(packed).toHaveLength(1);
    time.now = Date.parse('2031-05-01T12:00:00Z');
    await pass(0);
    time.now = at('13:31');
    await pass(0);
    expect(packed.map(({ shift }) => shift)).toEqual([SHIFT, '2031-05-01 06:30', '2026-03-12 14:30']);
  });

  it('is looked for every now and then', async () => {
    vi.useFakeTimers();
    const { packs, packed, known, reset } = await loaded();
    const stop = packs.start();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(packed).toHaveLength(1);
    stop();
    reset();
    await known.load();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(packed).toHaveLength(1);
  });
});

describe('a pack that fails', () => {
  const failure = { at: toEpochMs(0), error: { code: 'storage-full' }, shift: SHIFT } as const;

  it('is tried again after pauses that become longer, whatever the clock shows', async () => {
    const { packed, pass, main, time, packs } = await loaded();
    main.problem = ok({ ...ON, failure });
    await pass(31 * MINUTE);
    expect(packs.store.getState()).toMatchObject({ isMaking: false, schedule: { failure } });
    time.now += 20 * MINUTE;
    await packs.check();
    expect(packed).toHaveLength(1);
    await pass(MINUTE);
    expect(packed).toHaveLength(2);
    await pass(4 * MINUTE);
    expect(packed).toHaveLength(2);
    await pass(MINUTE);
    expect(packed).toHaveLength(3);
    main.problem = null;
    await pass(15 * MINUTE);
    expect(packed).toHaveLength(4);
    expect(packs.store.getState()).toMatchObject({ schedule: { failure: null, doneShifts: [SHIFT] } });
  });

  it('is tried at once when the user changes the schedule or asks for it', async () => {
    const { packed, pass, main, packs } = await loaded();
    main.problem = ok({ ...ON, failure });
    await pass(31 * MINUTE);
    await packs.set({ isOn: true });
    await waitUntilPasses(() => expect(packed).toHaveLength(2));
    await waitUntilPasses(() => expect(packs.store.getState().isMaking).toBe(false));
    await packs.makeNow();
    expect(packed.at(-1)).toEqual({ name: '2026-03-12', shift: null });
  });

  it('without a stored reason is shown with the error', async () => {
    const { pass, main, packs } = await loaded();
    main.problem = err('engine-down');
    await pass(31 * MINUTE);
    expect(packs.store.getState().error).toEqual({ code: 'engine-down' });
  });

  it('because something else is printed says nothing and is tried at the next check', async () => {
    const { packed, pass, main, packs } = await loaded();
    main.problem = err('on-its-way');
    await pass(31 * MINUTE);
    expect(packs.store.getState()).toMatchObject({ error: null, isMaking: false });
    await pass(1_000);
    expect(packed).toHaveLength(2);
    await packs.makeNow();
    expect(packs.store.getState().error).toEqual({ code: 'on-its-way' });
  });
});

it('shows nothing of an account that is no longer open', async () => {
  const { packs, known, reset } = await loaded();
  const late = known.load();
  reset();
  await late;
  expect(packs.store.getState().schedule).toBeNull();
});

it('says why the folder could not be chosen', async () => {
  const { packs } = await loaded();
  await packs.chooseFolder();
  expect(packs.store.getState()).toMatchObject({ error: { code: 'policy-refused' }, schedule: ON });
});

describe('what has to be known before', () => {
  function readiness() {
    const state = {
      isKnown: true,
      health: aHealth({ connection: 'online' }) as ReturnType<typeof aHealth> | null,
      ms: 0,
    };
    const isReady = createPackReadinessCheck({
      isKnown: () => state.isKnown,
      getHealth: () => state.health,
      monotonic: () => state.ms,
    });
    return { state, isReady };
  }

  it('is the account, its names and settings, and the state of the sync', () => {
    const { state, isReady } = readiness();
    expect(isReady()).toBe(true);
    state.isKnown = false;
    expect(isReady()).toBe(false);
    Object.assign(state, { isKnown: true, health: null });
    expect(isReady()).toBe(false);
  });

  it('includes the records that a running sync brings, which is waited for a while', () => {
    const { state, isReady } = readiness();
    state.health = aHealth({ connection: 'online', kinds: [aKindHealth({ state: 'running' })] });
    expect(isReady()).toBe(false);
    state.ms = MAX_WAIT_FOR_SYNC_MS - 1;
    expect(isReady()).toBe(false);
    state.ms += 1;
    expect(isReady()).toBe(true);
    state.health = aHealth({ connection: 'offline' });
    expect(isReady()).toBe(true);
    state.health = aHealth({ connection: 'unknown' });
    expect(isReady()).toBe(false);
  });
});
