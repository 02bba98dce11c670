import { KINDS, type Kind } from '#contract/records.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import { type Clock, toWallTime } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { FullSweepSchedule } from './full-sweep-schedule.ts';
import type { HealthTracker } from './health.ts';
import { RefreshSchedule, type RefreshSignal } from './refresh-timer.ts';

export interface SchedulerDeps {
  /** Sends the pending changes of the outbox; resolves when nothing more can be sent now, such as during a pause. */
  readonly push: () => Promise<void>;
  /**
   * Fetches the changes of these kinds, all by default; whole lists with `full`. Resolves with the monotonic time at which their lists
   * had been read.
   */
  readonly pull: (kinds?: readonly Kind[], full?: boolean) => Promise<number>;
  readonly breaker: CircuitBreaker;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly health: Pick<HealthTracker, 'current' | 'setPausedUntil' | 'setNextRefresh'>;
  readonly log: Log;
}

interface SyncRequest {
  readonly kinds: readonly Kind[];
  readonly full: boolean;
}

interface QueuedSyncRun extends SyncRequest {
  readonly done: Promise<void>;
}

interface RunningSync extends QueuedSyncRun {
  /** Whether requests for lists may have been sent: what was changed since is not in their answers. */
  hasBegunToFetch: boolean;
}

/** Debounce: saves within this time are sent together. */
const PUSH_DELAY = SECOND / 10;
/** Interval at which refused tokens are tested again: the refusal may have been a fault of the service. */
const TOKEN_TEST_INTERVAL = 5 * MINUTE;
/** Random delay after a pause, so that installations do not return at the same moment. */
const MAX_RANDOM_DELAY = SECOND;

/** Returns whether a run will fetch all that is wanted, as it is at the service now or later. */
function willFetch(running: RunningSync, wanted: SyncRequest): boolean {
  return (
    !running.hasBegunToFetch &&
    (running.full || !wanted.full) &&
    wanted.kinds.every((kind) => running.kinds.includes(kind))
  );
}

function mergeWanted(one: SyncRequest, other: SyncRequest): SyncRequest {
  return { kinds: [...new Set([...one.kinds, ...other.kinds])], full: one.full || other.full };
}

/**
 * Schedules sending and fetching for one account: automatically once it is started, on demand at any time.
 * One sync runs at a time; it sends first and fetches then.
 */
export class SyncScheduler {
  readonly #deps: SchedulerDeps;
  readonly #refreshTimer: RefreshSchedule;
  readonly #fullSweeps: FullSweepSchedule;
  readonly #stopping = new AbortController();
  #timer = new AbortController();
  #waiting: Promise<void> = Promise.resolve();
  #isStarted = false;
  #running: RunningSync | null = null;
  #queued: QueuedSyncRun | null = null;
  #isPushDue = false;
  #wasShut = false;
  #wasSignedOut = false;
  #tokensDueAt = Infinity;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#refreshTimer = new RefreshSchedule(deps.random);
    this.#fullSweeps = new FullSweepSchedule(deps.clock);
    deps.breaker.onChange(() => this.#handleBreakerChange());
  }

  /**
   * Starts the automatic refresh. Pending changes are sent soon, also before a first refresh that begins later.
   * @param options `delay`: milliseconds before the first refresh; default: it begins at once. `lastSweepAt`: when the
   *   last full sweep of all lists began, in this run of the program or an earlier one; default: there was none
   */
  start({ delay = 0, lastSweepAt = null }: { delay?: number; lastSweepAt?: EpochMs | null } = {}): void {
    this.#isStarted = true;
    this.#fullSweeps.noteEarlierSweep(lastSweepAt);
    if (delay > 0) {
      this.#refreshTimer.setFirst(this.#deps.clock.monotonic() + delay);
      this.pushSoon();
    }
    this.#plan();
  }

  /** Starts nothing more. Resolves when no timer is left; running work is ended by its owner. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.#waiting;
  }

  /** Handles a change of the user's attention or the computer's state. */
  handleAttention(now: RefreshSignal): void {
    const { breaker, clock } = this.#deps;
    const at = clock.monotonic();
    const mayBeBack = now === 'woke' || now === 'reconnected';
    // A flapping connection must not reset the failures each time.
    if (mayBeBack && this.#isStarted && this.#refreshTimer.mayBeginAt(at)) {
      breaker.tryAgain();
      this.pushSoon();
    }
    this.#refreshTimer.handleAttention(now, at);
    this.#plan();
  }

  /** Called after the user saved a change: it is sent at once, even during a pause after failures. */
  handleSaved(): void {
    if (this.#isStarted) this.#deps.breaker.trySendingAgain();
    this.pushSoon();
  }

  /** Sends pending changes soon, if the account refreshes automatically; during a pause, the sender waits for its end. */
  pushSoon(): void {
    if (!this.#isStarted || this.#isPushDue) return;
    this.#isPushDue = true;
    runInBackground(this.#pushLater(), 'waiting writes could not be sent', this.#deps.log);
  }

  /**
   * Sends pending changes, then fetches changes. Resolves when both have ended, with or without success. A
   * call that needs no more than the current run joins it, until that begins to fetch; others are combined into one run
   * after it, so that each call fetches what was at the service when it was made. A call on demand ends a pause after
   * failures; a pause that the service asked for remains.
   */
  async run({ kinds = KINDS, full = false }: Partial<SyncRequest> = {}): Promise<void> {
    const { breaker } = this.#deps;
    if (this.#stopping.signal.aborted) return;
    breaker.tryAgain();
    await breaker.retryTokens();
    await this.#runOrJoin({ kinds, full });
  }

  /** Drops the run that would follow the current one, because the user stops the sync. Its calls end with the current one. */
  dropQueuedRun(): void {
    this.#queued = null;
  }

  #runOrJoin(wanted: SyncRequest): Promise<void> {
    const running = this.#running;
    if (this.#stopping.signal.aborted) return Promise.resolve();
    if (running === null) return this.#begin(wanted);
    // The current run may have failed to send before the service was reachable again.
    const sent = this.#attempt(this.#deps.push);
    return Promise.all([sent, this.#joinRun(running, wanted)]).then(() => {});
  }

  #joinRun(running: RunningSync, wanted: SyncRequest): Promise<void> {
    if (willFetch(running, wanted)) return running.done.then(() => this.#runOnceMore(wanted));
    const done = this.#queued?.done ?? running.done.then(() => this.#runQueued());
    this.#queued = { ...mergeWanted(this.#queued ?? wanted, wanted), done };
    return done;
  }

  /**
   * Runs once more for all calls that joined a run which found the service unreachable: it may have begun
   * before the network was back.
   */
  #runOnceMore(wanted: SyncRequest): Promise<void> {
    const isOver = this.#stopping.signal.aborted || this.#deps.health.current.connection !== 'offline';
    if (isOver) return Promise.resolve();
    return this.#running?.done ?? this.#begin(wanted);
  }

  #runQueued(): Promise<void> {
    const queued = this.#queued;
    this.#queued = null;
    return queued === null ? Promise.resolve() : this.#runOrJoin(queued);
  }

  #begin(wanted: SyncRequest): Promise<void> {
    const done = this.#perform(wanted).finally(() => {
      this.#running = null;
      this.#plan();
    });
    this.#running = { ...wanted, done, hasBegunToFetch: false };
    this.#plan();
    return done;
  }

  async #perform({ kinds, full }: SyncRequest): Promise<void> {
    const { push, pull, clock } = this.#deps;
    this.#refreshTimer.noteBegin(clock.monotonic());
    await this.#attempt(push);
    if (this.#stopping.signal.aborted) return;
    const from = clock.monotonic();
    if (this.#running !== null) this.#running.hasBegunToFetch = true;
    const readAt = await this.#attempt(() => pull(kinds, full));
    if (kinds.length < KINDS.length) return;
    const now = clock.monotonic();
    const { kinds: states } = this.#deps.health.current;
    const hasFailed = states.some(({ state }) => state === 'failed');
    this.#refreshTimer.noteEnd(now, (readAt ?? now) - from, hasFailed);
    if (full) this.#fullSweeps.noteEnd(this.#isAllComplete());
  }

  async #attempt<T>(task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task();
    } catch (thrown) {
      this.#deps.log.error('a part of a sync failed', { thrown: describeThrown(thrown) });
      return undefined;
    }
  }

  #isAllComplete(): boolean {
    return this.#deps.health.current.kinds.every(({ state }) => state === 'complete');
  }

  async #pushLater(): Promise<void> {
    const { clock, breaker, push } = this.#deps;
    const { signal } = this.#stopping;
    await clock.wait(PUSH_DELAY, signal).catch(() => {}); // An aborted wait rejects; the abort is checked below.
    this.#isPushDue = false;
    if (!signal.aborted && !breaker.isSignedOut) await push();
  }

  #handleBreakerChange(): void {
    const { breaker, clock } = this.#deps;
    const isShut = !breaker.writes.mayRequest();
    if (breaker.isSignedOut && !this.#wasSignedOut)
      this.#tokensDueAt = clock.monotonic() + TOKEN_TEST_INTERVAL;
    if (this.#wasSignedOut && !breaker.isSignedOut) this.#refreshTimer.demand(clock.monotonic());
    else if (this.#wasShut && !isShut) this.pushSoon();
    this.#wasShut = isShut;
    this.#wasSignedOut = breaker.isSignedOut;
    this.#plan();
  }

  /** Returns when the next automatic refresh begins: when it is due, but not before the end of a pause. */
  #getNextTime(): number {
    const { breaker, random } = this.#deps;
    const due = this.#refreshTimer.dueAt;
    // A refresh on demand does not wait for the end of a pause after failures.
    const pausedUntil = this.#refreshTimer.isDemanded
      ? breaker.requestedPauseUntil
      : (breaker.reads.pausedUntil ?? -Infinity);
    return pausedUntil > due ? pausedUntil + random.fraction() * MAX_RANDOM_DELAY : due;
  }

  #plan(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#timer.abort();
    this.#timer = new AbortController();
    const { breaker, clock, health } = this.#deps;
    const { signal } = this.#timer;
    const at = this.#running === null && !breaker.isSignedOut ? this.#getNextTime() : Infinity;
    health.setNextRefresh(
      at === Infinity ? null : toEpochMs(toWallTime(clock, Math.max(at, clock.monotonic()))),
    );
    if (breaker.isSignedOut) this.#waiting = this.#tryTokensAt(this.#tokensDueAt, signal);
    else if (at !== Infinity) this.#waiting = this.#beginAt(at, signal);
  }

  async #beginAt(at: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker, health, log } = this.#deps;
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // An aborted wait rejects; the abort is checked below.
    if (signal.aborted) return;
    if (this.#refreshTimer.isDemanded) breaker.tryAgain();
    if (breaker.reads.pausedUntil === null) health.setPausedUntil(null);
    if (!breaker.reads.mayRequest()) return this.#plan();
    const full = this.#fullSweeps.isDue;
    runInBackground(this.#runOrJoin({ kinds: KINDS, full }), 'a refresh failed', log);
  }

  /**
   * Tests the tokens at a time. Where they are accepted, the circuit breaker notifies its listeners and a
   * refresh is due; else they are tested again later.
   */
  async #tryTokensAt(at: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker, log } = this.#deps;
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // An aborted wait rejects; the abort is checked below.
    if (signal.aborted) return;
    this.#tokensDueAt = clock.monotonic() + TOKEN_TEST_INTERVAL;
    // A test can take as long as a request; `stop` must not wait for it, because only the owner ends requests.
    const tested = breaker.retryTokens().then(() => {
      if (!signal.aborted) this.#plan();
    });
    runInBackground(tested, 'the tokens could not be tested', log);
  }
}
