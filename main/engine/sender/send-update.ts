import { isIdAmbiguousInPath } from '#contract/records.ts';
import type { Err } from '#contract/result.ts';
import type { OperationName } from '#contract/changes.ts';
import { updateForm } from '#main/engine/api/forms.ts';
import type { HttpClient, HttpResult } from '#main/engine/api/http.ts';
import { setNotificationRead } from '#main/engine/api/notifications.ts';
import { isJsonObject, toList, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { updateRequisition } from '#main/engine/api/requisitions.ts';
import { mayBeDone } from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange, SendAttemptEvidence } from '#main/engine/local/protocol.ts';
import { areSameFieldValues, isReviewLike } from './compare-records.ts';
import {
  concludeUnusableSuccess,
  confirmChangeAndCacheRecord,
  isUnusableSuccess,
  listUnconfirmedFields,
  toAcceptedChangeOutcome,
  type ComparedRecordSource,
  type UnconfirmedFieldLister,
} from './confirm-response.ts';
import {
  mergeUpdate,
  concludeRestoredOrImportedChange,
  listServiceChangesSinceUserRequest,
} from './conflicts.ts';
import type { SendContext } from './context.ts';
import {
  toFailedRepeatableChangeOutcome,
  type AttemptOutcome,
  toFailedChangeOutcome,
  toFailedReadBeforeSendOutcome,
} from './outcome.ts';

/**
 * Sets a notification's read flag (service's document, section 4.3). The latest intent wins, so the
 * notification is not fetched first. A notification that is gone from the service, by two responses, needs no flag.
 */
export async function sendReadFlag(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const left = await context.markSending(change, { ...change.evidence, mayHaveLeft: true });
  return left.ok ? sendReadFlagMarkedAsSending(context, change) : { type: 'later', error: left.error };
}

/** Returns a function that lists the read flag of a notification where it is not as it was sent. */
function createReadFlagLister({ data }: StoredChange): UnconfirmedFieldLister {
  const read = data['read'] === true;
  return (record, source) => listUnconfirmedFields({ read }, record, source);
}

/**
 * Returns the outcome of a read flag after a response that is doubtful, by the notification itself. A single 404 may come
 * from a gateway: the notification is gone where a second request is answered with 404 as well. Where the flag is not as it
 * was sent, it is sent again: nothing shows that the service has answered.
 * @param ending how the change ends where the notification has the flag
 */
async function concludeReadFlagFromRecord(
  context: SendContext,
  change: StoredChange,
  { error }: Err,
  ending: 'sent' | 'needless',
): Promise<AttemptOutcome> {
  const fresh = await context.fetchFreshText(change);
  if (!fresh.ok) {
    if (fresh.error.code !== 'not-found') return { type: 'later', error: fresh.error };
    return error.code === 'not-found'
      ? { type: 'done', ending: 'needless' }
      : concludeReadFlagFromRecord(context, change, fresh, ending);
  }
  const { text, value } = fresh.value;
  const theirs = createReadFlagLister(change)(value, 'record');
  if (Object.keys(theirs).length > 0) return { type: 'later', error };
  if (ending === 'sent') {
    await context.storeInCache(change.kind, text);
    context.recordDoneDespiteAnswer();
  }
  return { type: 'done', ending, answer: value };
}

/** As `sendReadFlag`, for a change of which the local store has noted that it is being sent. */
export async function sendReadFlagMarkedAsSending(
  context: SendContext,
  change: StoredChange,
): Promise<AttemptOutcome> {
  const { evidence, target } = change;
  const read = change.data['read'] === true;
  const reply = await context.send((http) => setNotificationRead(http, target, read));
  if (!reply.ok && reply.error.code === 'not-found')
    return concludeReadFlagFromRecord(context, change, reply, 'needless');
  if (!reply.ok && isUnusableSuccess(reply.error))
    return concludeReadFlagFromRecord(context, change, reply, 'sent');
  if (!reply.ok) return toFailedRepeatableChangeOutcome(reply, evidence);
  const listUnconfirmed = createReadFlagLister(change);
  const confirmed = await confirmChangeAndCacheRecord(context, change, reply.value, listUnconfirmed);
  if (!confirmed.ok && confirmed.error.code === 'not-found')
    return concludeReadFlagFromRecord(context, change, confirmed, 'sent');
  return toAcceptedChangeOutcome(change, confirmed, false);
}

/**
 * Returns the outcome of a failed fetch of the record that a change or its reconcile needs. A single 404 may come from a
 * gateway: of a once-only change that may have arrived it says as little as a record that does not show it.
 */
export function toFetchFailureOutcome(change: StoredChange, failed: Err): AttemptOutcome {
  if (failed.error.code !== 'not-found') return toFailedReadBeforeSendOutcome(failed);
  return { type: 'question', question: mayBeDone(change) ? 'not-seen' : 'gone', error: failed.error };
}

function createRequest(
  { kind, target }: StoredChange,
  body: JsonObject,
): (http: HttpClient) => Promise<HttpResult> {
  return (http) => (kind === 'form' ? updateForm(http, target, body) : updateRequisition(http, target, body));
}

/** Returns the reviews of a record that were added or changed since `before`. */
function listReviewsSince(before: JsonObject, record: JsonObject): readonly unknown[] {
  const known = toList(before['reviews']);
  return toList(record['reviews']).filter(
    (found) => !known.some((other) => areSameFieldValues('review', other, found)),
  );
}

/** Lists the sent fields, and the review, that a record does not hold. */
function listUnconfirmedUpdate(
  { fields, review, before }: { fields: JsonObject; review: unknown; before: JsonObject },
  record: JsonObject,
  source: ComparedRecordSource,
): JsonObject {
  const theirs = listUnconfirmedFields(fields, record, source);
  if (review === undefined) return theirs;
  const added = listReviewsSince(before, record);
  const isTaken = added.some((found) => isReviewLike(review, found));
  return isTaken ? theirs : { ...theirs, review: added.at(-1) ?? null };
}

function toEvidence(
  { evidence, data }: StoredChange,
  fresh: JsonObject,
  toSend: JsonObject,
): SendAttemptEvidence {
  const isOnce = data['review'] !== undefined;
  const { last_updated_at: lastUpdatedAt } = fresh;
  const former = Object.fromEntries(Object.keys(toSend).map((field) => [field, fresh[field] ?? null]));
  return {
    ...evidence,
    left: { ...evidence.left, ...toSend },
    before: {
      ...former,
      last_updated_at: lastUpdatedAt,
      ...(isOnce ? { reviews: toList(fresh['reviews']) } : {}),
    },
    ...(isOnce ? {} : { mayHaveLeft: true }),
  };
}

async function send(
  context: SendContext,
  change: StoredChange,
  fresh: JsonObject,
  toSend: JsonObject,
): Promise<AttemptOutcome> {
  const { review } = change.data;
  const isOnce = review !== undefined;
  const left = await context.markSending(change, toEvidence(change, fresh, toSend));
  if (!left.ok) return { type: 'later', error: left.error };
  const reply = await context.send(createRequest(change, isOnce ? { ...toSend, review } : toSend));
  const sent = { fields: toSend, review, before: fresh };
  const listUnconfirmed: UnconfirmedFieldLister = (record, source) =>
    listUnconfirmedUpdate(sent, record, source);
  if (!reply.ok) {
    const failed = isOnce
      ? toFailedChangeOutcome(reply)
      : toFailedRepeatableChangeOutcome(reply, change.evidence);
    if (isOnce && !namesReviewer(review)) return failed;
    return concludeUnusableSuccess(context, change, reply, { listUnconfirmed, failed });
  }
  const confirmed = await confirmChangeAndCacheRecord(context, change, reply.value, listUnconfirmed);
  return toAcceptedChangeOutcome(change, confirmed, isOnce);
}

/**
 * Sends an update (service's document, sections 4.1 and 4.2): fetches the record first, sends the fields that
 * differ, and asks where another user has changed the same fields. A review or sharing asks after any change
 * of what the user decided about.
 */
export async function sendUpdate(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) return toFetchFailureOutcome(change, fresh);
  const { toSend, theirs } = mergeUpdate(change, fresh.value);
  if (Object.keys(theirs).length > 0) return { type: 'question', question: 'conflict', theirs };
  const hasReview = 'review' in change.data;
  if (Object.keys(toSend).length === 0 && !hasReview)
    return { type: 'done', ending: 'needless', answer: fresh.value };
  const isDecision = hasReview || toSend['share_with_patient'] === true;
  const changed = isDecision ? listServiceChangesSinceUserRequest(change, fresh.value) : {};
  if (Object.keys(changed).length > 0) return { type: 'question', question: 'changed', theirs: changed };
  return send(context, change, fresh.value, toSend);
}

/** Returns whether a review names its reviewer. Where it does not, a new review like it may as well be a colleague's. */
function namesReviewer(review: unknown): boolean {
  return isJsonObject(review) && Boolean(review['reviewer']);
}

/**
 * Reconciles an update with a review whose response was lost: it is done where exactly one new review
 * matches, and the sent one names its reviewer.
 */
export async function reconcileReview(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) return toFetchFailureOutcome(change, fresh);
  return change.evidence.before === undefined
    ? concludeRestoredOrImportedChange(change, fresh.value)
    : concludeReviewFromRecord(change, fresh.value);
}

/** Returns the outcome of an update with a review that was sent, by its record. */
export function concludeReviewFromRecord(
  { data, evidence }: StoredChange,
  record: JsonObject,
): AttemptOutcome {
  const { before = {}, left = {} } = evidence;
  const { review } = data;
  // Where it is unknown which reviews there were before, none shows that this one has arrived.
  if (!Object.hasOwn(before, 'reviews') || !namesReviewer(review))
    return { type: 'question', question: 'not-seen' };
  const found = listReviewsSince(before, record).filter((each) => isReviewLike(review, each));
  if (found.length !== 1) return { type: 'question', question: 'not-seen' };
  const theirs = listUnconfirmedFields(left, record, 'record');
  return Object.keys(theirs).length === 0
    ? { type: 'done', ending: 'found', answer: record }
    : { type: 'question', question: 'odd-answer', theirs };
}

/**
 * Changes that are sent without fetching their record. All others fetch it first, and accept only a response
 * with its exact id.
 */
const SENT_WITHOUT_READ: ReadonlySet<OperationName> = new Set(['notifications.update']);

/**
 * Fetches the record of a change that would be sent without a fetch, where a proxy may read another path out
 * of its id (see the assumptions: idsInPaths).
 * @returns the outcome to use instead of sending; null where a GET returned exactly that id, or the id is
 * unambiguous
 */
export async function fetchTargetIfIdAmbiguousInPath(
  context: SendContext,
  change: StoredChange,
): Promise<AttemptOutcome | null> {
  if (!SENT_WITHOUT_READ.has(change.operation) || !isIdAmbiguousInPath(change.target)) return null;
  const found = await context.fetchFresh(change);
  return found.ok ? null : toFetchFailureOutcome(change, found);
}
