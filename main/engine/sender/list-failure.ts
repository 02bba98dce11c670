import type { Err } from '#contract/result.ts';
import { isSlowResponse } from '#main/engine/api/errors.ts';
import { listForms } from '#main/engine/api/forms.ts';
import { listRequisitions } from '#main/engine/api/requisitions.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { isAnswered } from '#main/engine/sync/failure-count.ts';
import type { SendContext } from './context.ts';
import { isUnlisted, toQuestionOutcome, type Outcome } from './outcome.ts';

/**
 * Returns whether another list request would fail alike: the service refuses it, or a single record is too
 * large.
 */
function isRefused(failed: Err): boolean {
  return failed.error.code === 'too-large' || toQuestionOutcome(failed).is === 'rejected';
}

/** Returns whether the service returns one record of the other list that a create may add to. */
async function isReached(context: SendContext, { kind }: StoredOperation): Promise<boolean> {
  const smallest = { limit: 1, offset: 0 };
  const reply = await context.ask((http) =>
    kind === 'form' ? listRequisitions(http, smallest) : listForms(http, smallest),
  );
  return isAnswered(reply.ok ? null : reply.error);
}

/**
 * Returns whether the service responds, but not with the list. A list that takes too long is one only where
 * the service answers another request meanwhile: otherwise it cannot be reached.
 */
async function isListMissing(
  context: SendContext,
  operation: StoredOperation,
  { error }: Err,
): Promise<boolean> {
  return isUnlisted(error) || (isSlowResponse(error) && (await isReached(context, operation)));
}

/** Returns whether the list with the record of a create cannot be read, although the service responds. */
export async function isListUnreadable(
  context: SendContext,
  operation: StoredOperation,
  failed: Err,
): Promise<boolean> {
  return isRefused(failed) || (await isListMissing(context, operation, failed));
}

/** Returns the outcome of a create whose list could not be read: nothing was sent. */
export async function outcomeOfListing(
  context: SendContext,
  operation: StoredOperation,
  failed: Err,
): Promise<Outcome> {
  const { error } = failed;
  if (isRefused(failed)) return { is: 'question', question: 'not-listed', error };
  const isMissing = await isListMissing(context, operation, failed);
  return isMissing ? { is: 'unlisted', error } : toQuestionOutcome(failed);
}
