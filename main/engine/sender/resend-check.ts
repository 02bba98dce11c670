import { isDeepStrictEqual } from 'node:util';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { isQuestionAboutUnfoundChange, type AttemptOutcome } from './outcome.ts';

/** Returns whether a reconcile finds only differences that the user has seen and accepted. */
function wasSeen({ base }: StoredChange, outcome: AttemptOutcome): boolean {
  if (outcome.type !== 'question' || outcome.question !== 'odd-answer') return false;
  return Object.entries(outcome.theirs ?? {}).every(([field, theirs]) =>
    isDeepStrictEqual(base[field], theirs),
  );
}

/** Returns whether the outcome of a reconcile is the question that the user already has. */
export function isQuestionAlreadyAsked(
  { question, candidates }: StoredChange,
  outcome: AttemptOutcome,
): boolean {
  return (
    outcome.type === 'question' &&
    outcome.question === question &&
    isDeepStrictEqual(outcome.candidates ?? [], candidates)
  );
}

/**
 * Returns whether a change may be sent again as the user wants, by the outcome of the reconcile right before.
 */
export function mayResendAfterReconcile(change: StoredChange, found: AttemptOutcome): boolean {
  if (isQuestionAboutUnfoundChange(found) || found.type === 'unsent' || found.type === 'rejected')
    return true;
  const isUnknown = found.type === 'question' && found.question === 'may-be-sent';
  return isUnknown || wasSeen(change, found);
}
