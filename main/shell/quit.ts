import { app, type BrowserWindow } from 'electron';
import { runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { WindowLock } from '#main/lock/lock.ts';
import type { AccessLogRecorder } from '#main/session/access-log.ts';
import type { AccountSession } from '#main/session/session.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';
import type { Vault } from '#main/vault/vault.ts';
import type { ClipboardWriter } from './clipboard.ts';
import { askUserToConfirm, type DialogQuestion } from './dialogs.ts';
import type { EngineProcess } from './engine-process.ts';
import type { SystemNotifications } from './notifications.ts';
import { exitProgram } from './program.ts';
import type { TempCopies } from './temp-copies.ts';
import { getMainProcessText } from './text.ts';

/** Maximum duration of quitting; only what is written durably by then is kept. */
const DEADLINE = 5 * SECOND;
/** How long a change of the session that is being made may delay the end of the access log. */
const SESSION_DEADLINE = 2 * SECOND;

export interface ClosedAtQuit {
  readonly systemNotifications: Pick<SystemNotifications, 'removeAll'>;
  readonly vault: Pick<Vault, 'cancelQuestion' | 'close'>;
  readonly lock: Pick<WindowLock, 'hurry'>;
  readonly session: Pick<AccountSession, 'close'>;
  readonly accessLog: Pick<AccessLogRecorder, 'close'>;
  readonly copied: Pick<ClipboardWriter, 'remove'>;
  readonly copies: Pick<TempCopies, 'close'>;
  readonly engine: Pick<EngineProcess, 'stop'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Closes files and ends processes before the program quits. What others could read is removed first, as when the window locks. */
export async function closeAll(parts: ClosedAtQuit): Promise<void> {
  const { systemNotifications, vault, lock, session, accessLog, copied, copies, engine, clock, log } = parts;
  systemNotifications.removeAll();
  const removed = Promise.all([copied.remove(), copies.close()]);
  runInBackground(removed, 'copies of documents could not be removed', log);
  // Cancels the keychain's question: otherwise an account that is being opened would wait for the user.
  vault.cancelQuestion();
  lock.hurry();
  const closing = session.close();
  const closed = await waitForPromiseAtMost(closing, SESSION_DEADLINE, clock);
  if (closed.isOverdue) log.warn('the account did not close in time');
  await accessLog.close();
  // Until the account is closed it needs the keychain and the engine: it has the rest of the time that quitting may take.
  await closing;
  vault.close();
  // A failure is logged above, and must not keep the engine from writing what it has.
  await Promise.allSettled([removed]);
  await engine.stop();
}

/**
 * Quits without a question when the system ends the program: there may be no user to answer, and the system kills a program
 * that waits. Called once Electron is ready, so that it takes the place of Electron's own handler, which asks. A second
 * signal ends the program at once.
 */
export function quitOnSignals(
  signals: Pick<NodeJS.Process, 'once'> | undefined,
  guard: Pick<PendingChangesLossGuard, 'leaveUnasked'>,
): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    signals?.once(signal, () => {
      guard.leaveUnasked();
      app.quit();
    });
}

export interface QuitDrainDeps {
  /** Closes files and ends processes before the program quits. */
  readonly drain: () => Promise<void>;
  /** Removes at once the readable copies of documents that `drain` has left: those made since, or all where it has failed. */
  readonly removeCopies: () => void;
  /** Whether the user wants the program to start again when it has ended. Asked at the end. */
  readonly startsAgain: () => boolean;
  /** The environment variables that the program was started with, for the program that starts again. */
  readonly variables: EnvironmentVariables;
  readonly clock: Clock;
  readonly log: Log;
}

/** Delays the last step of quitting until `drain` has finished, or the deadline has passed. */
export function delayQuitUntilDrained(deps: QuitDrainDeps): void {
  const { drain, removeCopies, startsAgain, variables, clock, log } = deps;
  let draining = false;
  const finish = async (): Promise<void> => {
    try {
      const drained = await waitForPromiseAtMost(drain(), DEADLINE, clock);
      if (drained.isOverdue) log.warn('quitting took too long');
    } catch (thrown) {
      log.error('quitting failed', { thrown: describeThrown(thrown) });
    }
    removeCopies();
    exitProgram({ again: startsAgain(), variables });
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (draining) return;
    draining = true;
    void finish();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

export interface QuitGuardDeps {
  /** The number of pending changes that end with this run, because this computer offers no keychain. */
  readonly unsent: () => number;
  /** Whether the program ends for the installer of an update, which starts it again itself. */
  readonly isUpdating: () => boolean;
  /** The window that shows the question. */
  readonly window: () => BrowserWindow | null;
  readonly platform?: NodeJS.Platform;
  readonly log: Log;
}

/** An event of Electron that can be cancelled. */
interface CancellableEvent {
  preventDefault(): void;
}

function createQuestion(kind: 'quit' | 'switchAccount', count: number): DialogQuestion {
  return {
    type: 'warning',
    message: getMainProcessText(`dialog.${kind}.message`, { count }),
    detail: getMainProcessText(`dialog.${kind}.detail`, { count }),
    yes: getMainProcessText(`dialog.${kind}.yes`),
    no: getMainProcessText('dialog.stay'),
  };
}

/**
 * Asks for confirmation before pending changes are lost that no keychain protects. Changes that remain stored
 * on this computer need no confirmation.
 */
export class PendingChangesLossGuard {
  readonly #options: QuitGuardDeps;
  #isAgreed = false;
  #isAsking = false;
  #isQuitting = false;
  #isWantedAgain = false;

  constructor(options: QuitGuardDeps) {
    this.#options = options;
    app.on('before-quit', (event) => {
      this.#isWantedAgain = false;
      this.#askBeforeQuit(event, () => app.quit());
    });
    app.on('will-quit', () => {
      this.#isQuitting = true;
    });
  }

  /** Whether the program is ending: all windows are closed, and no other may open. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** Whether the program has to start again after its end: the user has started it since it began to end. */
  get startsAgain(): boolean {
    return this.#isWantedAgain && !this.#options.isUpdating();
  }

  /** Called when the user starts the program although it runs. */
  noteStart(): void {
    this.#isWantedAgain = true;
  }

  /** Ends without a question from now on: the system ends the session, and the user can no longer answer. */
  leaveUnasked(): void {
    this.#isAgreed = true;
  }

  /** Asks whether the user wants to open another account although this one has pending changes. */
  maySwitch(count: number): Promise<boolean> {
    return this.#ask(createQuestion('switchAccount', count));
  }

  /** Handles the closing of the last window; on macOS the program continues without one. */
  handleClosing(event: CancellableEvent, window: BrowserWindow): void {
    const { platform = process.platform } = this.#options;
    if (platform !== 'darwin') this.#askBeforeQuit(event, () => window.close());
  }

  #askBeforeQuit(event: CancellableEvent, goOn: () => void): void {
    const count = this.#options.unsent();
    if (this.#isAgreed || count === 0) return;
    event.preventDefault();
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.#ask(createQuestion('quit', count)).then((isAgreed) => {
      this.#isAsking = false;
      this.#isAgreed = isAgreed;
      if (isAgreed) goOn();
    });
    runInBackground(asked, 'the user could not be asked before leaving', this.#options.log);
  }

  #ask(question: DialogQuestion): Promise<boolean> {
    return askUserToConfirm(question, this.#options.window());
  }
}
