import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeScreenshot, type ScreenshotOptions } from '#main/shell/screenshot.ts';
import { FakeWindow, hostEvent, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-picture-'));
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

function setUp(ready: Promise<unknown> = Promise.resolve()) {
  const clock = manualClock();
  const fake = new FakeWindow({});
  const window = fake as unknown as ScreenshotOptions['window']; // has the members that are used
  const file = join(folder, 'desk.png');
  return {
    clock,
    file,
    contents: fake.webContents,
    setTitle: (title: string) => fake.emit('page-title-updated', hostEvent(), title),
    written: writeScreenshot({ window, file, ready, clock }),
  };
}

describe('a picture of the window', () => {
  it('is written two seconds after the page shows a screen of the account', async () => {
    const { clock, file, setTitle, written } = setUp();
    setTitle('Intray');
    await clock.pass(5_000);
    expect(existsSync(file)).toBe(false);
    setTitle('Home – Intray');
    await clock.pass(0);
    await clock.pass(2_000);
    await written;
    expect(readFileSync(file, 'utf8')).toBe('png');
  });

  it('is written even if the content never comes', async () => {
    const { clock, file, written } = setUp(new Promise(() => {}));
    await clock.pass(15_000);
    await clock.pass(2_000);
    await written;
    expect(existsSync(file)).toBe(true);
  });

  it('is given up if the desktop never draws the window', async () => {
    const { clock, file, contents, setTitle, written } = setUp();
    contents.draws = false;
    setTitle('Home – Intray');
    const outcome = written.catch(String);
    for (const ms of [0, 2_000, 10_000]) await clock.pass(ms);
    expect(await outcome).toContain('no picture in time');
    expect(existsSync(file)).toBe(false);
  });
});
