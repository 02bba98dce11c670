import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { ok } from '#contract/result.ts';
import { createPrintHandlers } from '#main/shell/printing.ts';
import { FakeWindow, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

function setUp() {
  const window = new FakeWindow({});
  const clock = manualClock();
  const shown = window as unknown as BrowserWindow; // has the members that are used
  const { 'app.print': print } = createPrintHandlers({ window: () => shown, clock });
  return { contents: window.webContents, clock, printed: print() };
}

describe('printing', () => {
  it.each<readonly [string, boolean, string]>([
    ['printed', true, ''],
    ['cancelled', false, 'Print job canceled'],
    ['failed', false, 'Print job failed'],
    ['failed', false, 'Invalid printer settings'],
  ])('is reported as %s (%s, %j)', async (outcome, isPrinted, reason) => {
    const { contents, printed } = setUp();
    contents.answerPrint(isPrinted, reason);
    expect(await printed).toEqual(ok({ outcome }));
  });

  it('opens the system’s dialog with its own choice of printer and paper', () => {
    setUp();
    expect(lastAsk('webContents.print')).toEqual([{}]);
  });

  it('is unknown if Electron never tells, as when another print is running', async () => {
    const { clock, printed } = setUp();
    await clock.pass(600_000);
    expect(await printed).toEqual(ok({ outcome: 'unknown' }));
  });

  it('needs a window', async () => {
    const { 'app.print': print } = createPrintHandlers({ window: () => null, clock: manualClock() });
    expect(await print()).toMatchObject({ ok: false });
  });
});
