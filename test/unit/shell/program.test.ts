import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { procedures } from '#contract/procedures.ts';
import { createRedactingLog } from '#main/base/log.ts';
import {
  getProgramInfo,
  logChildProcessExits,
  logUncaughtErrors,
  onShowRequested,
  prepareProgram,
  setStartLanguage,
  showStartErrorAndExit,
} from '#main/shell/program.ts';
import { PROCESS_NAMES } from '#main/shell/processes.ts';
import { createWindowSession } from '#main/shell/protocol.ts';
import { fakeApp, resetElectron, askedNames, hostEvent, lastAsk } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const { platform } = process;
let dataDir = '';
beforeEach(() => {
  // Test files share this fake: what the file before has begun may have asked it after its own last reset.
  resetElectron();
  dataDir = mkdtempSync(join(tmpdir(), 'intray-program-'));
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  resetElectron();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('before it is ready, the program', () => {
  it('sandboxes every page, registers its scheme and guards every new page', () => {
    expect(prepareProgram({ dataDir, debugPort: null, uid: 1000 })).toBe(true);
    expect(askedNames()).toEqual([
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.setPath',
      'app.requestSingleInstanceLock',
    ]);
    expect(fakeApp.listenerCount('web-contents-created')).toBe(1);
  });

  it.each([
    ['system', 'de-DE', []],
    ['de', 'en-US', [['lang', 'de']]],
    ['ar', 'de-DE', [['lang', 'ar']]],
    ['en', 'en-US', [['lang', 'en-US']]],
    ['en', 'de-DE', [['lang', 'en-GB']]],
  ] as const)(
    'with the language %s on a system with the formats of %s sets %j in Chromium',
    (language, systemLocale, switches) => {
      prepareProgram({ dataDir, debugPort: null, uid: 1000, language, systemLocale });
      expect([...fakeApp.switches]).toEqual(switches);
    },
  );

  it('as root keeps Chromium’s own switch against the sandbox: its child processes would refuse to start', () => {
    expect(prepareProgram({ dataDir, debugPort: null, uid: 0 })).toBe(true);
    expect(askedNames()).not.toContain('app.enableSandbox');
  });

  it('as root refuses in a sentence where it is packaged', () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    fakeApp.isPackaged = true;
    expect(prepareProgram({ dataDir, debugPort: null, uid: 0 })).toBe(false);
    expect(lastAsk('dialog.showErrorBox')).toEqual([
      'Intray cannot start',
      expect.stringContaining('Start it as a normal user.'),
    ]);
    expect(askedNames().slice(-1)).toEqual(['app.exit']);
  });

  it.each([
    ['win32', true, ['app.setAppUserModelId', 'app.setToastActivatorCLSID']],
    ['win32', false, []],
    ['linux', true, []],
  ] as const)(
    'on %s (packaged: %s) registers the names of its notifications by %j',
    (platform, packaged, calls) => {
      fakeApp.isPackaged = packaged;
      prepareProgram({ dataDir, debugPort: null, platform, uid: null });
      expect(askedNames().filter((name) => /UserModel|CLSID/.test(name))).toEqual(calls);
    },
  );

  it('is registered on Windows under the id of its package, and under one that never changes', () => {
    fakeApp.isPackaged = true;
    const options = { dataDir, debugPort: null, platform: 'win32', uid: null } as const;
    prepareProgram(options);
    expect(lastAsk('app.setAppUserModelId')).toEqual(['desk.intray.app']);
    expect(lastAsk('app.setToastActivatorCLSID')).toEqual(['{6F1D2C1B-5C0E-4B6E-9B0C-2A8E1F4D7A35}']);
  });

  it("keeps Chromium's files in a folder of its own", () => {
    prepareProgram({ dataDir, debugPort: null });
    expect(lastAsk('app.setPath')).toEqual(['userData', join(dataDir, 'window')]);
  });

  it.skipIf(process.platform === 'win32')('creates that folder for the owner only', () => {
    prepareProgram({ dataDir, debugPort: null });
    expect(statSync(join(dataDir, 'window')).mode & 0o777).toBe(0o700);
  });

  it('opens a debugging port only on request', () => {
    prepareProgram({ dataDir, debugPort: 9222 });
    expect(lastAsk('app.commandLine.appendSwitch')).toEqual(['remote-debugging-port', '9222']);
  });

  it('knows whether it is the first on its data folder', () => {
    fakeApp.isFirst = false;
    expect(prepareProgram({ dataDir, debugPort: null })).toBe(false);
  });

  it('fails where the data folder is a file', () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    expect(() => prepareProgram({ dataDir: file, debugPort: null })).toThrow();
    expect(askedNames()).toEqual([]);
  });
});

describe('the program', () => {
  it('shows its window when it is started again, whatever the arguments', () => {
    const show = vi.fn();
    onShowRequested(() => show());
    fakeApp.emit('second-instance', hostEvent(), ['intray', '--headless', 'account', 'add'], '/tmp');
    fakeApp.emit('activate');
    expect(show.mock.calls).toEqual([[], []]);
  });

  it.each(['darwin', 'win32'])('on %s says at once why it does not start, and ends', (system) => {
    Object.defineProperty(process, 'platform', { value: system });
    showStartErrorAndExit('The data folder cannot be written.', 6);
    expect(lastAsk('dialog.showErrorBox')).toEqual([
      'Intray cannot start',
      'The data folder cannot be written.',
    ]);
    expect(lastAsk('app.exit')).toEqual([6]);
  });

  it('says so in the language of the settings', () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    setStartLanguage('de');
    fakeApp.isPackaged = true;
    prepareProgram({ dataDir, debugPort: null, uid: 0 });
    setStartLanguage('en');
    expect(lastAsk('dialog.showErrorBox')).toEqual([
      'Intray kann nicht starten',
      expect.stringContaining('gewöhnlichen Benutzerkonto'),
    ]);
  });

  it('tells the page its facts, as the contract defines', () => {
    const info = getProgramInfo('https://clinic.example.org');
    expect(procedures['app.info'].output.parse(info)).toEqual(info);
    expect(info).toMatchObject({ host: 'stand-in', packaged: false });
  });
});

/** Logs the ends of processes, and returns the lines of the log. */
function collectExitLines(): readonly string[] {
  const lines: string[] = [];
  logChildProcessExits(
    createRedactingLog(
      (line) => lines.push(line),
      () => 0,
    ),
  );
  return lines;
}

it('a child process that has ended is logged by its kind and reason', () => {
  const lines = collectExitLines();
  const details = { type: 'Utility', reason: 'crashed', exitCode: 5, name: 'Intray engine' };
  fakeApp.emit('child-process-gone', hostEvent(), details);
  expect(lines.join()).toMatch(/Utility.*crashed.*5.*Intray engine/);
});

it.each(Object.values(PROCESS_NAMES))(
  'a process of our own that was ended is not logged, one that fails is: %s',
  (name) => {
    const lines = collectExitLines();
    for (const reason of ['killed', 'clean-exit', 'oom', 'crashed', 'abnormal-exit'])
      fakeApp.emit('child-process-gone', hostEvent(), { type: 'Utility', reason, exitCode: 9, name });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/killed|clean-exit/);
  },
);

it('a process of Chromium that was killed is logged, with and without a name', () => {
  const lines = collectExitLines();
  const details = { type: 'GPU', reason: 'killed', exitCode: 9 };
  fakeApp.emit('child-process-gone', hostEvent(), details);
  fakeApp.emit('child-process-gone', hostEvent(), { ...details, type: 'Utility', name: 'Network Service' });
  expect(lines).toHaveLength(2);
});

it.each(['uncaughtException', 'unhandledRejection'] as const)(
  'an error that nothing handles is logged without its ids, and shown to nobody: %s',
  (event) => {
    const before = new Set<unknown>(process.rawListeners(event));
    const lines: string[] = [];
    logUncaughtErrors(
      createRedactingLog(
        (line) => lines.push(line),
        () => 0,
      ),
    );
    const added = ['uncaughtException', 'unhandledRejection'].flatMap((name) =>
      process.rawListeners(name).map((listener) => ({ name, listener: listener as () => void })),
    );
    const [own, ...more] = process.rawListeners(event).filter((listener) => !before.has(listener));
    own?.call(process, new TypeError('no patient user_17'));
    for (const { name, listener } of added) if (!before.has(listener)) process.off(name, listener);
    expect(more).toEqual([]);
    expect(lines.join()).toMatch(/uncaught exception|unhandled rejection/);
    expect(lines.join()).toContain('TypeError');
    expect(lines.join()).not.toContain('user_17');
  },
);

it('the names of the program are those of its package', () => {
  const { productName, desktopName } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    string
  >; // the program's own
  const builder = readFileSync('electron-builder.yml', 'utf8');
  expect(/^productName: (.*)$/m.exec(builder)?.[1]).toBe(productName);
  expect(`${/^ +executableName: (.*)$/m.exec(builder)?.[1]}.desktop`).toBe(desktopName);
  expect(/^appId: (.*)$/m.exec(builder)?.[1]).toBe('desk.intray.app');
});

describe('the session of the windows', () => {
  it('is in memory, has no cache, is guarded and serves the page', () => {
    createWindowSession(async () => new Response(null));
    const [name, options] = lastAsk('session.fromPartition');
    expect(name).not.toMatch(/^persist:/);
    expect(options).toEqual({ cache: false });
    expect(askedNames()).toEqual(
      expect.arrayContaining([
        'session.setPermissionRequestHandler',
        'session.setPermissionCheckHandler',
        'session.setSpellCheckerEnabled',
        'session.protocol.handle',
      ]),
    );
  });
});
