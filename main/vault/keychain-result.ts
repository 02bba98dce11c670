import { err, type Err } from '#contract/result.ts';
import { redact } from '#main/base/log.ts';

/** The keychain exists and cannot be opened (`locked`), or is not available (`unavailable`). */
export type KeychainFailure = { readonly state: 'locked' | 'unavailable'; readonly detail: string };

/** The result of reading a secret. `absent` is returned only where the keychain was open. */
export type KeychainReadResult<T> =
  | { readonly state: 'found'; readonly value: T }
  | { readonly state: 'absent' }
  | KeychainFailure;

/** The result of saving or deleting a secret. */
export type KeychainWriteResult = { readonly state: 'done' } | KeychainFailure;

export const KEYCHAIN_ENTRY_ABSENT = { state: 'absent' } as const;
export const KEYCHAIN_WRITE_DONE = { state: 'done' } as const;

/** Returns whether the keychain could not be used. */
export function isKeychainFailure(
  answer: KeychainReadResult<unknown> | KeychainWriteResult,
): answer is KeychainFailure {
  return answer.state === 'locked' || answer.state === 'unavailable';
}

/** Returns the error of a keychain that cannot be used. */
export function toKeychainError({ state, detail }: KeychainFailure): Err {
  return err(`keychain-${state}`, { detail });
}

const NOTHING_THERE = /no matching (credential|entry)/i;
const LOCKED = [
  // Secret Service (Linux): a locked collection, or a password prompt that was closed or could not be shown.
  /\bis ?locked\b/i,
  /object locked/i,
  /prompt was dismissed|prompt dismissed|before prompt completed/i,
  // Error messages of Keychain Services (macOS).
  /interaction is not allowed/i,
  /user cancell?ed/i,
  /user ?name or passphrase you entered is not correct/i,
  /unable to obtain authorization|authorization .*denied/i,
  /in dark wake/i,
];

/**
 * Classifies a failure of the keychain. Its errors all have the same code, so only the message distinguishes
 * them; an unknown message means that the keychain is not available.
 */
export function classifyKeychainErrorMessage(message: string): 'absent' | 'locked' | 'unavailable' {
  if (NOTHING_THERE.test(message)) return 'absent';
  return LOCKED.some((words) => words.test(message)) ? 'locked' : 'unavailable';
}

/** Returns the result for a failure of the keychain. */
export function toKeychainResultFromErrorText(
  message: string,
): typeof KEYCHAIN_ENTRY_ABSENT | KeychainFailure {
  const state = classifyKeychainErrorMessage(message);
  return state === 'absent' ? KEYCHAIN_ENTRY_ABSENT : { state, detail: redact(message).slice(0, 300) };
}
