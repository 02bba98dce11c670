import { isDeepStrictEqual } from 'node:util';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { isMiss, type Outcome } from './outcome.ts';

/** Whether a look finds just what the user has seen already, and sends it all the same. */
function wasSeen({ base }: StoredOperation, outcome: Outcome): boolean {
  if (outcome.is !== 'question' || outcome.question !== 'odd-answer') return false;
  return Object.entries(outcome.theirs ?? {}).every(([field, theirs]) =>
    isDeepStrictEqual(base[field], theirs),
  );
}

/** Whether a look says what the user is asked already. */
export function isSameQuestion({ question, candidates }: StoredOperation, outcome: Outcome): boolean {
  return (
    outcome.is === 'question' &&
    outcome.question === question &&
    isDeepStrictEqual(outcome.candidates ?? [], candidates)
  );
}

/** Whether what the user sends again may leave, by what the look right before it found. */
export function maySendAgain(operation: StoredOperation, found: Outcome): boolean {
  if (isMiss(found) || found.is === 'unsent' || found.is === 'rejected') return true;
  const isUnknown = found.is === 'question' && found.question === 'may-be-sent';
  return isUnknown || wasSeen(operation, found);
}
