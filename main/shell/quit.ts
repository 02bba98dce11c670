import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** So long may the ending take; what is written durably by then is all that counts. */
const DEADLINE = 5 * SECOND;

export interface QuitOptions {
  /** Brings everything to rest: closes files, ends processes. */
  readonly drain: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds the last step of quitting until everything is at rest, or the deadline has passed. */
export function drainOnQuit({ drain, clock, log }: QuitOptions): void {
  let draining = false;
  const finish = async (): Promise<void> => {
    const inTime = await Promise.race([
      drain().then(() => true),
      clock.wait(DEADLINE).then(() => false),
    ]).catch((thrown: unknown) => {
      log.error('quitting was not clean', { thrown: describeThrown(thrown) });
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

export interface LeavingOptions {
  /** How many changes wait that end with this run, because this computer offers no keychain. */
  readonly unsent: () => number;
  /** The window that the question belongs to. */
  readonly window: () => BrowserWindow | null;
  readonly platform?: NodeJS.Platform;
  readonly log: Log;
}

/** An event of Electron that can be stopped. */
interface Stoppable {
  preventDefault(): void;
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

function question(message: string, detail: string, yes: string): MessageBoxOptions {
  const buttons = [yes, 'Stay'];
  return { type: 'warning', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true };
}

function quitQuestion(count: number): MessageBoxOptions {
  const [has, are] = count === 1 ? ['has', 'it is'] : ['have', 'they are'];
  return question(
    `${changes(count)} ${has} not been sent`,
    `This computer offers no keychain, so Intray cannot keep unsent changes after it ends. If you quit now, ${are} lost.`,
    'Quit and lose them',
  );
}

function switchQuestion(count: number): MessageBoxOptions {
  const [has, wait] = count === 1 ? ['has', 'It waits'] : ['have', 'They wait'];
  return question(
    `${changes(count)} of this account ${has} not been sent`,
    `${wait} until you open this account again. This computer offers no keychain: what is not sent before Intray ends is lost.`,
    'Switch account',
  );
}

/** Asks before unsent changes are left behind that no keychain can keep. Changes that are kept on this computer are no reason to ask. */
export class Leaving {
  readonly #options: LeavingOptions;
  #isAgreed = false;
  #isAsking = false;

  constructor(options: LeavingOptions) {
    this.#options = options;
    app.on('before-quit', (event) => this.#hold(event, () => app.quit()));
  }

  /** Whether the user wants to open another account though so many changes of this one wait. */
  maySwitch(count: number): Promise<boolean> {
    return this.#ask(switchQuestion(count));
  }

  /** The last window is about to close; on macOS the program lives on without one. */
  closing(event: Stoppable, window: BrowserWindow): void {
    const { platform = process.platform } = this.#options;
    if (platform !== 'darwin') this.#hold(event, () => window.close());
  }

  #hold(event: Stoppable, goOn: () => void): void {
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
    drop(asked, 'the user could not be asked before leaving', this.#options.log);
  }

  async #ask(options: MessageBoxOptions): Promise<boolean> {
    const window = this.#options.window();
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 0;
  }
}
