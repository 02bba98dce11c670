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
  /** Sends what waits. */
  readonly push: () => Promise<void>;
  /** Fetches what is new, all kinds by default; whole lists where `full`. */
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

/** Saves that come close together are sent together. */
const PUSH_DELAY = SECOND / 10;
/** Whole lists are read this often while the desk is in use, though their order would let a refresh end earlier. */
const FULL_EVERY = 6 * HOUR;
/** Where that did not go well, the next try comes after this. */
const FULL_RETRY = 15 * MINUTE;
/** Refused tokens are tried again this often: the refusal may have been a fault of the service. */
const TOKENS_EVERY = 5 * MINUTE;
/** After a pause desks come back scattered over this time. */
const SCATTER = SECOND;

function covers(running: Wanted, wanted: Wanted): boolean {
  return (running.full || !wanted.full) && wanted.kinds.every((kind) => running.kinds.includes(kind));
}

function both(one: Wanted, other: Wanted): Wanted {
  return { kinds: [...new Set([...one.kinds, ...other.kinds])], full: one.full || other.full };
}

/**
 * Decides what runs when for one account: by itself once it is started, on demand at any time. One sync runs at a time; it
 * sends first and fetches then.
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

  /** Begins to refresh by itself, at once for the first time. */
  start(): void {
    this.#isStarted = true;
    this.#plan();
  }

  /** Begins nothing more. Resolves when nothing waits for its time; what runs is ended by its owner. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.#waiting;
  }

  /** Hears where the person is and what happened to the computer. */
  attention(now: Attention): void {
    const { breaker, clock } = this.#deps;
    const at = clock.monotonic();
    const mayBeBack = now === 'woke' || now === 'reconnected';
    // However often a connection comes and goes, failures are forgotten only now and then.
    if (mayBeBack && this.#isStarted && this.#refreshTimer.isWillingAt(at)) {
      breaker.tryAgain();
      this.pushSoon();
    }
    this.#refreshTimer.notice(now, at);
    this.#plan();
  }

  /** The user saved a write: it does not wait for the end of a pause that only failures made. */
  saved(): void {
    if (this.#isStarted) this.#deps.breaker.trySendingAgain();
    this.pushSoon();
  }

  /** A write waits: it is sent soon, if the desk refreshes by itself and the gate is open. */
  pushSoon(): void {
    if (!this.#isStarted || this.#isPushDue) return;
    this.#isPushDue = true;
    drop(this.#pushLater(), 'waiting writes could not be sent', this.#deps.log);
  }

  /**
   * Sends what waits, then fetches what is new. Resolves when that has ended, however it did. Who asks for no more than what
   * runs already waits for that; what goes beyond it comes after it, all of it in one run. Somebody who asks is not made to
   * wait for the end of a pause that only failures made; what the service asked for stands.
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
    // What runs may have tried to send, in vain, before whoever asks now knew that the service is back.
    const sent = this.#attempt(this.#deps.push);
    return Promise.all([sent, this.#joined(running, wanted)]).then(() => {});
  }

  #joined(running: Run, wanted: Wanted): Promise<void> {
    if (covers(running, wanted)) return running.done.then(() => this.#onceMore(wanted));
    const done = this.#queued?.done ?? running.done.then(() => this.#runQueued());
    this.#queued = { ...both(this.#queued ?? wanted, wanted), done };
    return done;
  }

  /** What somebody joined found nobody there, and may have begun before the network was back: one more try for all who joined. */
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
    this.#refreshTimer.ended(now, now - from);
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
    await clock.wait(PUSH_DELAY, signal).catch(() => {}); // seen below
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

  /** When the next refresh begins by itself: when it is due, but not before a pause has ended. */
  #nextAt(): number {
    const { breaker, random } = this.#deps;
    const due = this.#refreshTimer.dueAt;
    // What is wished for does not wait for the end of a pause that only failures made.
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
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // seen below
    if (signal.aborted) return;
    if (this.#refreshTimer.isWished) breaker.tryAgain();
    if (breaker.reads.pausedUntil === null) health.paused(null);
    if (!breaker.reads.mayAsk()) return this.#plan();
    const full = clock.monotonic() >= this.#fullDueAt;
    drop(this.#runOrJoin({ kinds: KINDS, full }), 'a refresh failed', log);
  }

  /** Where the tokens are taken again the gate tells, and a refresh is due; else they are tried again later. */
  async #tryTokensAt(at: number, signal: AbortSignal): Promise<void> {
    const { clock, breaker } = this.#deps;
    await clock.wait(Math.max(0, at - clock.monotonic()), signal).catch(() => {}); // seen below
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
