import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';

/** Where the person is, or what happened to the computer. */
export type Attention = 'active' | 'background' | 'woke' | 'reconnected';

const EVERY = { active: MINUTE, background: 10 * MINUTE } as const;
/** A refresh comes earlier or later by up to this share, so that desks do not all ask at the same moment. */
const JITTER = 0.1;
/** A refresh that takes long comes less often: it is given this many times its own length of rest. */
const REST = 20;
const MAX_DELAY = HOUR;
/** Wishes for a refresh at once are met this far apart, however often they come. */
const WISHES_APART = 15 * SECOND;

/** When the next refresh is due. All times are monotonic milliseconds. */
export class RefreshTimer {
  readonly #random: Random;
  #attention: keyof typeof EVERY = 'active';
  #endedAt = -Infinity;
  #cost = 0;
  #jitter = 1;
  #wishedAt = Infinity;
  #metAt = -Infinity;

  constructor(random: Random) {
    this.#random = random;
  }

  /** When the next refresh is due; in the past where it is due already. */
  get dueAt(): number {
    const rest = Math.min(this.#cost * REST, MAX_DELAY);
    const regular = this.#endedAt + Math.max(EVERY[this.#attention] * this.#jitter, rest);
    return Math.min(regular, Math.max(this.#wishedAt, this.#metAt + WISHES_APART));
  }

  /** Whether a refresh is wished for that has not begun yet. */
  get isWished(): boolean {
    return this.#wishedAt < Infinity;
  }

  /** Whether a wish that comes now would be met at once. */
  isWillingAt(now: number): boolean {
    return now >= this.#metAt + WISHES_APART;
  }

  /** Takes note of where the person is; after a wake or a new connection a refresh is wished for. */
  notice(attention: Attention, now: number): void {
    if (attention === 'active' || attention === 'background') this.#attention = attention;
    else this.wish(now);
  }

  /** Wishes for a refresh as soon as may be. */
  wish(now: number): void {
    this.#wishedAt = Math.min(this.#wishedAt, now);
  }

  /** A refresh begins: what was wished for is met by it. */
  began(now: number): void {
    if (this.#wishedAt === Infinity) return;
    this.#wishedAt = Infinity;
    this.#metAt = now;
  }

  /** A refresh of everything ended; it took `cost` milliseconds. */
  ended(now: number, cost: number): void {
    this.#endedAt = now;
    this.#cost = cost;
    this.#jitter = 1 + JITTER * (2 * this.#random.fraction() - 1);
  }
}
