import type { GenerationMarker, KeychainGenerationMarkerState } from '#contract/generation-marker.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';

export interface KeychainGenerationMarkerWriterDeps {
  /** The marker that the keychain held when the account was opened. */
  readonly first: KeychainGenerationMarkerState;
  /** Stores the marker in the keychain. Returns false where that failed. */
  readonly storeMarker: (mark: GenerationMarker) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Maximum time for the keychain. It has a shorter limit of its own; this one covers a process that does not
 * respond.
 */
const TIMEOUT = 10 * SECOND;
/** Pause after a failure, so that a failing keychain does not delay every change of a batch. */
const RETRY_DELAY = MINUTE;

/**
 * Keeps the generation marker in the keychain up to date, by which the next start detects that the local store
 * was replaced by an older copy. It is stored before a once-only change is sent.
 *
 * A failing keychain does not hold the change back: a late order does more harm than a marker that is one step
 * behind, and a change that was saved before this start is compared with the service's list before it is sent
 * in any case. The next once-only change tries again.
 */
export class KeychainGenerationMarkerWriter {
  readonly #options: KeychainGenerationMarkerWriterDeps;
  #current: KeychainGenerationMarkerState;
  #notBefore = -Infinity;

  constructor(options: KeychainGenerationMarkerWriterDeps) {
    this.#options = options;
    this.#current = options.first;
  }

  /** The marker that the keychain is known to hold. */
  get current(): KeychainGenerationMarkerState {
    return this.#current;
  }

  /** Stores the marker where the keychain holds another one. Returns whether the keychain holds it now. */
  async storeMarker(mark: GenerationMarker): Promise<boolean> {
    const { clock, storeMarker, log } = this.#options;
    if (this.#isStored(mark)) return true;
    if (this.#current.state === 'none' || clock.monotonic() < this.#notBefore) return false;
    const giveUp = new AbortController();
    const overrun = clock.wait(TIMEOUT, giveUp.signal).then(
      () => false,
      () => false,
    );
    const isStored = await Promise.race([storeMarker(mark).catch(() => false), overrun]);
    giveUp.abort();
    if (isStored) this.#current = { state: 'found', mark };
    else {
      log.warn('the generation marker could not be stored in the keychain', { moves: mark.moves });
      this.#notBefore = clock.monotonic() + RETRY_DELAY;
    }
    return isStored;
  }

  #isStored({ generation, moves }: GenerationMarker): boolean {
    if (this.#current.state !== 'found') return false;
    const { mark } = this.#current;
    return mark.generation === generation && mark.moves === moves;
  }
}
