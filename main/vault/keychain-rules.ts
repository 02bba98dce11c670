import { err, type Err } from '#contract/result.ts';
import type { KeychainFailure, KeychainReadResult, KeychainWriteResult } from './keychain-result.ts';

/** How a program goes on without the keychain: in memory for this run (a window), or not at all (a command). */
export type BehaviourWithoutKeychain = 'memory' | 'refuse';

/** Decides how a program reacts to the keychain's answers: whether it can go on without the keychain. */
export class KeychainFallbackPolicy {
  readonly #withoutKeychain: BehaviourWithoutKeychain;
  readonly #missing: readonly string[];

  /** @param missing names of the variables that could replace the keychain and are not set */
  constructor(withoutKeychain: BehaviourWithoutKeychain, missing: readonly string[]) {
    this.#withoutKeychain = withoutKeychain;
    this.#missing = missing;
  }

  /** Returns whether the variables of a command contain all secrets, so that the keychain is not used; false for a window. */
  get isUnused(): boolean {
    return this.#withoutKeychain === 'refuse' && this.#missing.length === 0;
  }

  /** Returns whether a user is present who can be asked for a PIN. */
  get isForWindow(): boolean {
    return this.#withoutKeychain === 'memory';
  }

  /** Returns whether the program must stop after this answer of the keychain. */
  isRefusal(answer: KeychainReadResult<unknown> | KeychainWriteResult): answer is KeychainFailure {
    if (answer.state === 'unavailable') return this.#withoutKeychain === 'refuse';
    return answer.state === 'locked';
  }

  /** Returns the error for a keychain that cannot be used; for a command it names the missing variables. */
  refuse({ state, detail }: KeychainFailure): Err {
    if (state === 'locked') return err('keychain-locked', { detail });
    const missing = this.#withoutKeychain === 'refuse' ? this.#missing : [];
    return err('keychain-unavailable', { detail: missing.length > 0 ? `set ${missing.join(', ')}` : detail });
  }
}
