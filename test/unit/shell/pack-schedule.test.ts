import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import type { AccountsState } from '#contract/accounts.ts';
import {
  MAX_REMEMBERED_DONE_SHIFTS,
  NO_PACK_SCHEDULE,
  type StoredPackSchedule,
} from '#contract/downtime-pack.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { createPackScheduleHandlers } from '#main/shell/pack-schedule.ts';
import { standingClock } from '../../support/clocks.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';
import { askedNames, fakeFiles, FakeWindow, resetElectron } from '../../support/fake-electron.ts';
import { unwrap } from '../../support/results.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const folder = useTemporaryFolder();
afterEach(resetElectron);

const NOW = Date.parse('2026-03-12T05:30:00Z');
const SHIFT = '2026-03-12 06:30';
const PASSWORD = 'a long password';

/** The handlers over an engine that keeps the schedule and writes packs. */
function setUp(stored: Partial<StoredPackSchedule> = {}) {
  const open: Pick<AccountsState, 'session' | 'current'> = { session: 'open', current: '0123456789abcdef' };
  const state = { ...open, stored: { ...NO_PACK_SCHEDULE, ...stored }, isLocked: false, failures: 0 };
  const made: { path: string; password: string }[] = [];
  const engine = {
    making: async (input: {
      path: string;
      password: string;
      pages: Uint8Array;
    }): Promise<Result<unknown>> => {
      writeFileSync(input.path, input.pages);
      return ok({ pages: 4, missing: ['req_2'] });
    },
    call: async (name: string, input: never): Promise<Result<unknown>> => {
      if (name === 'packSchedule.read') return ok(state.stored);
      if (name === 'packSchedule.write') {
        state.stored = input;
        return ok({});
      }
      made.push(input);
      return engine.making(input);
    },
  };
  const window = new FakeWindow({});
  const handlers = createPackScheduleHandlers({
    engine,
    window: () => window as unknown as BrowserWindow, // has the members that a pack uses
    zone: () => 'Europe/Berlin',
    showsRecords: () => !state.isLocked,
    clock: Object.assign(standingClock(), { at: NOW }),
    getAccounts: () => state,
    onFailure: () => {
      state.failures += 1;
    },
  });
  const make = (shift: string | null = SHIFT) => handlers['packSchedule.make']({ requisitions: [], shift });
  return { state, made, engine, handlers, make };
}
const on = (): Partial<StoredPackSchedule> => ({
  isOn: true,
  times: ['06:30'],
  folder: folder(),
  password: PASSWORD,
});
const file = (): string => join(folder(), 'intray-downtime-pack-01234567.pdf');

describe('the schedule of downtime packs', () => {
  it('never shows its password', async () => {
    const shown = unwrap(await setUp(on()).handlers['packSchedule.get']());
    expect(shown).toMatchObject({ isOn: true, hasPassword: true, folder: folder() });
    expect(JSON.stringify(shown)).not.toContain(PASSWORD);
  });

  it('is switched on with a folder, a password and a time only', async () => {
    const { state, handlers } = setUp();
    const set = handlers['packSchedule.set'];
    expect(await set({ isOn: true, times: ['06:30'], password: PASSWORD })).toMatchObject({
      error: { code: 'invalid-input' },
    });
    fakeFiles.saveTo = folder();
    expect(unwrap(await handlers['packSchedule.chooseFolder']()).folder).toBe(folder());
    expect(await set({ isOn: true, times: ['06:30'] })).toMatchObject({ error: { code: 'invalid-input' } });
    expect(await set({ isOn: true, password: PASSWORD })).toMatchObject({ error: { code: 'invalid-input' } });
    expect(state.stored).toMatchObject({ isOn: false, password: null, times: [] });
    expect(unwrap(await set({ isOn: true, times: ['06:30'], password: PASSWORD })).isOn).toBe(true);
    expect(state.stored).toMatchObject({ isOn: true, password: PASSWORD, times: ['06:30'] });
  });

  it('forgets its password when it is switched off', async () => {
    const { state, handlers } = setUp(on());
    expect(unwrap(await handlers['packSchedule.set']({ isOn: false }))).toMatchObject({
      isOn: false,
      hasPassword: false,
    });
    expect(state.stored).toMatchObject({ password: null, folder: folder(), times: ['06:30'] });
  });

  it('makes the pack of the present shift again with another password or in another folder', async () => {
    const { state, handlers } = setUp({ ...on(), doneShifts: [SHIFT] });
    await handlers['packSchedule.set']({ isOn: true, times: ['06:30', '14:30'] });
    expect(state.stored.doneShifts).toEqual([SHIFT]);
    await handlers['packSchedule.set']({ isOn: true, password: 'another password' });
    expect(state.stored.doneShifts).toEqual([]);
    state.stored = { ...state.stored, doneShifts: [SHIFT] };
    fakeFiles.saveTo = '';
    await handlers['packSchedule.chooseFolder']();
    expect(state.stored.doneShifts).toEqual([SHIFT]);
    fakeFiles.saveTo = folder();
    await handlers['packSchedule.chooseFolder']();
    expect(state.stored.doneShifts).toEqual([]);
  });

  it('is that of the open account only', async () => {
    const { state, handlers } = setUp(on());
    Object.assign(state, { session: 'locked' });
    expect(await handlers['packSchedule.set']({ isOn: false })).toMatchObject({
      error: { code: 'not-signed-in' },
    });
    expect(state.stored.isOn).toBe(true);
  });
});

describe('the pack of a shift', () => {
  it('is written under one name of the account, and its shift is done', async () => {
    const { state, made, make } = setUp({
      ...on(),
      failure: { at: NOW as never, error: { code: 'storage-full' }, shift: null },
    });
    const shown = unwrap(await make());
    expect(made).toMatchObject([{ path: file(), password: PASSWORD, replaces: true, zone: 'Europe/Berlin' }]);
    expect(shown).toMatchObject({
      made: { at: NOW, pages: 4, missing: 1, file: 'there' },
      failure: null,
      doneShifts: [SHIFT],
    });
    expect(state.stored.doneShifts).toEqual([SHIFT]);
  });

  it('is made once, and again where the user asks for it', async () => {
    const { made, make } = setUp(on());
    await make();
    await make();
    expect(made).toHaveLength(1);
    await make(null);
    expect(made).toHaveLength(2);
  });

  it('is never made twice at once', async () => {
    const { made, make } = setUp(on());
    const [first, second] = await Promise.all([make(), make(null)]);
    expect(first.ok).toBe(true);
    expect(second).toEqual(err('on-its-way'));
    expect(made).toHaveLength(1);
  });

  it('is not made while it is switched off', async () => {
    const { made, make } = setUp({ ...on(), isOn: false });
    expect(await make()).toMatchObject({ error: { code: 'invalid-input' } });
    expect(made).toEqual([]);
  });

  it('is remembered as done for ten days of shifts', async () => {
    const shifts = Array.from(
      { length: MAX_REMEMBERED_DONE_SHIFTS },
      (_, index) => `2026-01-01 ${String(index % 24).padStart(2, '0')}:00`,
    );
    const { state, make } = setUp({ ...on(), doneShifts: shifts });
    await make();
    expect(state.stored.doneShifts).toHaveLength(MAX_REMEMBERED_DONE_SHIFTS);
    expect(state.stored.doneShifts.at(-1)).toBe(SHIFT);
  });

  it('is missed where its file was removed', async () => {
    const made = { at: NOW as never, pages: 4, missing: 0 };
    expect(unwrap(await setUp({ ...on(), made }).handlers['packSchedule.get']()).made?.file).toBe('gone');
  });
});

describe('a pack that cannot be made', () => {
  it('says that its folder is gone, is reported once for each shift, and leaves the former pack', async () => {
    const gone = join(folder(), 'gone');
    mkdirSync(gone);
    const { state, make, handlers } = setUp({ ...on(), folder: gone });
    rmdirSync(gone);
    for (let count = 0; count < 2; count += 1)
      expect(unwrap(await make())).toMatchObject({
        failure: { at: NOW, error: { code: 'not-found' }, shift: SHIFT },
        doneShifts: [],
      });
    expect(state.failures).toBe(1);
    await make('2026-03-12 14:30');
    expect(state.failures).toBe(2);
    await make(null);
    expect(state.failures).toBe(2);
    expect(unwrap(await handlers['packSchedule.get']()).failure?.error.code).toBe('not-found');
  });

  it('keeps the former pack and its age', async () => {
    const { engine, make } = setUp(on());
    await make();
    engine.making = async () => err('storage-full');
    expect(unwrap(await make(null))).toMatchObject({
      made: { at: NOW, file: 'there' },
      failure: { error: { code: 'storage-full' } },
    });
    expect(readFileSync(file(), 'utf8')).toBe('%PDF-printed');
  });

  it('because the window was locked meanwhile leaves nothing', async () => {
    const { state, made, make } = setUp(on());
    const pending = make();
    Object.assign(state, { session: 'locked', isLocked: true });
    expect((await pending).ok).toBe(false);
    expect(made).toEqual([]);
    expect(existsSync(file())).toBe(false);
    expect(state.stored).toMatchObject({ failure: null, doneShifts: [] });
  });

  it('because another account was opened meanwhile leaves nothing', async () => {
    const { state, made, make } = setUp(on());
    const pending = make();
    Object.assign(state, { current: 'demo' });
    expect((await pending).ok).toBe(false);
    expect(askedNames()).toContain('webContents.printToPDF');
    expect(made).toEqual([]);
  });
});
