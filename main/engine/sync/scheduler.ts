import { KINDS, type Kind } from '#contract/records.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { HealthBoard } from './health.ts';
import { RefreshTimer, type Attention } from './refresh-timer.ts';

export interface SchedulerDeps {
  /** Sends the pending changes. */
  readonly push: () => Promise<void>;
  /** Fetches the changes of these kinds, all by default; whole lists with `full`. */
  readonly pull: (kinds?: readonly Kind[], full?: boolean) => Promise<void>;
  readonly breaker: CircuitBreaker;
  readonly clock: Clock;
  readonly random: Random;
  readonly health: Pick<HealthBoard, 'current' | 'paused' | 'refreshDue'>;
  readonly log: Log;
}

interface Wanted {
  readonly kinds: readonly Kind[];
  readonly full: boolean;
}

interface Run extends Wanted {
  readonly done: Promise<void>;
}

/** Debounce: saves within this time are sent together. */
const PUSH_DELAY = SECOND / 10;
/**
 * Interval of full sweeps while the app is in use, although the order of the lists would allow a partial
 * refresh.
 */
const FULL_EVERY = 6 * HOUR;
/** Delay before the next attempt after a failed full sweep. */
const FULL_RETRY = 15 * MINUTE;
/** Interval at which refused tokens are tested again: the refusal may have been a fault of the service. */
const TOKENS_EVERY = 5 * MINUTE;
/** Random delay after a pause, so that installations do not return at the same moment. */
const SCATTER = SECOND;

function covers(running: Wanted, wanted: Wanted): boolean {
  return (running.full || !wanted.full) && wanted.kinds.every((kind) => running.kinds.includes(kind));
}

function both(one: Wanted, other: Wanted): Wanted {
  return { kinds: [...new Set([...one.kinds, ...other.kinds])], full: one.full || other.full };
}

/**
 * Schedules sending and fetching for one account: automatically once it is started, on demand at any time.
 * One sync runs at a time; it sends first and fetches then.
 */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #refreshTimer: RefreshTimer;
  readonly #stopping = new AbortController();
  #timer = new AbortController();
  #waiting: Promise<void> = Promise.resolve();
  #isStarted = false;
  #running: Run | null = null;
  #queued: Run | null = null;
  #isPushDue = false;
  #fullDueAt = -Infinity;
  #wasShut = false;
  #wasSignedOut = false;
  #tokensDueAt = Infinity;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#refreshTimer = new RefreshTimer(deps.random);
    deps.breaker.onChange(() => this.#breakerChanged());
  }

  /** Starts the automatic refresh, the first one at once. */
  start(): void {
    this.#isStarted = true;
    this.#plan();
  }

  /** Starts nothing more. Resolves when no timer is left; running work is ended by its owner. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.#waiting;
  }

  /** Handles a change of the user's attention or the computer's state. */
  attention(now: Attention): void {
    const { breaker, clock } = this.#deps;
    const at = clock.monotonic();
    const mayBeBack = now === 'woke' || now === 'reconnected';
    // A flapping connection must not reset the failures each time.
    if (mayBeBack && this.#isStarted && this.#refreshTimer.isWillingAt(at)) {
      breaker.tryAgain();
      this.pushSoon();
    }
    this.#refreshTimer.notice(now, at);
    this.#plan();
  }

  /** Called after the user saved a write: it is sent at once, even during a pause after failures. */
  saved(): void {
    if (this.#isStarted) this.#deps.breaker.trySendingAgain();
    this.pushSoon();
  }

  /** Sends pending changes soon, if the account refreshes automatically and the circuit breaker is closed. */
  pushSoon(): void {
    if (!this.#isStarted || this.#isPushDue) return;
    this.#isPushDue = true;
    drop(this.#pushLater(), 'waiting writes could not be sent', this.#deps.log);
  }

  /**
   * Sends pending changes, then fetches changes. Resolves when both have ended, with or without success. A
   * call that needs no more than the current run joins it; others are combined into one run after it. A call
   * on demand ends a pause after failures; a pause that the service asked for remains.
   */
  async run({ kinds = KINDS, full = false }: Partial<Wanted> = {}): Promise<void> {
    const { breaker } = this.#deps;
    if (this.#stopping.signal.aborted) return;
    breaker.tryAgain();
    await breaker.retryTokens();
    await this.#runOrJoin({ kinds, full });
  }

  #runOrJoin(wanted: Wanted): Promise<void> {
    const running = this.#running;
    if (this.#stopping.signal.aborted) return Promise.resolve();
    if (running === null) return this.#begin(wanted);
    // The current run may have failed to send before the service was reachable again.
    const sent = this.#attempt(this.#deps.push);
    return Promise.all([sent, this.#joined(running, wanted)]).then(() => {});
  }

  #joined(running: Run, wanted: Wanted): Promise<void> {
    if (covers(running, wanted)) return running.done.then(() => this.#onceMore(wanted));
    const done = this.#queued?.done ?? running.done.then(() => this.#runQueued());
    this.#queued = { ...both(this.#queued ?? wanted, wanted), done };
    return done;
  }

  /**
   * Runs once more for all calls that joined a run which found the service unreachable: it may have begun
   * before the network was back.
   */
  #onceMore(wanted: Wanted): Promise<void> {
    const isOver = this.#stopping.signal.aborted || this.#deps.health.current.connection !== 'offline';
    if (isOver) return Promise.resolve();
    return this.#running?.done ?? this.#begin(wanted);
  }

  #runQueued(): Promise<void> {
    const queued = this.#queued;
    this.#queued = null;
    return queued === null ? Promise.resolve() : this.#runOrJoin(queued);
  }

  #begin(wanted: Wanted): Promise<void> {
    const done = this.#perform(wanted).finally(() => {
      this.#running = null;
      this.#plan();
    });
    this.#running = { ...wanted, done };
    this.#plan();
    return done;
  }

  async #perform({ kinds, full }: Wanted): Promise<void> {
    const { push, pull, clock } = this.#deps;
    this.#refreshTimer.began(clock.monotonic());
    await this.#attempt(push);
    if (this.#stopping.signal.aborted) return;
    const from = clock.monotonic();
    await this.#attempt(() => pull(kinds, full));
    if (kinds.length < KINDS.length) return;
    const now = clock.monotonic();
    const { kinds: states } = this.#deps.health.current;
    const hasFailed = states.some(({ state }) => state === 'failed');
    this.#refreshTimer.ended(now, now - from, hasFailed);
    if (full) this.#fullDueAt = now + (this.#isAllComplete() ? FULL_EVERY : FULL_RETRY);
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (thrown) {
      this.#deps.log.error('a part of a sync failed', { thrown: describeThrown(thrown) });
    }
  }

  #isAllComplete(): boolean {
    return this.#deps.health.current.kinds.every(({ state }) => state === 'complete');
  }

  async #pushLater(): Promise<void> {
    const { clock, breaker, push } = this.#deps;
    const { signal } = this.#stopping;
    await clock.wait(PUSH_DELAY, signal).catch(() => {}); // the abort is checked below
    this.#isPushDue = false;
    if (!signal.aborted && breaker.writes.mayAsk()) await push();
  }

  #breakerChanged(): void {
    const { breaker, clock } = this.#deps;
    const isShut = !breaker.writes.mayAsk();
    if (breaker.isSignedOut && !this.#wasSignedOut) this.#tokensDueAt = clock.monotonic() + TOKENS_EVERY;
    if (this.#wasSignedOut && !breaker.isSignedOut) this.#refreshTimer.wish(clock.monotonic());
    else if (this.#wasShut && !isShut) this.pushSoon();
    this.#wasShut = isShut;
    this.#wasSignedOut = breaker.isSignedOut;
    this.#plan();
  }

  /** Returns when the next automatic refresh begins: when it is due, but not before the end of a pause. */
  #nextAt(): number {
    const { breaker, random } = this.#deps;
    const due = this.#refreshTimer.dueAt;
    // A refresh on demand does not wait for the end of a pause after failures.
    const pausedUntil = this.#refreshTimer.isWished
      ? breaker.askedUntil
      : (breaker.reads.pausedUntil ?? -Infinity);
    return pausedUntil > due ? pausedUntil + random.fraction() * SCATTER : due;
  }

  #plan(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    this.#timer.abort();
    this.#timer = new AbortController();
    const { breaker, health } = this.#deps;
    const { signal } = this.#timer;
    const at = this.#running === null && !breaker.isSignedOut ? this.#nextAt() : Infinity;
    health.refreshDue(at === Infinity ? null : this.#wallTimeOf(at));
    if (breaker.isSignedOut) this.#waiting = this.#tryTokensAt(this.#tokensDueAt, signal);
    else if (at !== Infinity) this.#waiting = this.#beginAt(at, signal);
  }

  async #beginAt(at: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker, health, log } = this.#deps;
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // the abort is checked below
    if (signal.aborted) return;
    if (this.#refreshTimer.isWished) breaker.tryAgain();
    if (breaker.reads.pausedUntil === null) health.paused(null);
    if (!breaker.reads.mayAsk()) return this.#plan();
    const full = clock.monotonic() >= this.#fullDueAt;
    drop(this.#runOrJoin({ kinds: KINDS, full }), 'a refresh failed', log);
  }

  /**
   * Tests the tokens at a time. Where they are accepted, the circuit breaker notifies its listeners and a
   * refresh is due; else they are tested again later.
   */
  async #tryTokensAt(at: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker } = this.#deps;
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // the abort is checked below
    if (signal.aborted) return;
    this.#tokensDueAt = clock.monotonic() + TOKENS_EVERY;
    await breaker.retryTokens();
    if (!signal.aborted) this.#plan();
  }

  #wallTimeOf(at: number): EpochMs {
    const { clock } = this.#deps;
    return epochMs(Math.round(clock.now() + Math.max(0, at - clock.monotonic())));
  }
}
