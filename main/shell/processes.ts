import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { redact } from '#main/base/log.ts';
import type { ChildPort } from '#main/base/port.ts';
import { parseLogLineOfExitMessage } from '#main/base/uncaught-errors.ts';
import type { RunningDemoClinic } from '#main/session/demo.ts';

/** Full paths of the program's bundles, which the build creates. */
export interface BundlePaths {
  readonly engine: string;
  readonly keychainChild: string;
  readonly pdfProcess: string;
  readonly demo: string;
  readonly command: string;
  readonly preload: string;
  /** The folder with the files of the page. */
  readonly page: string;
  /** The file with the licences of the shipped packages. */
  readonly licences: string;
}

/**
 * Returns the paths of the bundles next to this program's own bundle.
 * @param folder the folder of the main bundle
 */
export function getBundlePaths(folder: string): BundlePaths {
  return {
    engine: join(folder, 'engine.cjs'),
    keychainChild: join(folder, 'keychain-child.cjs'),
    pdfProcess: join(folder, 'pdf-process.cjs'),
    demo: join(folder, 'demo.cjs'),
    command: join(folder, 'cli.cjs'),
    preload: join(folder, '../preload/index.cjs'),
    page: join(folder, '../renderer'),
    licences: join(folder, '../licences.json'),
  };
}

/** The names of our own processes in the system's list of processes. They are killed in the ordinary course of things. */
export const PROCESS_NAMES = {
  engine: 'Intray engine',
  keychain: 'Intray keychain',
  pdfs: 'Intray PDFs',
  check: 'Intray check',
  demoClinic: 'Intray demo clinic',
} as const;

type ProcessName = (typeof PROCESS_NAMES)[keyof typeof PROCESS_NAMES];

/** Starts a bundle as a process of our own, with a name for the system's list of processes. */
export type ForkBundle = (name: ProcessName, file: string, args?: readonly string[]) => ChildPort;

/**
 * Returns the function that starts all processes: Node without windows.
 * @param environment the whole environment of the children, see `createChildEnvironment`
 * @param onLine receives their error output, line by line and redacted
 */
export function createBundleForker(
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): ForkBundle {
  return (name, file, args = []) => {
    const child = utilityProcess.fork(file, [...args], {
      serviceName: name,
      env: { ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const note = createLineFilter((line) => onLine(redact(line)));
    if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', note);
    // The rest of stderr is dropped when the process ends, so its last line comes as a message too.
    child.on('message', (message) => {
      const line = parseLogLineOfExitMessage(message);
      if (line !== null) note(line);
    });
    // The third argument is a report with the whole environment. Without a listener, the event ends this process.
    child.on('error', (type, location) => note(`${name}: ${type} at ${location}`));
    return toChild(child);
  };
}

/** Returns a listener that drops a line that equals the one before it. */
function createLineFilter(onLine: (line: string) => void): (line: string) => void {
  let previous = '';
  return (line) => {
    if (line !== previous) onLine(line);
    previous = line;
  };
}

function toChild(child: UtilityProcess): ChildPort {
  let exit: { readonly code: number | null } | null = null;
  child.once('exit', (code) => {
    exit = { code };
  });
  return {
    send: (message) => {
      // Electron crashes when a message is sent to a process that has just ended.
      if (exit === null) child.postMessage(message);
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
    onExit: (listener) => {
      if (exit === null) child.once('exit', (code) => listener(code));
      else listener(exit.code);
    },
    kill: () => {
      // A process that is still starting cannot be killed yet.
      if (exit === null && !child.kill()) child.once('spawn', () => child.kill());
    },
  };
}

const readySchema = z.object({
  type: z.literal('ready'),
  baseUrl: z.string(),
  accessToken: z.string(),
  jwt: z.string(),
  userId: z.string(),
  names: z
    .array(z.strictObject({ id: z.string(), name: z.string(), identifier: z.string() }))
    .readonly()
    .default([]),
});

/** Its process ends by itself when it cannot start, so this is only for one that hangs: a busy computer starts it slowly. */
const START_DEADLINE = MINUTE;

/**
 * Starts the demo clinic in a process of its own and waits for its address and tokens.
 * @throws where it ends, or does not respond within a minute
 */
export async function startDemoClinic(fork: () => ChildPort, clock: Clock): Promise<RunningDemoClinic> {
  const child = fork();
  let isRunning = true;
  const ready = new Promise<RunningDemoClinic>((resolve, reject) => {
    child.onMessage((message) => {
      const { success, data } = readySchema.safeParse(message);
      if (success) resolve({ ...data, isRunning: () => isRunning, stop: () => child.kill() });
    });
    child.onExit(() => {
      isRunning = false;
      reject(new Error('the demo clinic has ended'));
    });
  });
  const started = await waitForPromiseAtMost(ready, START_DEADLINE, clock);
  if (!started.isOverdue) return started.value;
  child.kill();
  throw new Error('the demo clinic did not start in time');
}
