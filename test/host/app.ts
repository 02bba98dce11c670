import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { config } from './config.ts';
import { HostApp } from './host-app.ts';
import { lockProfile } from './single-instance.ts';
import { createStrictObject } from './strict.ts';

function packageFile(): { readonly version: string } {
  const file = join(dirname(config.main), '../../package.json');
  return JSON.parse(readFileSync(file, 'utf8')) as { version: string }; // the program's own
}

/** Starts the program once more, with the same arguments and without output. */
function startAgain(): void {
  const [host = '', ...words] = config.command;
  spawn(process.execPath, [host, ...words], { detached: true, stdio: 'ignore' }).unref();
}

/** Uses that a test reads on stderr. */
function report(name: string, first: unknown): void {
  // The badge of a program is not drawn here; a specification that checks the count reads this log.
  const isAsked = name === 'app.setBadgeCount' && process.env['INTRAY_STAND_IN_BADGE'] === '1';
  if (isAsked) process.stderr.write(`badge ${Number(first ?? 0)}\n`);
}

/** What is behind `electron.app`. */
export const hostApp = new HostApp({
  onUse: report,
  getVersion: () => packageFile().version,
  lock: lockProfile,
  exit: (code) => process.exit(code),
  startAgain: () => void process.once('exit', startAgain),
});

/** `electron.app`. */
export const app = createStrictObject('app', hostApp);

/** Command-line switches of Chromium that the program has added, by name. */
export function chromiumSwitches(): ReadonlyMap<string, string> {
  return hostApp.switches;
}

/** Whether pages run in Chromium's sandbox; root's Chromium has none. */
export function wantsSandbox(): boolean {
  return hostApp.isSandboxed && process.getuid?.() !== 0;
}

/**
 * Whether processes of Node die at their start. Asked to sandbox everything, Electron refuses to run any child
 * of root, whose Chromium has no sandbox.
 */
export function refusesChildren(): boolean {
  return hostApp.isSandboxed && process.getuid?.() === 0;
}

/** Whether the program quits by itself. */
export function isEnding(): boolean {
  return hostApp.isQuitting;
}

/** Quits as Electron does when the system asks, unless the program has a listener of its own in the place of Electron's. */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) hostApp.quit();
    });
}

/** Between its question and its answer Windows asks the other programs. A page on a busy machine needs a part of it to save. */
const ASKING_MS = 1_000;

/**
 * Logs the user off at SIGPWR, as Windows does: windows receive both events, and when the listeners of the second have returned
 * the program is killed, whatever it has begun.
 * @param tell emits an event at all windows
 */
export function logOffOnSignal(tell: (name: 'query-session-end' | 'session-end') => void): void {
  process.on('SIGPWR', () => {
    tell('query-session-end');
    setTimeout(() => {
      tell('session-end');
      process.kill(process.pid, 'SIGKILL');
    }, ASKING_MS);
  });
}
