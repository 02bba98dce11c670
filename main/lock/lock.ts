import type { AccountsState } from '#contract/accounts.ts';
import type { LockReason, LockState } from '#contract/lock.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import { createDeferredPromise, runInBackground, waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { AccountLockManager } from '#main/session/account-locking.ts';
import { areAllCovered, createUpcomingLock, resolveIfAnswered, type UpcomingLock } from './upcoming-lock.ts';

/** What the lock does to the windows and processes of the program. */
export interface LockSideEffects {
  /** Asks the pages to save what is typed; each answers with `handleInputSaved`. Returns the number of pages. */
  readonly askPagesToSave: () => number;
  /** Ends the processes of the pages and loads a new page, which shows only what the lock allows. */
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
 * closing takes six at most. Before a sleep nothing is sent.
 */
export const SENDING_TIME = 8 * SECOND;
export const CLOSING_TIME = 9 * SECOND;
const CLOSING_TIME_BEFORE_SLEEP = 3 * SECOND;

/** How long a page that shows its content may delay the lock: the window has to be covered within a second. */
export const COVERING_TIME = 300;
/** How long a page that has covered itself may save what is typed, from the beginning of the lock. */
export const INPUT_SAVING_TIME = 2 * SECOND;

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
  /** The lock that is about to begin; null where none is. */
  #upcoming: UpcomingLock | null = null;
  /** Resolved when the lock that was about to begin has closed the account. */
  #upcomingDone: Promise<void> = Promise.resolve();
  /** Resolved to end the wait for changes that are being sent. */
  #hurrying = createDeferredPromise<void>();
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

  /** Whether all pages have covered themselves for a lock: then they may only save what is typed. */
  get arePagesCovered(): boolean {
    return this.#upcoming !== null && areAllCovered(this.#upcoming);
  }

  /** Whether the page may show records: it is unlocked, and the account has a PIN where the policy requires one. */
  get showsRecords(): boolean {
    return this.isUnlocked && !this.#options.account.describe().needsPin;
  }

  getState(): LockState {
    return { ...this.#phase, ...this.#options.account.describe() };
  }

  /**
   * Locks the window; resolves when the account is closed. The page saves first what is typed: for a moment, or longer
   * once it shows nothing any more. While the window is locked or being locked already, nothing more happens. Without an
   * account there is nothing to lock.
   */
  lock(reason: LockReason): Promise<void> {
    if (this.#upcoming !== null) {
      if (reason === 'suspend') this.#suspendUpcoming(this.#upcoming);
      return this.#upcomingDone;
    }
    if (reason === 'suspend') this.hurry();
    if (this.#isClosed) return this.#locking;
    const { account, askPagesToSave, clock } = this.#options;
    if (account.describe().account === null) return Promise.resolve();
    this.#hurrying = createDeferredPromise();
    const since = clock.monotonic();
    if (!this.showsRecords) return this.#begin(reason, { since, mayLackInput: false });
    const upcoming = createUpcomingLock(reason, since);
    this.#upcoming = upcoming;
    this.#attempt(() => {
      upcoming.asked = askPagesToSave();
    }, 'the pages could not be asked to save');
    resolveIfAnswered(upcoming);
    this.#upcomingDone = this.#lockOnceSaved(upcoming);
    return this.#upcomingDone;
  }

  /** A page shows nothing any more, and is saving what is typed. */
  handlePageCovered(): void {
    if (this.#upcoming !== null) this.#upcoming.covered += 1;
  }

  /** A page has saved what is typed, or could not. */
  handleInputSaved(isSaved: boolean): void {
    if (this.#upcoming === null) return;
    this.#upcoming.answers.push(isSaved);
    resolveIfAnswered(this.#upcoming);
  }

  /** Waits no longer for what is being saved or sent: the computer goes to sleep, or the program ends. */
  hurry(): void {
    this.#upcoming?.saved.resolve(false);
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
    if (this.#phase.state === 'unlocking') return err('locked'); // Another try is under way.
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

  /** A computer that goes to sleep leaves no more time than a page has that shows its content. */
  #suspendUpcoming(upcoming: UpcomingLock): void {
    upcoming.reason = 'suspend';
    const passed = this.#options.clock.monotonic() - upcoming.since;
    if (passed >= COVERING_TIME) upcoming.saved.resolve(false);
  }

  async #lockOnceSaved(upcoming: UpcomingLock): Promise<void> {
    const { clock } = this.#options;
    const { saved, since } = upcoming;
    let answer = await waitForPromiseAtMost(saved.promise, COVERING_TIME, clock);
    if (answer.isOverdue && areAllCovered(upcoming) && upcoming.reason !== 'suspend')
      answer = await waitForPromiseAtMost(saved.promise, INPUT_SAVING_TIME - COVERING_TIME, clock);
    this.#upcoming = null;
    // Meanwhile an account that is locked may have become the current one.
    if (this.#isClosed) return this.#locking;
    return this.#begin(upcoming.reason, { since, mayLackInput: answer.isOverdue || !answer.value });
  }

  #begin(
    reason: LockReason,
    { since, mayLackInput }: Pick<Phase, 'mayLackInput'> & Pick<UpcomingLock, 'since'>,
  ): Promise<void> {
    this.#count += 1;
    this.#set({ state: 'locking', reason, unsent: null, mayLackInput });
    this.#locking = this.#close(reason, since);
    return this.#locking;
  }

  async #close(reason: LockReason, since: number): Promise<void> {
    const { account, clock, log, cover, dismissQuestions, removeTraces } = this.#options;
    const isAsleepSoon = reason === 'suspend';
    this.#attempt(cover, 'the pages could not be covered');
    this.#attempt(dismissQuestions, 'questions could not be closed');
    runInBackground(removeTraces(), 'copies of documents could not be removed', log);
    const passed = clock.monotonic() - since;
    const closed = account.lock(isAsleepSoon ? 0 : Math.round(SENDING_TIME - passed));
    const limit = (isAsleepSoon ? CLOSING_TIME_BEFORE_SLEEP : CLOSING_TIME) - passed;
    const ended = Promise.race([closed, this.#hurrying.promise]).catch(() => {}); // The error is reported below.
    const done = await waitForPromiseAtMost(ended, limit, clock);
    if (done.isOverdue) log.warn('the account did not close in time; the engine is ended');
    await this.#renewEngine();
    // Also where the closing was overdue it ends now: its calls to the former engine have failed.
    const unsent = await closed.catch((thrown: unknown) => {
      this.#reportFault('the account could not be closed', thrown);
      return null;
    });
    this.#set({ ...this.#phase, state: 'locked', reason, unsent });
  }

  /** Ends the engine and starts an empty one. */
  #renewEngine(): Promise<unknown> {
    const renewed = this.#options.endAndRestartEngine();
    return renewed.catch((thrown: unknown) => this.#reportFault('the engine could not be replaced', thrown));
  }

  /** Takes a step of the lock; where it fails, the other steps are taken all the same. */
  #attempt(step: () => void, problem: string): void {
    try {
      step();
    } catch (thrown) {
      this.#reportFault(problem, thrown);
    }
  }

  #reportFault(problem: string, thrown: unknown): Err {
    this.#options.log.error(problem, { thrown: describeThrown(thrown) });
    return err('internal');
  }

  async #tryOpening<T>(open: () => Promise<Result<T>>): Promise<Result<T>> {
    await this.#locking;
    const before = this.#phase;
    if (before.state === 'unlocked') return err('invalid-input', { detail: 'nothing is locked' });
    if (before.state !== 'locked') return err('locked'); // Another try is under way.
    const count = this.#count;
    this.#set({ ...before, state: 'unlocking' });
    const opened = await open().catch((thrown: unknown) =>
      this.#reportFault('the account could not be opened', thrown),
    );
    if (count !== this.#count) return err('locked');
    // The failed try was recorded in the access log, which the engine has opened for it.
    if (!opened.ok) await this.#renewEngine();
    if (count === this.#count) this.#set(opened.ok ? UNLOCKED : before);
    return opened;
  }

  #set(phase: Phase): void {
    this.#phase = phase;
    this.#announce();
  }

  #announce(): void {
    this.#attempt(() => this.#options.onChanged(this.getState()), 'the lock could not be announced');
  }
}
