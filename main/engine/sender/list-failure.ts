import { KINDS } from '#contract/records.ts';
import type { Err } from '#contract/result.ts';
import { wasRequestHandledByService, isResponseTimeoutAfterConnect } from '#main/engine/api/errors.ts';
import { LIST_PAGE_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';
import { isListUnavailableError, toFailedReadBeforeSendOutcome, type AttemptOutcome } from './outcome.ts';

/**
 * Returns whether another list request would fail alike: the service refuses it, or a single record is too
 * large.
 */
function isRefused(failed: Err): boolean {
  return failed.error.code === 'too-large' || toFailedReadBeforeSendOutcome(failed).type === 'rejected';
}

/** Returns whether the service responds to a request for another list, which shows that it can be reached. */
async function isReached(context: SendContext, { kind }: StoredChange): Promise<boolean> {
  for (const other of KINDS.filter((each) => each !== kind)) {
    const reply = await context.send((http) =>
      LIST_PAGE_REQUESTS_BY_KIND[other](http, { limit: 1, offset: 0 }),
    );
    if (wasRequestHandledByService(reply.ok ? null : reply.error)) return true;
  }
  return false;
}

/**
 * Returns whether the service responds, but not with the list. A list that takes too long counts as missing
 * only where the service answers another request meanwhile: otherwise the service cannot be reached.
 */
async function isListMissing(context: SendContext, change: StoredChange, { error }: Err): Promise<boolean> {
  return (
    isListUnavailableError(error) ||
    (isResponseTimeoutAfterConnect(error) && (await isReached(context, change)))
  );
}

/** Returns whether a page of a change's list took too long, and the next attempt requests a smaller one. */
export function willRetryWithSmallerPages(
  { pageSizes }: SendContext,
  change: StoredChange,
  { error }: Pick<Err, 'error'>,
): boolean {
  return isResponseTimeoutAfterConnect(error) && pageSizes.isTrying(change);
}

/** Returns whether the list with the record of a change cannot be read, although the service responds. */
export async function isListUnreadable(
  context: SendContext,
  change: StoredChange,
  failed: Err,
): Promise<boolean> {
  if (willRetryWithSmallerPages(context, change, failed)) return false;
  return isRefused(failed) || (await isListMissing(context, change, failed));
}

/**
 * Returns the outcome of a change that depends on a list which could not be read: 'later' while smaller pages
 * are tried.
 */
export async function toUnreadableListOutcome(
  context: SendContext,
  change: StoredChange,
  failed: Err,
): Promise<AttemptOutcome> {
  const { error } = failed;
  if (willRetryWithSmallerPages(context, change, failed)) return { type: 'later', error };
  if (isRefused(failed)) return { type: 'question', question: 'not-listed', error };
  const isMissing = await isListMissing(context, change, failed);
  return isMissing ? { type: 'unlisted', error } : toFailedReadBeforeSendOutcome(failed);
}
