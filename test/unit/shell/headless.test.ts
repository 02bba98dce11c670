import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as bundle from '#main/cli/index.ts';
import {
  type CommandBundleExports,
  exitCommandWithError,
  onAbnormalEnd,
  prepareElectronForHeadless,
  runHeadless,
} from '#main/shell/headless.ts';
import {
  asked,
  askedNames,
  fakeApp,
  FakeWindow,
  lastAsk,
  resetElectron,
} from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const calls = vi.hoisted(() => ({ hide: 0, disableHardwareAcceleration: 0 }));

vi.mock('electron', async () => {
  const { electron } = await import('../../support/fake-electron.ts');
  Object.assign(electron.app, {
    disableHardwareAcceleration: () => void calls.disableHardwareAcceleration++,
    dock: { hide: () => void calls.hide++ },
  });
  return electron;
});

/** Writes nothing and calls back, as a stream does once it has written. */
function answerWrite(_text: unknown, ...rest: readonly unknown[]): boolean {
  const done = rest.at(-1);
  if (typeof done === 'function') done();
  return true;
}

const { platform } = process;
const argv = [...process.argv];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-headless-'));
  Object.assign(calls, { hide: 0, disableHardwareAcceleration: 0 });
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  process.argv.splice(0, Infinity, ...argv);
  vi.restoreAllMocks();
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a bundle of the command that answers with its surroundings, and runs it. */
async function run(words: readonly string[], abnormalEnd = new AbortController().signal): Promise<unknown> {
  const file = join(folder, 'cli.cjs');
  const noted = join(folder, 'noted.json');
  writeFileSync(
    file,
    `exports.runCli = async (words, { fork, variables, hasStdin }) => {
      fork('/child.cjs');
      fork('/pdf-process.cjs', ['--role', 'text']);
      require('node:fs').writeFileSync(${JSON.stringify(noted)}, JSON.stringify({ variables, hasStdin }));
      return words.length;
    };`,
  );
  await runHeadless(file, words, { INTRAY_JWT: 'secret', HOME: '/home/desk' }, abnormalEnd);
  return JSON.parse(readFileSync(noted, 'utf8'));
}

describe('the headless command', () => {
  it('is what its bundle exports', () => {
    const exported: CommandBundleExports = bundle;
    expect(exported.runCli).toBeTypeOf('function');
  });

  it('opens no window and ends with its own exit code', async () => {
    await run(['list', 'forms', '--json']);
    expect(FakeWindow.made).toEqual([]);
    expect(askedNames()).toEqual(['app.whenReady', 'utilityProcess.fork', 'utilityProcess.fork', 'app.exit']);
    const forks = asked.filter(({ name }) => name === 'utilityProcess.fork').map(({ args }) => args);
    expect(forks).toMatchObject([
      ['/child.cjs', [], { serviceName: 'Intray keychain' }],
      ['/pdf-process.cjs', ['--role', 'text'], { serviceName: 'Intray PDFs' }],
    ]);
    expect(lastAsk('app.exit')).toEqual([3]);
  });

  it('receives the secrets, and its processes do not', async () => {
    expect(await run([])).toMatchObject({ variables: { INTRAY_JWT: 'secret', HOME: '/home/desk' } });
    expect(lastAsk('utilityProcess.fork')[2]).toMatchObject({ env: { HOME: '/home/desk' } });
  });

  it('ends only when its output is written: a pipe would lose the rest', async () => {
    const waiting: (() => void)[] = [];
    const hold = (_text: unknown, ...rest: readonly unknown[]): boolean => {
      const done = rest.at(-1);
      if (typeof done === 'function') waiting.push(() => done());
      return false;
    };
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(hold);
    const running = run([]);
    await waitUntilPasses(() => expect(waiting).toHaveLength(2));
    waiting[0]?.();
    await new Promise(setImmediate);
    expect(askedNames()).not.toContain('app.exit');
    waiting[1]?.();
    await running;
    expect(lastAsk('app.exit')).toEqual([0]);
  });

  it.each([
    ['linux', true],
    ['win32', false],
  ])('on %s can read stdin: %s', async (name, hasStdin) => {
    Object.defineProperty(process, 'platform', { value: name });
    expect(await run([])).toMatchObject({ hasStdin });
  });
});

describe('a command that ends before it is done', () => {
  const END = {
    exception: () => addedListeners.get('uncaughtException')?.('thrown'),
    rejection: () => addedListeners.get('unhandledRejection')?.('thrown'),
    quit: () => fakeApp.quit(),
  };
  const addedListeners = new Map<unknown, (thrown: unknown) => void>();

  it.each([
    ['exception', 'thrown'],
    ['rejection', 'thrown'],
    ['quit', 'interrupted'],
  ] as const)('because of one %s reports that, and nothing after it', (first, expected) => {
    vi.spyOn(process, 'on').mockImplementation((event, listener) => {
      addedListeners.set(event, listener);
      return process;
    });
    const reported: unknown[] = [];
    const ending = onAbnormalEnd({
      onUncaughtError: (thrown) => reported.push(thrown),
      onQuitRequested: () => reported.push('interrupted'),
    });
    expect(ending.aborted).toBe(false);
    for (const event of [first, 'exception', 'rejection', 'quit', 'quit'] as const) END[event]();
    expect([...addedListeners.keys()]).toEqual(['uncaughtException', 'unhandledRejection']);
    expect([reported, ending.aborted]).toEqual([[expected], true]);
  });

  it('does not end with the exit code of its work, should that end meanwhile', async () => {
    await run([], AbortSignal.abort());
    expect(askedNames()).not.toContain('app.exit');
  });

  it('waits a second for a reader of its output who has stopped reading, and no longer', async () => {
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation(() => false);
    const clock = manualClock();
    exitCommandWithError('intray: interrupted', 1, clock);
    await clock.pass(999);
    expect(askedNames()).not.toContain('app.exit');
    await clock.pass(1);
    expect(lastAsk('app.exit')).toEqual([1]);
  });
});

describe('the profile of a headless command', () => {
  const profiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('intray-command-'));

  it('is a new folder of its own, for the owner only, and is removed with the command', async () => {
    prepareElectronForHeadless(folder);
    const [name, path] = lastAsk('app.setPath');
    expect([name, path]).toEqual(['userData', join(folder, profiles()[0] ?? '')]);
    expect(profiles()).toHaveLength(1);
    // Windows has no such permissions.
    const mode = platform === 'win32' ? 0o700 : statSync(String(path)).mode & 0o777;
    expect(mode).toBe(0o700);
    await run([]);
    expect(profiles()).toEqual([]);
  });

  it('is removed too where the command is refused', async () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(answerWrite);
    prepareElectronForHeadless(folder);
    exitCommandWithError('intray: no', 2);
    await waitUntilPasses(() => expect(lastAsk('app.exit')).toEqual([2]));
    expect(profiles()).toEqual([]);
  });

  it('of a command that was killed is removed by the next one, and that of a running one is not', () => {
    const [left, other] = ['intray-command-999999999-abc123', `intray-command-${process.ppid}-abc123`];
    const foreign = 'intray-command-notes';
    for (const name of [left, other, foreign]) mkdirSync(join(folder, name));
    prepareElectronForHeadless(folder);
    expect([left, other, foreign].map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
  });

  it('fails where there is no temporary folder', () => {
    expect(() => prepareElectronForHeadless(join(folder, 'missing'))).toThrow('ENOENT');
  });

  it('starts no graphics, and shows no icon in the Dock', () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    prepareElectronForHeadless(folder);
    expect(calls).toEqual({ hide: 1, disableHardwareAcceleration: 1 });
  });
});
