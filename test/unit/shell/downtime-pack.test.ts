import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import type { ValidatedInput } from '#contract/api.ts';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { procedures } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { createSavePackHandler } from '#main/shell/downtime-pack.ts';
import { askedNames, fakeFiles, FakeWindow, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const INPUT: ValidatedInput<'pack.save'> = procedures['pack.save'].input.parse({
  password: 'a long password',
  requisitions: ['req_1', 'req_2'],
  suggestedName: 'intray-pack-2026-03-12.pdf',
});

beforeEach(() => {
  fakeFiles.saveTo = join('/home', 'pack.pdf');
});
afterEach(resetElectron);

/** A window that prints, and an engine that responds. */
function setUp(
  answer: Result<unknown> = ok({ pages: 4, missing: ['req_2'] }),
  zone = 'Europe/Berlin',
  clock: Clock = systemClock,
  isLocked: () => boolean = () => false,
) {
  const calls: InternalProcedureInput<'pack.make'>[] = [];
  const window = new FakeWindow({});
  const { webContents } = window;
  const engine = {
    call: async (_name: string, input: InternalProcedureInput<'pack.make'>): Promise<Result<unknown>> => {
      calls.push(input);
      return answer;
    },
  };
  const handlers = createSavePackHandler({
    engine,
    window: () => window as unknown as BrowserWindow, // has the members that a pack uses
    zone: () => zone,
    showsRecords: () => !isLocked(),
    clock,
  });
  return { calls, webContents, save: handlers['pack.save'] };
}

describe('saving a downtime pack', () => {
  it('prints the window in memory and has the engine write it to the chosen file', async () => {
    const { calls, save } = setUp();
    expect(await save(INPUT)).toEqual(ok({ isSaved: true, pages: 4, missing: ['req_2'] }));
    expect(lastAsk('dialog.showSaveDialog')).toMatchObject([{ defaultPath: 'intray-pack-2026-03-12.pdf' }]);
    expect(calls).toMatchObject([
      {
        requisitions: ['req_1', 'req_2'],
        password: INPUT.password,
        path: fakeFiles.saveTo,
        replaces: true,
        zone: 'Europe/Berlin',
      },
    ]);
    expect(Buffer.from(calls[0]?.pages ?? []).toString()).toBe('%PDF-printed');
  });

  it('prints nothing if the user cancels', async () => {
    fakeFiles.saveTo = '';
    const { calls, save } = setUp();
    expect(await save(INPUT)).toEqual(ok({ isSaved: false, pages: 0, missing: [] }));
    expect(askedNames()).not.toContain('webContents.printToPDF');
    expect(calls).toEqual([]);
  });

  it.each(['system', 'Mars/Olympus'])(
    'dates it in the zone of the computer if the settings have "%s"',
    async (zone) => {
      const { calls, save } = setUp(undefined, zone);
      await save(INPUT);
      expect(calls[0]?.zone).toBe(new Intl.DateTimeFormat('en').resolvedOptions().timeZone);
    },
  );

  it('reports the engine’s error, and a page that could not be printed', async () => {
    expect(await setUp(err('storage-full')).save(INPUT)).toEqual(err('storage-full'));
    const { calls, webContents, save } = setUp();
    webContents.printToPDF = async () => Promise.reject(new Error('no printing'));
    expect(await save(INPUT)).toMatchObject({ error: { code: 'internal' } });
    expect(calls).toEqual([]);
  });

  it('writes nothing of a page that may show the lock screen', async () => {
    const { calls, save } = setUp(undefined, undefined, undefined, () =>
      askedNames().includes('webContents.printToPDF'),
    );
    expect(await save(INPUT)).toEqual(err('cancelled'));
    expect(calls).toEqual([]);
  });

  it('does not wait for a page that never prints', async () => {
    const clock = manualClock();
    const { calls, webContents, save } = setUp(undefined, undefined, clock);
    webContents.draws = false;
    const saved = save(INPUT);
    await waitUntilPasses(() => expect(askedNames()).toContain('webContents.printToPDF'));
    await clock.pass(120_000);
    expect(await saved).toMatchObject({ error: { code: 'internal' } });
    expect(calls).toEqual([]);
  });

  it('does nothing if there is no window', async () => {
    const engine = { call: async () => ok({}) };
    const { 'pack.save': save } = createSavePackHandler({
      engine,
      window: () => null,
      zone: () => 'UTC',
      showsRecords: () => true,
      clock: systemClock,
    });
    expect(await save(INPUT)).toMatchObject({ error: { code: 'internal' } });
    expect(askedNames()).not.toContain('dialog.showSaveDialog');
  });
});
