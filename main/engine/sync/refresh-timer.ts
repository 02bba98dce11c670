import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';

/** `active` and `background` set the interval of refreshes; `woke` and `reconnected` demand one at once. */
export type RefreshSignal = 'active' | 'background' | 'woke' | 'reconnected';

const INTERVALS = { active: MINUTE, background: 10 * MINUTE } as const;
/**
 * Random share by which a refresh comes earlier or later, so that installations do not send requests at the
 * same moment.
 */
const JITTER = 0.1;
/**
 * The pause after a refresh is at least this many times its duration, so that a slow refresh runs less
 * often.
 */
const PAUSE_FACTOR = 20;
const MAX_DELAY = HOUR;
/** Maximum pause after a refresh in which a list could not be read at all: most of its time was waiting. */
const MAX_FAILED_DELAY = 5 * MINUTE;
/** Minimum interval between refreshes on demand. */
const MIN_DEMAND_INTERVAL = 15 * SECOND;

/** Calculates when the next refresh is due. All times are monotonic milliseconds. */
export class RefreshSchedule {
  readonly #random: RandomGenerator;
  #attention: keyof typeof INTERVALS = 'active';
  #endedAt = -Infinity;
  #firstAt = -Infinity;
  /** Minimum pause after the last refresh, in milliseconds: the longer that refresh took, the longer the pause. */
  #rest = 0;
  #jitter = 1;
  #demandedAt = Infinity;
  #servedAt = -Infinity;

  constructor(random: RandomGenerator) {
    this.#random = random;
  }

  /** When the next refresh is due; in the past where it is overdue. */
  get dueAt(): number {
    const interval = Math.max(INTERVALS[this.#attention] * this.#jitter, this.#rest);
    const regular = Math.max(this.#firstAt, this.#endedAt + interval);
    return Math.min(regular, Math.max(this.#demandedAt, this.#servedAt + MIN_DEMAND_INTERVAL));
  }

  /** Sets the time before which no refresh begins by itself; one on demand does. */
  setFirst(at: number): void {
    this.#firstAt = at;
  }

  /** Whether a refresh was requested and has not begun yet. */
  get isDemanded(): boolean {
    return this.#demandedAt < Infinity;
  }

  /** Returns whether a refresh on demand could begin at once. */
  mayBeginAt(now: number): boolean {
    return now >= this.#servedAt + MIN_DEMAND_INTERVAL;
  }

  /** Updates the attention. A wake-up or a new connection demands a refresh. */
  handleAttention(attention: RefreshSignal, now: number): void {
    if (attention === 'active' || attention === 'background') this.#attention = attention;
    else this.demand(now);
  }

  /** Demands a refresh as soon as the minimum interval allows it. */
  demand(now: number): void {
    this.#demandedAt = Math.min(this.#demandedAt, now);
  }

  /** Notes that a refresh begins, which satisfies the demand. */
  noteBegin(now: number): void {
    if (this.#demandedAt === Infinity) return;
    this.#demandedAt = Infinity;
    this.#servedAt = now;
  }

  /**
   * Notes that a refresh of all kinds has ended; its lists took `cost` milliseconds.
   * @param hasFailed whether nothing of a list could be read
   */
  noteEnd(now: number, cost: number, hasFailed: boolean): void {
    this.#endedAt = now;
    this.#rest = Math.min(cost * PAUSE_FACTOR, hasFailed ? MAX_FAILED_DELAY : MAX_DELAY);
    this.#jitter = 1 + JITTER * (2 * this.#random.fraction() - 1);
  }
}
