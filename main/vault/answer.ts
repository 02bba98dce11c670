import { redact } from '#main/base/log.ts';

/** The keychain is there and does not open (`locked`), or cannot be had at all (`unavailable`). */
export type Shut = { readonly state: 'locked' | 'unavailable'; readonly detail: string };

/** What asking for a secret comes to. `absent` is only said where the keychain was open to look in. */
export type Answer<T> = { readonly state: 'found'; readonly value: T } | { readonly state: 'absent' } | Shut;

/** What keeping or forgetting a secret comes to. */
export type Done = { readonly state: 'done' } | Shut;

export const ABSENT = { state: 'absent' } as const;
export const DONE = { state: 'done' } as const;

/** Whether the keychain could not be used. */
export function isShut(answer: Answer<unknown> | Done): answer is Shut {
  return answer.state === 'locked' || answer.state === 'unavailable';
}

const NOTHING_THERE = /no matching (credential|entry)/i;
const LOCKED = [
  // Secret Service (Linux): a locked collection, or a password prompt that was closed or could not be shown.
  /\bis ?locked\b/i,
  /object locked/i,
  /prompt was dismissed|prompt dismissed|before prompt completed/i,
  // Keychain Services (macOS).
  /interaction is not allowed/i,
  /user cancell?ed/i,
  /user ?name or passphrase you entered is not correct/i,
  /unable to obtain authorization|authorization .*denied/i,
  /in dark wake/i,
];

/**
 * What a failure of the keychain means. Its errors all carry one code, so that only the words are left to tell
 * them apart; words that nobody knows mean that it cannot be had.
 */
export function classifyFailure(message: string): 'absent' | 'locked' | 'unavailable' {
  if (NOTHING_THERE.test(message)) return 'absent';
  return LOCKED.some((words) => words.test(message)) ? 'locked' : 'unavailable';
}

/** A failure of the keychain as an answer. */
export function failureAnswer(message: string): typeof ABSENT | Shut {
  const state = classifyFailure(message);
  return state === 'absent' ? ABSENT : { state, detail: redact(message).slice(0, 300) };
}
