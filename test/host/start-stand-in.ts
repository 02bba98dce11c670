/** Starts a program on the stand-in host and connects to its window, from outside. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { isProcessAlive } from '#main/base/process-alive.ts';
import type { Choices } from './choices.ts';
import type { PowerMessage } from './power-message.ts';
import { prepareHangReports } from './describe-hang.ts';
import type { HostReport } from './report.ts';
import { findChromium } from '../../scripts/system-parts.ts';

/** A running program, on any host. */
export interface RunningProgram {
  readonly page: Page;
  /** Its main process. */
  readonly pid: number;
  /** Settles with the exit code when the program has ended; null where it was killed. */
  readonly ended: Promise<number | null>;
  /** What it has written so far. */
  output(): string;
  /** Titles that its window has had. */
  titles(): Promise<readonly string[]>;
  /** Clicks its newest system notification. */
  clickNotice(): void;
  /** Says how long the computer has not been used, or that it sleeps, wakes or is locked. */
  tellPower(message: PowerMessage): void;
  /** Says what the user and the printer do from now on. */
  choose(choices: Choices): void;
  /** Logs the user off, as Windows does. */
  logOff(): Promise<number | null>;
  /** Asks it to quit, as the system does. */
  quit(): Promise<number | null>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

/** A program on the stand-in host. */
export interface StandInProgram extends RunningProgram {
  /** Epoch milliseconds at which the host began to run the main bundle. */
  readonly programStartedAt: number;
}

export interface StandInStart {
  /** Full path of the main bundle. */
  readonly main: string;
  /** The program's own arguments. */
  readonly words: readonly string[];
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
}

const HOST = fileURLToPath(new URL('index.ts', import.meta.url));
const DEADLINE_MS = 120_000;
const PAUSE_MS = 50;

/**
 * What shows the windows of the stand-in. `light` starts soonest and is sufficient for most tests; `whole` has every
 * policy of Chromium; `visible` shows them on the display of this session.
 */
export type StandInBrowser = 'light' | 'whole' | 'visible';

/** The whole command that starts a main bundle on the stand-in host. */
export function standInCommand(
  main: string,
  words: readonly string[],
  browser: StandInBrowser = 'light',
): readonly [string, ...string[]] {
  const program = findChromium(browser === 'light' ? 'headless' : 'visible');
  return [
    process.execPath,
    HOST,
    main,
    program ?? '',
    browser === 'visible' ? 'visible' : 'headless',
    ...words,
  ];
}

/** The browser ends with the program that controls it, possibly before this call. */
function killBrowser(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/**
 * Starts a program and resolves when its window shows a page. The program accepts `--debug-port P` for a
 * switch of Chromium's.
 * @throws if the program ends first, or shows no page within two minutes
 */
export async function startStandIn({ main, words, environment }: StandInStart): Promise<StandInProgram> {
  const port = await freePort();
  const wanted = environment['STAND_IN_BROWSER'] === 'whole' ? 'whole' : 'light';
  const [program, ...args] = standInCommand(main, [...words, '--debug-port', String(port)], wanted);
  const hangs = prepareHangReports();
  const child = spawn(program, [...hangs.args, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  const titles: string[] = [];
  let programStartedAt = Number.NaN;
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  child.on('message', (report: HostReport) => {
    if (report.type === 'title') titles.push(report.title);
    else programStartedAt = report.at;
  });
  const ended = once(child, 'exit').then(([code]) => {
    hangs.remove();
    return code as number | null; // as Node says
  });
  const browser = await connect(port, ended).catch(async (thrown: unknown) => {
    child.kill('SIGKILL');
    await ended;
    throw new Error(`the program has not started: ${String(thrown)}\n${output.join('')}`);
  });
  const chromiumId = await processId(browser);
  const gone = async (): Promise<number | null> => {
    const code = await waitForEnd(
      ended,
      async () => `the program has not ended\n${await hangs.describe(child.pid ?? 0)}\n${output.join('')}`,
    );
    await waitForEnd(waitForProcess(chromiumId), async () => 'its browser has not ended');
    await browser.close();
    return code;
  };
  return {
    page: await firstPage(browser),
    pid: child.pid ?? 0,
    programStartedAt,
    ended,
    output: () => output.join(''),
    titles: async () => titles,
    clickNotice: () => void child.kill('SIGUSR2'),
    tellPower: (message) => void child.send(message),
    choose: (choices) => void child.send({ choices }),
    logOff: () => {
      child.kill('SIGPWR');
      return gone();
    },
    quit: () => {
      child.kill('SIGTERM');
      return gone();
    },
    kill: async () => {
      child.kill('SIGKILL');
      killBrowser(chromiumId);
      await gone();
    },
  };
}

async function waitForProcess(id: number): Promise<void> {
  while (isProcessAlive(id)) await pause(PAUSE_MS);
}

/** Waits for an end, and names what is still there where that takes too long: a test would only run out of time. */
async function waitForEnd<T>(end: Promise<T>, describeRest: () => Promise<string>): Promise<T> {
  const giveUp = new AbortController();
  const overdue = pause(DEADLINE_MS, undefined, { signal: giveUp.signal }).then(async () => {
    throw new Error(`after two minutes ${await describeRest()}`);
  });
  try {
    return await Promise.race([end, overdue]);
  } finally {
    giveUp.abort();
    overdue.catch(() => {});
  }
}

/** The process of the browser itself, which briefly outlives a host that was killed. */
async function processId(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const found = processInfo.find(({ type }) => type === 'browser');
  if (found === undefined) throw new Error('a browser without a process');
  return found.id;
}

async function firstPage(browser: Browser): Promise<Page> {
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('its browser shows no page');
  await page.waitForURL(/\.invalid\//);
  return page;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server on a port
  server.close();
  return port;
}

async function connect(port: number, ended: Promise<number | null>): Promise<Browser> {
  const giveUp = new AbortController();
  const over = ended.then((code) => {
    throw new Error(`it ended with code ${code}`);
  });
  const overdue = pause(DEADLINE_MS, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error('its browser does not answer');
  });
  try {
    return await Promise.race([attach(port, giveUp.signal), over, overdue]);
  } finally {
    giveUp.abort();
    over.catch(() => {});
    overdue.catch(() => {});
  }
}

async function attach(port: number, signal: AbortSignal): Promise<Browser> {
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(address))) await pause(PAUSE_MS, undefined, { signal });
  return chromium.connectOverCDP(address);
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/json/version`).then(
    (response) => response.ok,
    () => false,
  );
}
