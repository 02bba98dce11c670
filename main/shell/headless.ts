import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { app } from 'electron';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { ChildPort } from '#main/base/port.ts';
import { createChildEnvironment } from '#main/vault/child-environment.ts';
import { createBundleForker, PROCESS_NAMES } from './processes.ts';
import { isPackaged, whenReady } from './program.ts';
import { removeTemporaryProfileAndExit, useTemporaryProfile } from './temporary-profile.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the command's bundle receives from this program. */
interface CommandHostEnvironment {
  /** Starts a bundle as a process: the command has no Node binary of its own. */
  readonly fork: (entry: string, args?: readonly string[]) => ChildPort;
  /** The environment, with the secrets that this program has removed from its own. */
  readonly variables: Environment;
  /** Whether stdin can be read: Electron gives it as empty on Windows. */
  readonly hasStdin: boolean;
}

/** The exports of the headless command's bundle. */
export interface CommandBundleExports {
  /** Runs one command and returns its exit code. */
  readonly runCli: (words: readonly string[], surroundings: CommandHostEnvironment) => Promise<number>;
}

/**
 * Sets up what a command needs before Electron is ready: its own temporary folder for Electron's user data,
 * deleted when the command ends; no hardware acceleration; no icon in the Dock.
 * @throws the system's error where there is no temporary folder to write to
 */
export function prepareElectronForHeadless(temporary: string = tmpdir()): void {
  useTemporaryProfile(temporary);
  app.disableHardwareAcceleration();
  if (process.platform === 'darwin') app.dock?.hide();
}

/**
 * Waits until the output is written: pipes are asynchronous on some systems, and exiting at once would
 * truncate it.
 */
async function flushOutput(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
  );
}

/** Ignores the error of a pipe that its reader has closed: no line on stderr is needed. */
function ignoreClosedPipe(): void {}

/** How long a command that fails or is interrupted waits for the reader of its output, who may have stopped reading. */
const MAX_FLUSH_TIME = SECOND;

async function exitAfterOutputOrMaxTime(code: number, clock: Pick<Clock, 'wait'>): Promise<void> {
  await waitForPromiseAtMost(flushOutput(), MAX_FLUSH_TIME, clock);
  removeTemporaryProfileAndExit(code);
}

/**
 * Ends a command with one line on stderr, after a second at the latest. A scheduled command has no user who could close a
 * dialog.
 * @param line without its end
 */
export function exitCommandWithError(
  line: string,
  exitCode: number,
  clock: Pick<Clock, 'wait'> = systemClock,
): void {
  process.stderr.off('error', ignoreClosedPipe).on('error', ignoreClosedPipe);
  process.stderr.write(`${line}\n`);
  void exitAfterOutputOrMaxTime(exitCode, clock);
}

/** What a command does that cannot be completed. */
export interface AbnormalEndListeners {
  /** Called with an error that nothing has caught, instead of Electron's dialog for exceptions and its warning for rejections. */
  readonly onUncaughtError: (thrown: unknown) => void;
  /**
   * Called instead of quitting: at SIGTERM, SIGINT and SIGHUP Electron quits with the exit code 0, with which a command that was
   * interrupted would have done its work.
   */
  readonly onQuitRequested: () => void;
}

/**
 * Calls one of the listeners at the first error or request to quit. What comes later is ignored: a command ends once.
 * @returns a signal that aborts then
 */
export function onAbnormalEnd({ onUncaughtError, onQuitRequested }: AbnormalEndListeners): AbortSignal {
  const ending = new AbortController();
  const endOnce = (end: () => void): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    end();
  };
  const endWithError = (thrown: unknown): void => endOnce(() => onUncaughtError(thrown));
  process.on('uncaughtException', endWithError);
  process.on('unhandledRejection', endWithError);
  app.on('will-quit', (event) => {
    event.preventDefault();
    endOnce(onQuitRequested);
  });
  return ending.signal;
}

/**
 * Runs the headless command instead of the window, and exits with the command's own exit code.
 * @param bundle full path of the command's bundle
 * @param words the command and its options
 * @param variables the environment, with the secrets
 * @param abnormalEnd aborts when the program ends with another exit code
 */
export async function runHeadless(
  bundle: string,
  words: readonly string[],
  variables: Environment,
  abnormalEnd: AbortSignal,
): Promise<void> {
  await whenReady();
  // The bundle runs by itself where it is the program that was started.
  process.argv.splice(1);
  const { runCli } = createRequire(bundle)(bundle) as CommandBundleExports; // The build creates both bundles together.
  const fork = createBundleForker(createChildEnvironment(variables, isPackaged()), (line) =>
    process.stderr.write(`${line}\n`),
  );
  const code = await runCli(words, {
    fork: (entry, args) =>
      fork(args === undefined ? PROCESS_NAMES.keychain : PROCESS_NAMES.pdfs, entry, args),
    variables,
    hasStdin: process.platform !== 'win32',
  });
  await flushOutput();
  if (!abnormalEnd.aborted) removeTemporaryProfileAndExit(code);
}
