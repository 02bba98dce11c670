import type { GenerationMarks, KeychainMark } from '#contract/controls.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';

export interface GenerationKeeperOptions {
  /** What the keychain had when the account was opened. */
  readonly first: KeychainMark;
  /** Writes the mark into the keychain; false where it could not be written. */
  readonly keep: (mark: GenerationMarks) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** So long may the keychain take. It ends by itself sooner; this is for a process that does not answer at all. */
const LIMIT = 10 * SECOND;
/** A keychain that has just failed is not asked before each write of a whole list. */
const PAUSE = MINUTE;

/**
 * The keychain's copy of the generation mark. It is written before a write that must not be sent twice leaves.
 *
 * A keychain that fails does not hold the write back: a late order harms more than a mark that is one step behind, and what was
 * saved before this start is compared with the service's list before it is sent in any case. The next such write tries again.
 */
export class GenerationKeeper {
  readonly #options: GenerationKeeperOptions;
  #current: KeychainMark;
  #notBefore = -Infinity;

  constructor(options: GenerationKeeperOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  /** What the keychain is known to hold. */
  get current(): KeychainMark {
    return this.#current;
  }

  /** Writes the mark where the keychain holds another one. Answers whether the keychain holds it now. */
  async keep(mark: GenerationMarks): Promise<boolean> {
    const { clock, keep, log } = this.#options;
    if (this.#holds(mark)) return true;
    if (this.#current.state === 'none' || clock.monotonic() < this.#notBefore) return false;
    const giveUp = new AbortController();
    const overrun = clock.wait(LIMIT, giveUp.signal).then(
      () => false,
      () => false,
    );
    const isStored = await Promise.race([keep(mark).catch(() => false), overrun]);
    giveUp.abort();
    if (isStored) this.#current = { state: 'found', mark };
    else {
      log.warn('how far the local store has come is not noted in the keychain', { moves: mark.moves });
      this.#notBefore = clock.monotonic() + PAUSE;
    }
    return isStored;
  }

  #holds({ generation, moves }: GenerationMarks): boolean {
    if (this.#current.state !== 'found') return false;
    const { mark } = this.#current;
    return mark.generation === generation && mark.moves === moves;
  }
}
