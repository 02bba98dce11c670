import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { writeScreenshot, type ScreenshotOptions } from '#main/shell/window.ts';
import { FakeWindow, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-picture-'));
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

it('a picture of the window is written when the page is rendered', async () => {
  const waits: number[] = [];
  const clock: Clock = {
    ...systemClock,
    wait: async (ms) => {
      waits.push(ms);
      if (ms > 10_000) await new Promise(() => {});
    },
  };
  const window = new FakeWindow({}) as unknown as ScreenshotOptions['window']; // has the one member that is used
  const file = join(folder, 'desk.png');
  await writeScreenshot({ window, file, ready: Promise.resolve(), clock });
  expect(readFileSync(file, 'utf8')).toBe('png');
  expect(waits).toEqual([15_000, 2_000]);
});
