import type { StoredOperation } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { Outcome } from './outcome.ts';

/**
 * Checks who saved a write: one of another user never leaves under these tokens unless this user has said so. A user who is not known
 * is asked about at the sign-in.
 * @returns the question that stands in the way; null where none does
 */
export function checkSavedBy(
  { userId }: Pick<SendContext, 'userId'>,
  operation: StoredOperation,
): Outcome | null {
  const { savedBy, evidence } = operation;
  if (userId === null || savedBy === '' || savedBy === userId || evidence.sendsAs === userId) return null;
  return { is: 'question', question: 'another-user', evidence: { ...evidence, askedAs: userId } };
}
