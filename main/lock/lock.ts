import type { AccountsState } from '#contract/accounts.ts';
import type { LockReason, LockState } from '#contract/lock.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { createDeferred, runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { AccountLockManager } from '#main/session/account-locking.ts';

/** What the lock does to the windows and processes of the program. */
export interface LockSideEffects {
  /** Asks the page to save what is typed; it answers with `handleInputSaved`. Returns false where there is no page. */
  readonly askPageToSave: () => boolean;
  /** Ends the page's process and loads a new page, which shows only what the lock allows. */
  readonly cover: () => void;
  /** Closes questions and dialogs that are open, so that nothing that waits for the user goes on behind the lock. */
  readonly dismissQuestions: () => void;
  /** Removes the copies of PDFs that were opened, and private text that was copied in the window from the clipboard. */
  readonly removeTraces: () => Promise<void>;
  /** Ends the engine's process, after it has written the access log, and starts an empty one. */
  readonly endAndRestartEngine: () => Promise<void>;
}

export interface WindowLockDeps extends LockSideEffects {
  readonly account: Pick<
    AccountLockManager,
    | 'describe'
    | 'getUnsentOfLocked'
    | 'lock'
    | 'unlock'
    | 'recover'
    | 'leave'
    | 'setPin'
    | 'removePin'
    | 'renewRecoveryCode'
  >;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChanged: (state: LockState) => void;
}

/**
 * All count from the beginning of the lock. It ends within fifteen seconds, because replacing the engine after the
 * closing takes five at most. Before a sleep nothing is sent.
 */
const SENDING_TIME = 8 * SECOND;
const CLOSING_TIME = 10 * SECOND;
const CLOSING_TIME_BEFORE_SLEEP = 3 * SECOND;

/** How long saving what is typed may delay the cover, which has to be there within a second. */
const INPUT_SAVING_TIME = 300;

type Phase = Pick<LockState, 'state' | 'reason' | 'unsent' | 'mayLackInput'>;
const UNLOCKED: Phase = { state: 'unlocked', reason: null, unsent: null, mayLackInput: false };

/**
 * The lock of the window. While it is closed, the page is a new one without records, calls are refused, and the
 * processes of the page and the engine that held the account's records have ended.
 */
export class WindowLock {
  readonly #options: WindowLockDeps;
  #phase: Phase = UNLOCKED;
  #locking: Promise<void> = Promise.resolve();
  /** The lock that begins once the page has saved what is typed; null where none is about to begin. */
  #upcoming: { reason: LockReason; readonly done: Promise<void> } | null = null;
  /** Resolved when the page reports whether it has saved what was typed. */
  #inputSaved = createDeferred<boolean>();
  /** Resolved to end the wait for changes that are being sent. */
  #hurrying = createDeferred<void>();
  /** Whether any account was current since the program started. */
  #hasBegun = false;
  /** Number of times the window was locked. An unlock that began before the last lock must not open the window. */
  #count = 0;

  constructor(options: WindowLockDeps) {
    this.#options = options;
  }

  get isUnlocked(): boolean {
    return this.#phase.state === 'unlocked';
  }

  /** Whether the page may show records: it is unlocked, and the account has a PIN where the policy requires one. */
  get showsRecords(): boolean {
    return this.isUnlocked && !this.#options.account.describe().needsPin;
  }

  getState(): LockState {
    return { ...this.#phase, ...this.#options.account.describe() };
  }

  /**
   * Locks the window; resolves when the account is closed. The page saves first what is typed, for a moment at most.
   * While the window is locked or being locked already, nothing more happens. Without an account there is nothing to lock.
   */
  lock(reason: LockReason): Promise<void> {
    if (this.#upcoming !== null) {
      if (reason === 'suspend') this.#upcoming.reason = reason;
      return this.#upcoming.done;
    }
    if (reason === 'suspend') this.hurry();
    if (this.#isClosed) return this.#locking;
    if (this.#options.account.describe().account === null) return Promise.resolve();
    this.#hurrying = createDeferred();
    if (!this.showsRecords) return this.#begin(reason, false);
    this.#inputSaved = createDeferred();
    if (!this.#options.askPageToSave()) return this.#begin(reason, false);
    this.#upcoming = { reason, done: this.#lockOnceSaved() };
    return this.#upcoming.done;
  }

  /** The page has saved what is typed, or could not. */
  handleInputSaved(isSaved: boolean): void {
    this.#inputSaved.resolve(isSaved);
  }

  /** Waits no longer for changes that are being sent: the computer goes to sleep, or the program ends. */
  hurry(): void {
    this.#hurrying.resolve();
  }

  /** Starts locking the window without waiting for it. */
  lockSoon(reason: LockReason): void {
    runInBackground(this.lock(reason), 'the window could not be locked', this.#options.log);
  }

  /** Opens the locked account, with its PIN where it has one; waits where it is still being locked. */
  async unlock(pin: string | null): Promise<Result<LockState>> {
    await this.#locking;
    if (this.isUnlocked) return ok(this.getState());
    const opened = await this.#tryOpening(() => this.#options.account.unlock(pin));
    return opened.ok ? ok(this.getState()) : opened;
  }

  /** Opens the locked account with its recovery code. */
  recover(code: string, newPin: string): Promise<Result<{ readonly recoveryCode: string }>> {
    return this.#tryOpening(() => this.#options.account.recover(code, newPin));
  }

  /** Leaves the locked account, which stays locked, for the sign-in to another one. */
  async leave(): Promise<Result<LockState>> {
    await this.#locking;
    const { state } = this.#phase;
    // Another try is under way.
    if (state === 'unlocking') return err('locked');
    const left = await this.#options.account.leave();
    return left.ok ? ok(this.getState()) : left;
  }

  /** Runs a change of the open account's protection, such as a new PIN, and announces how the account is protected now. */
  async change<T>(work: (account: WindowLockDeps['account']) => Promise<Result<T>>): Promise<Result<T>> {
    if (!this.isUnlocked) return err('locked');
    const changed = await work(this.#options.account);
    this.#announce();
    return changed;
  }

  /**
   * Records a change of the session that the lock did not make: another account was opened or has to be unlocked,
   * because the user chose it or the program has started.
   */
  handleSession(session: AccountsState['session']): void {
    const { state, reason } = this.#phase;
    if (state === 'locking' || state === 'unlocking') return;
    if (session === 'locked') {
      const isFirst = !this.#hasBegun;
      const unsent = this.#options.account.getUnsentOfLocked();
      this.#set({
        ...this.#phase,
        state: 'locked',
        reason: reason ?? (isFirst ? 'start' : 'switch'),
        unsent,
      });
    } else if (session !== 'opening' && state === 'locked') this.#set(UNLOCKED);
    else this.#announce();
    if (session !== 'closed') this.#hasBegun = true;
  }

  get #isClosed(): boolean {
    const { state } = this.#phase;
    return state === 'locked' || state === 'locking';
  }

  async #lockOnceSaved(): Promise<void> {
    const answer = await waitForPromiseAtMost(
      this.#inputSaved.promise,
      INPUT_SAVING_TIME,
      this.#options.clock,
    );
    const reason = this.#upcoming?.reason ?? 'user';
    this.#upcoming = null;
    // Meanwhile an account that is locked may have become the current one.
    if (this.#isClosed) return this.#locking;
    return this.#begin(reason, answer.isOverdue || !answer.value);
  }

  #begin(reason: LockReason, mayLackInput: boolean): Promise<void> {
    this.#count += 1;
    this.#set({ state: 'locking', reason, unsent: null, mayLackInput });
    this.#options.cover();
    this.#locking = this.#close(reason);
    return this.#locking;
  }

  async #close(reason: LockReason): Promise<void> {
    const { account, clock, log, dismissQuestions, removeTraces, endAndRestartEngine } = this.#options;
    const isAsleepSoon = reason === 'suspend';
    dismissQuestions();
    runInBackground(removeTraces(), 'copies of documents could not be removed', log);
    const closed = account.lock(isAsleepSoon ? 0 : SENDING_TIME);
    const limit = isAsleepSoon ? CLOSING_TIME_BEFORE_SLEEP : CLOSING_TIME;
    const ended = Promise.race([closed, this.#hurrying.promise]).catch(() => {}); // The error is reported below.
    const done = await waitForPromiseAtMost(ended, limit, clock);
    if (done.isOverdue) log.warn('the account did not close in time; the engine is ended');
    await endAndRestartEngine();
    // Also where the closing was overdue it ends now: its calls to the former engine have failed.
    const unsent = await closed.catch((thrown: unknown) => {
      log.error('the account could not be closed', { thrown: describeThrown(thrown) });
      return null;
    });
    this.#set({ ...this.#phase, state: 'locked', reason, unsent });
  }

  async #tryOpening<T>(open: () => Promise<Result<T>>): Promise<Result<T>> {
    await this.#locking;
    const before = this.#phase;
    if (before.state === 'unlocked') return err('invalid-input', { detail: 'nothing is locked' });
    // Another try is under way.
    if (before.state !== 'locked') return err('locked');
    const count = this.#count;
    this.#set({ ...before, state: 'unlocking' });
    const opened = await open();
    if (count !== this.#count) return err('locked');
    // The failed try was recorded in the access log, which the engine has opened for it.
    if (!opened.ok) await this.#options.endAndRestartEngine();
    if (count === this.#count) this.#set(opened.ok ? UNLOCKED : before);
    return opened;
  }

  #set(phase: Phase): void {
    this.#phase = phase;
    this.#announce();
  }

  #announce(): void {
    this.#options.onChanged(this.getState());
  }
}
