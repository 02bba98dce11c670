import type * as fs from 'node:fs';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_SENTENCES } from '#contract/result.ts';
import { createOrCheckDataFolder } from '#main/base/data-folder.ts';
import { electron, fakeApp, resetElectron, askedNames, lastAsk } from '../../support/fake-electron.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const argv = process.argv;
/** How a refused program says why: it ends before it is ready, and Linux has no dialog then. */
const REFUSAL = process.platform === 'linux' ? 'error on stderr' : 'dialog.showErrorBox';
let folder = '';
let temporary = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-start-'));
  temporary = mkdtempSync(join(tmpdir(), 'intray-start-temporary-'));
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, temporary);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubGlobal('__PRESS_STYLE_HASH__', "'sha256-x'");
  // The main process runs on import, so each test imports it again.
  vi.resetModules();
  vi.doMock('electron', () => electron);
});
afterEach(() => {
  process.argv = argv;
  vi.doUnmock('node:fs');
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  resetElectron();
  for (const used of [folder, temporary]) rmSync(used, { recursive: true, force: true });
});

/** Starts the main process with these arguments. */
async function start(words: readonly string[]): Promise<void> {
  process.argv = ['electron', '.', ...words];
  await import('#main/index.ts');
}

/** Waits until the program has ended, and returns the sentence that its dialog has shown. */
async function waitForErrorShown(): Promise<unknown> {
  await waitUntilPasses(() => expect(lastAsk('app.exit')).toEqual([6]));
  return lastAsk('dialog.showErrorBox')[1];
}

describe('the main process', () => {
  it('sandboxes and guards every page before Electron is ready', async () => {
    await start(['--data-dir', folder]);
    const order = askedNames();
    const ready = order.indexOf('app.whenReady');
    // Not as root, see `prepareProgram`.
    const sandboxed = process.getuid?.() === 0 ? [] : ['app.enableSandbox'];
    for (const first of [
      ...sandboxed,
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
    ])
      expect(order.slice(0, ready)).toContain(first);
  });

  it.skipIf(process.platform === 'win32')(
    'writes for its owner only, whatever the user’s mask is',
    async () => {
      const before = process.umask(0);
      try {
        await start(['--data-dir', folder]);
        expect(process.umask(0)).toBe(0o077);
      } finally {
        process.umask(before);
      }
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'leaves its memory, and that of the processes it starts, out of core dumps',
    async () => {
      const filter = '/proc/self/coredump_filter';
      writeFileSync(filter, '0x33');
      await start(['--data-dir', folder]);
      expect(Number.parseInt(readFileSync(filter, 'utf8'), 16)).toBe(0);
    },
  );

  it('leaves the data folder to the run that holds it', async () => {
    fakeApp.isFirst = false;
    await start(['--data-dir', folder]);
    expect(askedNames().at(-1)).toBe('app.quit');
    expect(askedNames()).not.toContain('app.whenReady');
    expect([readdirSync(join(folder, 'window')), readdirSync(temporary)]).toEqual([[], []]);
  });

  it('says so if the data folder is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await start(['--data-dir', file]);
    expect(await waitForErrorShown()).toBe(ERROR_SENTENCES['not-a-folder']);
  });

  it.each([
    ['ENOSPC', 'storage-full'],
    ['EDQUOT', 'storage-full'],
    ['EROFS', 'storage-read-only'],
  ] as const)(
    'says why where the system does not let it write the lock and answers %s',
    async (code, error) => {
      fakeApp.isFirst = false;
      vi.doMock('node:fs', async (importActual) => {
        const refuse = (): never => {
          throw Object.assign(new Error('write'), { code });
        };
        return {
          ...(await importActual<typeof fs>()),
          symlinkSync: refuse,
          rmdirSync: refuse,
        };
      });
      await start(['--data-dir', folder]);
      expect(await waitForErrorShown()).toBe(ERROR_SENTENCES[error]);
      expect(askedNames()).not.toContain('app.quit');
    },
  );

  it.skipIf(process.platform === 'win32').each([
    ['ends without an error', 'a process that runs', `${hostname()}-${process.pid}`],
    ['says why', 'a process that has ended', `${hostname()}-${2 ** 31 - 1}`],
    ['says why', 'another computer', `another-${process.pid}`],
  ])('%s where the lock cannot be written and is held by %s', async (outcome, _, holder) => {
    fakeApp.isFirst = false;
    createOrCheckDataFolder(folder);
    mkdirSync(join(folder, 'window'));
    symlinkSync(holder, join(folder, 'window/SingletonLock'));
    rmSync(temporary, { recursive: true });
    await start(['--data-dir', folder]);
    const end = outcome === 'says why' ? 'app.exit' : 'app.quit';
    await waitUntilPasses(() => expect(askedNames().at(-1)).toBe(end));
    expect(askedNames()).toContain('app.requestSingleInstanceLock');
  });

  it.skipIf(process.platform === 'win32')(
    'says why where the lock has no temporary folder, and leaves nothing in the data folder',
    async () => {
      fakeApp.isFirst = false;
      rmSync(temporary, { recursive: true });
      await start(['--data-dir', folder]);
      expect(await waitForErrorShown()).toBe(ERROR_SENTENCES['storage-read-only']);
      expect(readdirSync(join(folder, 'window'))).toEqual([]);
    },
  );

  it.skipIf(process.platform === 'win32')('does not start on a folder that others may write to', async () => {
    chmodSync(folder, 0o777);
    await start(['--data-dir', folder]);
    expect(await waitForErrorShown()).toBe(ERROR_SENTENCES['unsafe-folder']);
  });

  it('does not start with a switch that weakens it, when packaged', async () => {
    fakeApp.isPackaged = true;
    await start(['--inspect']);
    expect(askedNames()).toEqual([REFUSAL, 'app.exit']);
    expect(lastAsk('app.exit')).toEqual([2]);
  });
});

describe.runIf(process.platform === 'linux')('an error before Electron is ready, on Linux,', () => {
  const startOnUnsafeFolder = async (): Promise<void> => {
    chmodSync(folder, 0o777);
    await start(['--data-dir', folder]);
  };

  it('is written to stderr and shown once it is ready', async () => {
    await startOnUnsafeFolder();
    expect(await waitForErrorShown()).toBe(ERROR_SENTENCES['unsafe-folder']);
    expect(askedNames()).toEqual([
      'error on stderr',
      'app.setPath',
      'app.whenReady',
      'dialog.showErrorBox',
      'app.exit',
    ]);
  });

  it('leaves nothing of Chromium in the data folder, and no temporary folder', async () => {
    await startOnUnsafeFolder();
    await waitForErrorShown();
    expect(lastAsk('app.setPath')).toEqual(['userData', expect.stringContaining(temporary)]);
    expect([folder, temporary].map((used) => readdirSync(used))).toEqual([[], []]);
  });

  it('is shown where there is no temporary folder either', async () => {
    rmSync(temporary, { recursive: true });
    await startOnUnsafeFolder();
    expect(await waitForErrorShown()).toBe(ERROR_SENTENCES['unsafe-folder']);
  });

  it('without a display is on stderr only, and the program ends with its own exit code', async () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    await startOnUnsafeFolder();
    expect(askedNames()).toEqual(['error on stderr', 'app.exit']);
    expect(lastAsk('app.exit')).toEqual([6]);
  });
});

describe('the environment of a packaged program', () => {
  it('ends it where a variable of Electron may weaken it', async () => {
    vi.stubEnv('ELECTRON_ENABLE_LOGGING', '1');
    fakeApp.isPackaged = true;
    await start(['--data-dir', folder]);
    vi.unstubAllEnvs();
    expect(lastAsk(REFUSAL)[1]).toContain('ELECTRON_ENABLE_LOGGING');
    expect(lastAsk('app.exit')).toEqual([2]);
  });
});

describe('the source of the shell', () => {
  const source = (file: string): string => readFileSync(join('main/shell', file), 'utf8');

  it('creates windows in one file and receives messages of pages in one file', () => {
    const using = (word: string): string[] =>
      readdirSync('main/shell').filter((file) => file.endsWith('.ts') && source(file).includes(word));
    expect(using('new BrowserWindow')).toEqual(['window.ts']);
    expect(using('ipcMain')).toEqual(['ipc.ts']);
    expect(using('utilityProcess.fork')).toEqual(['processes.ts']);
    expect(using('openExternal')).toEqual(['call-link.ts']);
    expect(using('crashReporter')).toEqual([]);
  });
});
