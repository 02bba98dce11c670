import type { StoredOperation } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';

/**
 * Checks who saved a write: a write of another user is sent with these tokens only if the signed-in user has
 * agreed. An unknown user is asked about at the sign-in.
 * @returns the question that blocks the write; null where none does
 */
export function findQuestionIfSavedByAnotherUser(
  { userId }: Pick<SendContext, 'userId'>,
  operation: StoredOperation,
): AttemptOutcome | null {
  const { savedBy, evidence } = operation;
  if (userId === null || savedBy === '' || savedBy === userId || evidence.sendsAs === userId) return null;
  return { is: 'question', question: 'another-user', evidence: { ...evidence, askedAs: userId } };
}
