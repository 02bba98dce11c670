import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { createRedactingLog } from '#main/base/log.ts';
import { endPageProcess, handlePageFailures } from '#main/shell/page-failures.ts';
import {
  askedNames,
  fakeAnswer,
  hostEvent,
  FakeWindow,
  lastAsk,
  resetElectron,
} from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const [AGAIN, CLOSE] = [0, 1];

function setUp() {
  const fake = new FakeWindow({});
  const load = vi.fn();
  const lines: string[] = [];
  const clock = manualClock();
  const log = createRedactingLog(
    (line) => lines.push(line),
    () => 0,
  );
  const window = fake as unknown as BrowserWindow; // has the members that are used
  const { terminatePage: endPage } = handlePageFailures({ window, load, clock, log });
  const crash = (reason = 'crashed'): void =>
    void fake.webContents.emit('render-process-gone', hostEvent(), { reason });
  const failLoad = (code: number, isMainFrame = true): void =>
    void fake.webContents.emit('did-fail-load', hostEvent(), code, 'Amira', 'app://Amira', isMainFrame);
  return { window: fake, load, lines, clock, crash, failLoad, endPage };
}

function count(name: string): number {
  return askedNames().filter((asked) => asked === name).length;
}

describe('a page that cannot be loaded', () => {
  it('is explained in a sentence, and loaded again if the user wants it', async () => {
    fakeAnswer.button = AGAIN;
    const { failLoad, load } = setUp();
    failLoad(-6);
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([
      { message: 'Intray cannot show its page', detail: expect.stringContaining('safe on this computer') },
    ]);
    await waitUntilPasses(() => expect(load).toHaveBeenCalledOnce());
  });

  it('is asked about once at a time, and left alone if the user closes the message', async () => {
    fakeAnswer.button = CLOSE;
    const { failLoad, load } = setUp();
    failLoad(-6);
    failLoad(-6);
    await new Promise(setImmediate);
    expect([count('dialog.showMessageBox'), load.mock.calls.length]).toEqual([1, 0]);
    failLoad(-6);
    expect(count('dialog.showMessageBox')).toBe(2);
  });

  it.each<readonly [string, number, boolean]>([
    ['another load has replaced it', -3, true],
    ['it is only a frame', -6, false],
  ])('is no failure if %s', (_why, code, isMainFrame) => {
    setUp().failLoad(code, isMainFrame);
    expect(askedNames()).not.toContain('dialog.showMessageBox');
  });

  it('is logged by its code alone, since Chromium’s words may quote an address', () => {
    const { failLoad, lines } = setUp();
    failLoad(-6);
    expect(lines.join()).toContain('-6');
    expect(lines.join()).not.toContain('Amira');
  });
});

describe('a page whose process ends', () => {
  it('is reloaded three times, then the user is asked', () => {
    const { crash } = setUp();
    for (let turn = 0; turn < 3; turn += 1) crash();
    expect([count('webContents.reload'), count('dialog.showMessageBox')]).toEqual([3, 0]);
    crash();
    expect([count('webContents.reload'), count('dialog.showMessageBox')]).toEqual([3, 1]);
  });

  it('is reloaded again after a quiet minute, however many crashes there were before', async () => {
    const { crash, clock } = setUp();
    for (let turn = 0; turn < 9; turn += 1) {
      crash();
      await clock.pass(60_000);
    }
    expect([count('webContents.reload'), count('dialog.showMessageBox')]).toEqual([9, 0]);
  });

  it('less than a minute after the crash before is not counted from zero', async () => {
    const { crash, clock } = setUp();
    for (let turn = 0; turn < 4; turn += 1) {
      crash();
      await clock.pass(59_000);
    }
    expect([count('webContents.reload'), count('dialog.showMessageBox')]).toEqual([3, 1]);
  });

  it('on purpose is not reloaded', () => {
    setUp().crash('clean-exit');
    expect(askedNames()).not.toContain('webContents.reload');
  });
});

describe('a page that does not respond', () => {
  const [WAIT, LOAD_AGAIN] = [0, 1];

  it('is logged, and when it responds again', () => {
    const { window, lines } = setUp();
    window.emit('unresponsive');
    window.emit('responsive');
    expect(lines.join()).toMatch(/does not respond.*responds again/);
  });

  it('is ended if the user wants it, and loaded again as after a crash', async () => {
    fakeAnswer.button = LOAD_AGAIN;
    const { window } = setUp();
    window.emit('unresponsive');
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([{ message: 'Intray does not respond' }]);
    await waitUntilPasses(() => expect(count('webContents.forcefullyCrashRenderer')).toBe(1));
  });

  it('is left alone if the user waits, and asked about once at a time', async () => {
    fakeAnswer.button = WAIT;
    const { window } = setUp();
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(count('dialog.showMessageBox')).toBe(1);
    await new Promise(setImmediate);
    expect(count('webContents.forcefullyCrashRenderer')).toBe(0);
    window.emit('unresponsive');
    expect(count('dialog.showMessageBox')).toBe(2);
  });

  it('is not ended if it responds again while the user is asked', async () => {
    fakeAnswer.button = LOAD_AGAIN;
    const { window } = setUp();
    window.emit('unresponsive');
    window.emit('responsive');
    await new Promise(setImmediate);
    expect(count('webContents.forcefullyCrashRenderer')).toBe(0);
  });

  it('is asked about once more if it hangs again', async () => {
    fakeAnswer.button = WAIT;
    const { window } = setUp();
    window.emit('unresponsive');
    window.emit('responsive');
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(count('dialog.showMessageBox')).toBe(2);
  });
});

describe('the end of a page’s process', () => {
  const createPage = (pid: number) => ({ getOSProcessId: () => pid, forcefullyCrashRenderer: vi.fn() });

  it.skipIf(process.platform === 'win32')(
    'comes by a signal on Linux, where a crash could leave its memory on the disk',
    async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
      const ended = once(child, 'exit');
      const page = createPage(child.pid ?? 0);
      endPageProcess(page, 'linux');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(page.forcefullyCrashRenderer).not.toHaveBeenCalled();
      // Its number belongs to no process any more.
      endPageProcess(page, 'linux');
      expect(page.forcefullyCrashRenderer).toHaveBeenCalledOnce();
    },
  );

  it.each([
    ['linux', 0],
    ['linux', -1],
    ['darwin', 1],
    ['win32', 1],
  ] as const)('is left to Electron on %s where the page has the process %i', (platform, pid) => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const page = createPage(pid);
    endPageProcess(page, platform);
    expect(page.forcefullyCrashRenderer).toHaveBeenCalledOnce();
    expect(kill).not.toHaveBeenCalled();
    kill.mockRestore();
  });
});

describe('a page that is ended on purpose', () => {
  it('is loaded again once its process is gone, however often, and nothing counts as a crash', () => {
    const { endPage, crash, load, lines } = setUp();
    for (let times = 0; times < 5; times += 1) {
      endPage();
      expect(count('webContents.forcefullyCrashRenderer')).toBe(times + 1);
      expect(load).toHaveBeenCalledTimes(times);
      crash('killed');
      expect(load).toHaveBeenCalledTimes(times + 1);
    }
    expect([lines, count('webContents.reload'), count('dialog.showMessageBox')]).toEqual([[], 0, 0]);
  });

  it('is loaded again also where no process is left to end', async () => {
    const { endPage, load, clock } = setUp();
    endPage();
    await clock.pass(500);
    expect(load).toHaveBeenCalledOnce();
  });

  it('is loaded once more where its end is reported late, which is no crash', async () => {
    const { endPage, crash, load, lines, clock } = setUp();
    endPage();
    await clock.pass(500);
    crash('killed');
    expect(load).toHaveBeenCalledTimes(2);
    expect([lines, count('webContents.reload')]).toEqual([[], 0]);
  });

  it('has crashed where it ends long after it was loaded again', async () => {
    const { endPage, crash, load, lines, clock } = setUp();
    endPage();
    await clock.pass(500);
    await clock.pass(10_000);
    crash();
    expect(load).toHaveBeenCalledOnce();
    expect([lines.length, count('webContents.reload')]).toEqual([1, 1]);
  });

  it('is loaded once where its process was gone at once, and not again when the wait for that ends', async () => {
    const { endPage, crash, load, clock } = setUp();
    endPage();
    crash('killed');
    await clock.pass(500);
    expect(load).toHaveBeenCalledOnce();
  });
});
