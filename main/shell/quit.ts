import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** Maximum duration of quitting; only what is written durably by then is kept. */
const DEADLINE = 5 * SECOND;

export interface QuitOptions {
  /** Closes files and ends processes. */
  readonly drain: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Delays the last step of quitting until `drain` has finished, or the deadline has passed. */
export function drainOnQuit({ drain, clock, log }: QuitOptions): void {
  let draining = false;
  const finish = async (): Promise<void> => {
    const inTime = await Promise.race([
      drain().then(() => true),
      clock.wait(DEADLINE).then(() => false),
    ]).catch((thrown: unknown) => {
      log.error('quitting failed', { thrown: describeThrown(thrown) });
      return true;
    });
    if (!inTime) log.warn('quitting took too long');
    app.exit();
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

export interface QuitGuardOptions {
  /** The number of pending changes that end with this run, because this computer offers no keychain. */
  readonly unsent: () => number;
  /** The window that shows the question. */
  readonly window: () => BrowserWindow | null;
  readonly platform?: NodeJS.Platform;
  readonly log: Log;
}

/** An event of Electron that can be cancelled. */
interface CancellableEvent {
  preventDefault(): void;
}

function formatChanges(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

function createQuestion(message: string, detail: string, yes: string): MessageBoxOptions {
  const buttons = [yes, 'Stay'];
  return { type: 'warning', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true };
}

function quitQuestion(count: number): MessageBoxOptions {
  const [has, are] = count === 1 ? ['has', 'it is'] : ['have', 'they are'];
  return createQuestion(
    `${formatChanges(count)} ${has} not been sent`,
    `This computer offers no keychain, so Intray cannot keep unsent changes after it ends. If you quit now, ${are} lost.`,
    'Quit and lose them',
  );
}

function switchQuestion(count: number): MessageBoxOptions {
  const [has, wait] = count === 1 ? ['has', 'It waits'] : ['have', 'They wait'];
  return createQuestion(
    `${formatChanges(count)} of this account ${has} not been sent`,
    `${wait} until you open this account again. This computer offers no keychain: what is not sent before Intray ends is lost.`,
    'Switch account',
  );
}

/**
 * Asks for confirmation before pending changes are lost that no keychain protects. Changes that remain stored
 * on this computer need no confirmation.
 */
export class QuitGuard {
  readonly #options: QuitGuardOptions;
  #isAgreed = false;
  #isAsking = false;
  #isQuitting = false;

  constructor(options: QuitGuardOptions) {
    this.#options = options;
    app.on('before-quit', (event) => this.#askBeforeQuit(event, () => app.quit()));
    app.on('will-quit', () => {
      this.#isQuitting = true;
    });
  }

  /** Whether the program is ending: all windows are closed, and no other may open. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** Ends without a question from now on: the system ends the session, and the user can no longer answer. */
  leaveUnasked(): void {
    this.#isAgreed = true;
  }

  /** Asks whether the user wants to open another account although this one has pending changes. */
  maySwitch(count: number): Promise<boolean> {
    return this.#ask(switchQuestion(count));
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
    const asked = this.#ask(quitQuestion(count)).then((isAgreed) => {
      this.#isAsking = false;
      this.#isAgreed = isAgreed;
      if (isAgreed) goOn();
    });
    runInBackground(asked, 'the user could not be asked before leaving', this.#options.log);
  }

  async #ask(options: MessageBoxOptions): Promise<boolean> {
    const window = this.#options.window();
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 0;
  }
}
