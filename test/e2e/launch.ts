/** Starts the built desk on either host and takes hold of its window. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron, chromium, type Page } from 'playwright';
import { findChromium } from '../../.tools/system-parts.ts';
import { electronProgram, HOW_TO_GET_ELECTRON } from '../host/electron-program.ts';

export type Host = 'electron' | 'chromium';

export interface Launch {
  readonly host: Host;
  /** The arguments of Intray. */
  readonly words: readonly string[];
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A desk that runs. */
export interface Running {
  readonly page: Page;
  /** Settles with the exit code when the program has ended. */
  readonly ended: Promise<number | null>;
  /** What it has written so far. */
  output(): string;
  /** Titles that its window has had. */
  titles(): Promise<readonly string[]>;
  /** Asks it to quit, as the system does. */
  quit(): Promise<number | null>;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder with the bundles: this one, or a packed program taken apart. */
const APP_FOLDER = resolve(ROOT, process.env['INTRAY_APP_FOLDER'] ?? '.');
const START_DEADLINE_MS = 30_000;

/** Why that host cannot be had on this computer, or null. */
export function whyUnavailable(host: Host): string | null {
  if (host === 'electron')
    return electronProgram() === null
      ? `Electron's program is not installed; ${HOW_TO_GET_ELECTRON} brings it`
      : null;
  return findChromium() === null ? 'there is no Chromium on this computer' : null;
}

/** The whole command that starts the desk. */
export function commandLine(host: Host, words: readonly string[]): readonly [string, ...string[]] {
  if (host === 'electron') return [electronProgram() ?? '', '--no-sandbox', APP_FOLDER, ...words];
  const standIn = join(ROOT, 'test/host/index.ts');
  const main = join(APP_FOLDER, 'dist/main/index.cjs');
  return [process.execPath, standIn, main, findChromium() ?? '', 'headless', ...words];
}

/** Starts the desk and resolves when its window shows Intray's page. */
export function launch(options: Launch): Promise<Running> {
  return options.host === 'electron' ? launchElectron(options) : launchStandIn(options);
}

async function launchElectron({ words, environment }: Launch): Promise<Running> {
  const electron = await _electron.launch({
    executablePath: electronProgram() ?? '',
    args: [APP_FOLDER, ...words],
    env: { ...environment },
  });
  const child = electron.process();
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node says
  const page = await electron.firstWindow();
  return {
    page,
    ended,
    output: () => output.join(''),
    titles: () =>
      electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getTitle())),
    quit: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function launchStandIn({ host, words, environment }: Launch): Promise<Running> {
  const port = await freePort();
  const [program, ...args] = commandLine(host, [...words, '--debug-port', String(port)]);
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output: string[] = [];
  const titles: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  child.on('message', (message: { readonly title: string }) => titles.push(message.title));
  const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node says
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const page = await connect(port, ended).catch(async (thrown: unknown) => {
    await kill();
    throw new Error(`the desk has not started: ${String(thrown)}\n${output.join('')}`);
  });
  return {
    page,
    ended,
    output: () => output.join(''),
    titles: async () => titles,
    quit: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server on a port
  server.close();
  return port;
}

async function connect(port: number, ended: Promise<number | null>): Promise<Page> {
  const giveUp = new AbortController();
  const over = ended.then((code) => {
    throw new Error(`it ended with code ${code}`);
  });
  const overdue = pause(START_DEADLINE_MS, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error('it shows no window');
  });
  try {
    return await Promise.race([firstPage(port, giveUp.signal), over, overdue]);
  } finally {
    giveUp.abort();
    over.catch(() => {});
    overdue.catch(() => {});
  }
}

async function firstPage(port: number, signal: AbortSignal): Promise<Page> {
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(address))) await pause(50, undefined, { signal });
  const browser = await chromium.connectOverCDP(address);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('its browser shows no page');
  await page.waitForURL(/intray/);
  return page;
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/json/version`).then(
    (response) => response.ok,
    () => false,
  );
}
