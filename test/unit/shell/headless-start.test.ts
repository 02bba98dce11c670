import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askedNames, electron, fakeApp, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const { argv } = process;
const before = new Map<string, readonly unknown[]>();
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
let temporary = '';
let said = '';

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'intray-start-headless-'));
  for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, temporary);
  vi.stubEnv('INTRAY_JWT', 'secret');
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text, ...rest: readonly unknown[]) => {
    said += String(text);
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  for (const event of EVENTS) before.set(event, process.listeners(event as 'uncaughtException'));
  vi.stubGlobal('__PRESS_STYLE_HASH__', "'sha256-x'");
  // The main process runs on import, so each test imports it again.
  vi.resetModules();
  vi.doMock('electron', () => electron);
  Object.assign(fakeApp, { disableHardwareAcceleration: () => {}, dock: { hide: () => {} } });
});
afterEach(() => {
  for (const event of EVENTS)
    for (const listener of addedListeners(event)) process.off(event as 'uncaughtException', listener);
  process.argv = argv;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetElectron();
  rmSync(temporary, { recursive: true, force: true });
});

/** The listeners that the main process has added. */
function addedListeners(event: (typeof EVENTS)[number]): NodeJS.UncaughtExceptionListener[] {
  const known = before.get(event) ?? [];
  return process.listeners(event as 'uncaughtException').filter((listener) => !known.includes(listener));
}

/** Starts the main process with these arguments, and waits until it ends or until a command would run. */
async function start(words: readonly string[]): Promise<void> {
  process.argv = ['intray', ...words];
  await import('#main/index.ts');
  await waitUntilPasses(() =>
    expect(askedNames()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^app\.(exit|whenReady|quit)$/)]),
    ),
  );
}

const REFUSED: readonly (readonly [words: readonly string[], line: RegExp])[] = [
  [
    ['--headless', 'status'],
    /^intray: Part of the input is not valid\. \(The command goes after --headless --, for example: --headless -- status\)\n$/,
  ],
  [['--headless', '--data-dir=/d', '--', 'sync'], /--data-dir goes after the command/],
  [['--data-dir=/d', '--headless', '--', 'sync', '--json'], /^\{"error":\{"code":"invalid-input",.*\}\}\n$/],
  [['--headless=old'], /The command goes after/],
];

describe('a headless command that is refused', () => {
  it.each(REFUSED)(
    '%j says so in one line on stderr and ends with 2, without a dialog',
    async (words, line) => {
      await start(words);
      expect(lastAsk('app.exit')).toEqual([2]);
      expect(askedNames()).not.toContain('dialog.showErrorBox');
      expect(said).toMatch(line);
    },
  );

  it('because of a dangerous switch ends in the same way', async () => {
    fakeApp.isPackaged = true;
    await start(['--inspect', '--headless', '--', 'status']);
    expect(lastAsk('app.exit')).toEqual([2]);
    expect(said).toContain('Intray does not start with --inspect.');
    expect(askedNames()).not.toContain('dialog.showErrorBox');
  });

  it('because there is no temporary folder ends with 6', async () => {
    rmSync(temporary, { recursive: true });
    await start(['--headless', '--', 'status']);
    expect(lastAsk('app.exit')).toEqual([6]);
    expect(said).toMatch(/^intray: .*the file or its folder does not exist.*\n$/);
  });
});

describe('a headless command', () => {
  it.each(EVENTS)('that fails with an %s says so in one line and ends with 1', async (event) => {
    await start(['--headless', '--', 'status']);
    said = '';
    const [listener, ...others] = addedListeners(event);
    listener?.(new Error('a mistake\n at line 1'), 'uncaughtException');
    await waitUntilPasses(() => expect(lastAsk('app.exit')).toEqual([1]));
    expect([said.split('\n').length, others]).toEqual([2, []]);
    expect(said).toContain('Error: a mistake');
    expect(askedNames()).not.toContain('dialog.showErrorBox');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('that a signal ends, at which Electron quits with 0, says so in one line and ends with 1', async () => {
    await start(['--headless', '--', 'status', '--json']);
    said = '';
    fakeApp.quit();
    await waitUntilPasses(() => expect(lastAsk('app.exit')).toEqual([1]));
    expect(said).toMatch(/^\{"error":\{"code":"cancelled",.*\}\}\n$/);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('touches no data folder before it knows which one, and keeps Chromium out of it', async () => {
    await start(['--headless', '--', 'status', '--data-dir', join(temporary, 'data')]);
    expect(lastAsk('app.setPath')).toEqual(['userData', expect.stringContaining('intray-command-')]);
    expect(askedNames()).not.toContain('app.requestSingleInstanceLock');
  });
});

it.each([[['--headless', '--', 'status']], [['--data-dir', '/nowhere/data']]])(
  'with %j the secrets leave the environment that other programs inherit',
  async (words) => {
    await start(words);
    expect(process.env['INTRAY_JWT']).toBeUndefined();
  },
);
