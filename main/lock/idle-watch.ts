import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { IDLE_LOCK_WARNING_MS } from '#contract/lock.ts';

export interface IdleWatchOptions {
  /** Seconds since the last input anywhere on the computer, as the system reports them. */
  readonly getIdleSeconds: () => number;
  /** After how long without input the window locks, in milliseconds. */
  readonly getLimit: () => number;
  readonly clock: Clock;
  /** Called when the computer was not used for that long, or slept (`suspend`). */
  readonly onLock: (reason: 'idle' | 'suspend') => void;
  /** Called before with the time that is left in milliseconds, and with null when the computer is used again. */
  readonly onSoon: (inMs: number | null) => void;
}

/** Interval at which the system is asked for the idle time. */
const INTERVAL = 5 * SECOND;
/** A program that was not run for this long was asleep, with its computer; less where the system says that it woke. */
const SLEEP = MINUTE;
const SLEEP_BEFORE_WAKING = 2 * INTERVAL;

/**
 * Watches how long the computer has not been used. Some systems, such as Wayland, always report that it is used: until
 * a system has reported otherwise once, only input to this window counts.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #isSystemReliable = false;
  /** Monotonic time of the last input to the window. */
  #lastInput: number;
  #lastTick: { readonly wall: number; readonly running: number };
  #isWarned = false;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
    this.#lastInput = options.clock.monotonic();
    this.#lastTick = this.#readClock();
  }

  /** Checks for idleness at intervals, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.wait(INTERVAL, signal).catch(() => {}); // An aborted wait rejects; the abort is checked next.
      if (!signal.aborted) this.check();
    }
  }

  /** Records input to the window, or that the user wants to stay. */
  noteInput(): void {
    this.#lastInput = this.#options.clock.monotonic();
    this.#warn(null);
  }

  /** The system says that the computer woke. It may say so twice, and not have said that it slept. */
  handleWaking(): void {
    this.check(SLEEP_BEFORE_WAKING);
  }

  /** Checks now. A clock that was set forward counts as sleep: it locks too often rather than too seldom. */
  check(sleep = SLEEP): void {
    const { getLimit, onLock } = this.#options;
    const limit = getLimit();
    const slept = this.#measureSleep();
    const idle = this.#measureIdle();
    if (slept >= sleep) return onLock('suspend');
    if (idle >= limit) return onLock('idle');
    const left = limit - idle;
    this.#warn(left <= Math.min(IDLE_LOCK_WARNING_MS, limit / 2) ? left : null);
  }

  #warn(inMs: number | null): void {
    if (inMs === null && !this.#isWarned) return;
    this.#isWarned = inMs !== null;
    this.#options.onSoon(inMs === null ? null : Math.ceil(inMs));
  }

  #readClock() {
    const { clock } = this.#options;
    return { wall: clock.now(), running: clock.monotonic() };
  }

  /** Returns for how long this program did not run although it should have, in milliseconds. */
  #measureSleep(): number {
    const last = this.#lastTick;
    this.#lastTick = this.#readClock();
    return Math.max(this.#lastTick.wall - last.wall, this.#lastTick.running - last.running) - INTERVAL;
  }

  #measureIdle(): number {
    const { getIdleSeconds, clock } = this.#options;
    const ofSystem = getIdleSeconds() * SECOND;
    if (ofSystem > 0) this.#isSystemReliable = true;
    const ofWindow = clock.monotonic() - this.#lastInput;
    return this.#isSystemReliable ? Math.min(ofSystem, ofWindow) : ofWindow;
  }
}
