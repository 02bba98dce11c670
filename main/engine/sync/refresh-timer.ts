import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';

/** Whether the user is at the window, or what happened to the computer. */
export type Attention = 'active' | 'background' | 'woke' | 'reconnected';

const EVERY = { active: MINUTE, background: 10 * MINUTE } as const;
/**
 * Random share by which a refresh comes earlier or later, so that installations do not send requests at the
 * same moment.
 */
const JITTER = 0.1;
/** A slow refresh runs less often: the pause after it is this many times its duration. */
const REST = 20;
const MAX_DELAY = HOUR;
/** A refresh in which a list could not be read at all spent its time on waiting, and the others go on. */
const MAX_FAILED_DELAY = 5 * MINUTE;
/** Minimum interval between refreshes on demand. */
const WISHES_APART = 15 * SECOND;

/** Calculates when the next refresh is due. All times are monotonic milliseconds. */
export class RefreshTimer {
  readonly #random: Random;
  #attention: keyof typeof EVERY = 'active';
  #endedAt = -Infinity;
  /** Milliseconds without a refresh after the last one, because of its duration. */
  #rest = 0;
  #jitter = 1;
  #wishedAt = Infinity;
  #metAt = -Infinity;

  constructor(random: Random) {
    this.#random = random;
  }

  /** When the next refresh is due; in the past where it is overdue. */
  get dueAt(): number {
    const regular = this.#endedAt + Math.max(EVERY[this.#attention] * this.#jitter, this.#rest);
    return Math.min(regular, Math.max(this.#wishedAt, this.#metAt + WISHES_APART));
  }

  /** Whether a refresh on demand has not begun yet. */
  get isWished(): boolean {
    return this.#wishedAt < Infinity;
  }

  /** Returns whether a refresh on demand could begin at once. */
  isWillingAt(now: number): boolean {
    return now >= this.#metAt + WISHES_APART;
  }

  /** Updates the attention. A wake-up or a new connection demands a refresh. */
  notice(attention: Attention, now: number): void {
    if (attention === 'active' || attention === 'background') this.#attention = attention;
    else this.wish(now);
  }

  /** Demands a refresh as soon as possible. */
  wish(now: number): void {
    this.#wishedAt = Math.min(this.#wishedAt, now);
  }

  /** Notes that a refresh begins, which satisfies the demand. */
  began(now: number): void {
    if (this.#wishedAt === Infinity) return;
    this.#wishedAt = Infinity;
    this.#metAt = now;
  }

  /**
   * Notes that a refresh of all kinds has ended; it took `cost` milliseconds.
   * @param hasFailed whether nothing of a list could be read
   */
  ended(now: number, cost: number, hasFailed: boolean): void {
    this.#endedAt = now;
    this.#rest = Math.min(cost * REST, hasFailed ? MAX_FAILED_DELAY : MAX_DELAY);
    this.#jitter = 1 + JITTER * (2 * this.#random.fraction() - 1);
  }
}
