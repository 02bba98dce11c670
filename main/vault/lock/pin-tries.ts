import { PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { isKeychainFailure, toKeychainError } from '../keychain-result.ts';
import type { PinTriesRecord } from '../vault.ts';
import type { AccountLockStorage } from './lock-store.ts';

/**
 * The limit of PIN tries, as far as this run knows it: the tries that are left without a wait, null if unknown, and the wait
 * before the next try. A wrong PIN deletes nothing.
 */
export interface PinTryThrottle {
  readonly triesLeft: number | null;
  readonly waitMs: number;
}

/** How an account is protected, without the keychain being asked. */
export interface RecoveryOptionsAndPinTries extends PinTryThrottle {
  readonly hasRecoveryCode: boolean;
  readonly hasAdministratorKey: boolean;
}

/**
 * Counts wrong PINs in the keychain. A try is counted before it is made, so that ending the program saves none; after
 * ten wrong ones there is one in fifteen minutes. Those have to pass on the clock of the computer, which can be set, and
 * in the running time of this program, which cannot: a restart begins them again. Nothing is ever deleted.
 */
export class PinTryLimiter {
  readonly #store: AccountLockStorage;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Monotonic time of the last try of a PIN, or of the start. */
  #since: number;
  #known: PinTriesRecord | null = null;

  constructor(store: AccountLockStorage, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
    this.#since = clock.monotonic();
  }

  /** Returns the tries left and the wait, without asking the keychain. */
  get known(): PinTryThrottle {
    if (this.#known === null) return { triesLeft: null, waitMs: 0 };
    return {
      triesLeft: Math.max(0, PIN_TRIES_WITHOUT_WAIT - this.#known.wrong),
      waitMs: this.#getWait(this.#known),
    };
  }

  /** Counts a try that is about to be made. 'too-many-tries' where it has to wait; nothing is counted then. */
  async begin(): Promise<Result<void>> {
    const saved = await this.#store.getTries();
    if (isKeychainFailure(saved)) return toKeychainError(saved);
    const tries = saved.state === 'found' ? saved.value : { wrong: 0, at: 0 };
    this.#known = tries;
    const waitMs = this.#getWait(tries);
    if (waitMs > 0) return err('too-many-tries', { waitMs, triesLeft: 0 });
    const raised = { wrong: tries.wrong + 1, at: this.#clock.now() };
    const counted = await this.#store.saveTries(raised);
    if (isKeychainFailure(counted)) return toKeychainError(counted);
    this.#known = raised;
    this.#since = this.#clock.monotonic();
    return ok(undefined);
  }

  /** Returns the error of a wrong PIN, with the tries that are left. */
  fail(): Err {
    const { triesLeft, waitMs } = this.known;
    return err('wrong-pin', {
      ...(triesLeft === null ? {} : { triesLeft }),
      ...(waitMs > 0 ? { waitMs } : {}),
    });
  }

  /** Forgets the wrong tries, after the account was opened. Where the keychain fails, they stay and are harmless. */
  async succeed(): Promise<void> {
    this.#known = { wrong: 0, at: 0 };
    await this.#store.deleteTries();
  }

  #getWait({ wrong, at }: PinTriesRecord): number {
    if (wrong < PIN_TRIES_WITHOUT_WAIT) return 0;
    const running = this.#since + PIN_TRY_WAIT_MS - this.#clock.monotonic();
    const now = this.#clock.now();
    // A clock that was set back says nothing about the wait; then only the running time counts.
    const onClock = now < at ? 0 : at + PIN_TRY_WAIT_MS - now;
    return Math.max(0, Math.ceil(running), Math.ceil(onClock));
  }
}
