/**
 * `npm start`: opens Intray from this folder, on Electron where its program is installed, otherwise on the
 * stand-in host with a system Chromium. Builds first where the bundles are older than the sources.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { getDefaultDataDir } from '#main/base/data-dir.ts';
import { electronProgram, getRootSwitches, HOW_TO_GET_ELECTRON } from '../test/host/electron-program.ts';
import { buildWhereStale } from './build-where-stale.ts';
import { openDisplay } from './display.ts';
import { ensureSystemParts, findChromium } from './system-parts.ts';
import { type Command, runWithoutCoreDumps } from './without-core-dumps.ts';

const ROOT = resolve(import.meta.dirname, '..');
const USAGE =
  'Usage: npm start -- [--base-url=URL] [--data-dir=DIR] [--debug-port=P] [--screenshot=FILE] [--host=electron|chromium]';

type Host = 'electron' | 'chromium';
type Options = ReturnType<typeof readOptions>;

function end(sentence: string, code: number): never {
  console.error(sentence);
  process.exit(code);
}

function readOptions() {
  const text = { type: 'string' } as const;
  const options = {
    'base-url': text,
    'data-dir': text,
    'debug-port': text,
    screenshot: text,
    host: text,
  };
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch {
    return end(USAGE, 2);
  }
}

function chooseHost({ host }: Options): Host {
  if (host !== undefined && host !== 'electron' && host !== 'chromium') return end(USAGE, 2);
  const electron = electronProgram();
  if (host === 'electron' && electron === null)
    return end(`Electron's program is not installed. Get it with: ${HOW_TO_GET_ELECTRON}`, 1);
  return host ?? (electron === null ? 'chromium' : 'electron');
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/**
 * Whether the demo clinic opens, judged by the data folder. A picture must not show real records unless
 * requested.
 */
function opensDemo(options: Options): boolean {
  if (options['base-url'] !== undefined) return false;
  const dataDir = options['data-dir'] ?? getDefaultDataDir(process.platform, process.env);
  try {
    const { current } = JSON.parse(readFileSync(join(dataDir, 'accounts.json'), 'utf8')) as {
      current?: unknown;
    }; // Intray's own
    return current === null || current === 'demo';
  } catch {
    return true;
  }
}

/**
 * The arguments that Intray itself reads, each one word: on Windows, Electron ends a program before it runs
 * where another word follows an address.
 */
function toArguments(options: Options, isVisible: boolean): readonly string[] {
  const { host: _host, ...own } = options;
  const words = Object.entries(own).map(([name, value]) => `--${name}=${value}`);
  if (isVisible || own.screenshot !== undefined || !opensDemo(options)) return words;
  const picture = join(ROOT, '.cache', 'first-screen.png');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  console.log(`There is no display. A picture of the first screen goes to ${picture}`);
  return [...words, `--screenshot=${picture}`];
}

function createElectronCommand(words: readonly string[], isVisible: boolean): Command {
  console.log('Host: Electron. (The other: --host=chromium)');
  if (!isVisible && !ensureSystemParts(['xvfb'])) process.exit(1);
  return [electronProgram() ?? '', ...getRootSwitches(), ROOT, ...words];
}

function createStandInCommand(words: readonly string[], isVisible: boolean): Command {
  console.log(`Host: the stand-in with a system Chromium. (Electron: ${HOW_TO_GET_ELECTRON})`);
  const mode = isVisible ? 'visible' : 'headless';
  // The light browser lacks policies that are needed with real records.
  if (findChromium('visible') === null && !ensureSystemParts(['chromium'])) process.exit(1);
  const main = join(ROOT, 'dist/main/index.cjs');
  return [
    process.execPath,
    join(ROOT, 'test/host/index.ts'),
    main,
    findChromium('visible') ?? '',
    mode,
    ...words,
  ];
}

/** npm passes signals to a shell that does not forward them, so this polls whether npm still runs. */
function onNpmEnd(act: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 500);
}

/**
 * Runs a program until it ends.
 * @param needsDisplay opens a virtual display for it where there is none. Not by `xvfb-run`, which does not pass
 * signals on, so that the program would go on after this script has been asked to end
 */
async function run(command: Command, needsDisplay: boolean): Promise<void> {
  const [program, ...args] = runWithoutCoreDumps(command);
  const display = needsDisplay ? await openDisplay() : null;
  const env = display === null ? process.env : { ...process.env, DISPLAY: display.name };
  const child = spawn(program, args, { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  onNpmEnd(() => child.kill('SIGTERM'));
  child.on('error', () => end('Intray could not be started.', 1));
  child.on('exit', (code) => {
    void display?.close();
    process.exit(code ?? 1);
  });
}

const options = readOptions();
const host = chooseHost(options);
if (!buildWhereStale()) end('Intray could not be built.', 1);
const isVisible = hasDisplay();
const words = toArguments(options, isVisible);
if (host === 'electron') await run(createElectronCommand(words, isVisible), !isVisible);
else await run(createStandInCommand(words, isVisible), false);
