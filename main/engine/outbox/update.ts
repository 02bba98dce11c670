import type { Result } from '#contract/result.ts';
import type { StoredOperation, Evidence } from '#main/engine/desk/protocol.ts';
import { updateForm } from '#main/engine/service/forms.ts';
import type { Http, HttpResult } from '#main/engine/service/http.ts';
import { updateRequisition } from '#main/engine/service/requisitions.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import { compare } from './compare.ts';
import { confirmAnswer, listUnconfirmedFields, outcomeOfConfirmed, type Source } from './confirm-answer.ts';
import { concludeRewound, listChangesSince } from './decision-check.ts';
import type { SendContext } from './ground.ts';
import { outcomeOfFailure, toQuestionOutcome, outcomeOfRepeatable, type Outcome } from './outcome.ts';
import { isSameValue } from './compare-records.ts';

/** What a failed look at the record before an update means. */
export function toReconcileOutcome(reconcile: Extract<Result<unknown>, { ok: false }>): Outcome {
  return reconcile.error.code === 'not-found'
    ? { is: 'question', question: 'gone', error: reconcile.error }
    : toQuestionOutcome(reconcile);
}

function post({ kind, target }: StoredOperation, body: JsonObject): (http: Http) => Promise<HttpResult> {
  return (http) => (kind === 'form' ? updateForm(http, target, body) : updateRequisition(http, target, body));
}

function getReviews(record: JsonObject): readonly unknown[] {
  const { reviews } = record;
  return Array.isArray(reviews) ? reviews : [];
}

/** Times that the service may give a review by its own clock: any will do. */
const STAMPED: ReadonlySet<string> = new Set(['requested_at', 'reviewed_at']);

function isReviewLike(sent: unknown, found: unknown): boolean {
  if (!isJsonObject(sent) || !isJsonObject(found)) return false;
  return Object.entries(sent).every(([field, value]) =>
    STAMPED.has(field) ? Boolean(found[field]) : isSameValue(field, found[field], value),
  );
}

/** The reviews that were added or changed since. */
function reviewsSince(before: JsonObject, record: JsonObject): readonly unknown[] {
  const known = getReviews(before);
  return getReviews(record).filter((found) => !known.some((other) => isSameValue('review', other, found)));
}

/** Lists what a record does not hold of the fields and the review that were sent. */
function listUnconfirmedUpdate(
  { fields, review, before }: { fields: JsonObject; review: unknown; before: JsonObject },
  record: JsonObject,
  source: Source,
): JsonObject {
  const theirs = listUnconfirmedFields(fields, record, source);
  if (review === undefined) return theirs;
  const added = reviewsSince(before, record);
  const isTaken = added.some((found) => isReviewLike(review, found));
  return isTaken ? theirs : { ...theirs, review: added.at(-1) ?? null };
}

function toEvidence({ evidence, data }: StoredOperation, fresh: JsonObject, toSend: JsonObject): Evidence {
  const isOnce = data['review'] !== undefined;
  const { last_updated_at: lastUpdatedAt } = fresh;
  return {
    ...evidence,
    left: { ...evidence.left, ...toSend },
    before: { last_updated_at: lastUpdatedAt, ...(isOnce ? { reviews: getReviews(fresh) } : {}) },
    ...(isOnce ? {} : { mayHaveLeft: true }),
  };
}

async function send(
  context: SendContext,
  operation: StoredOperation,
  fresh: JsonObject,
  toSend: JsonObject,
): Promise<Outcome> {
  const { review } = operation.data;
  const isOnce = review !== undefined;
  const left = await context.leaving(operation, toEvidence(operation, fresh, toSend));
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await context.ask(post(operation, isOnce ? { ...toSend, review } : toSend));
  if (!reply.ok) return isOnce ? outcomeOfFailure(reply) : outcomeOfRepeatable(reply, operation.evidence);
  const sent = { fields: toSend, review, before: fresh };
  const confirmed = await confirmAnswer(context, operation, reply.value, (record, source) =>
    listUnconfirmedUpdate(sent, record, source),
  );
  return outcomeOfConfirmed(operation, confirmed, isOnce);
}

/**
 * Sends an update (service's document, sections 4.1 and 4.2): fetches the record first, sends the fields that it does not have yet,
 * and asks where somebody else has changed the same ones, or, of a review and of sharing, anything that the user decided about.
 */
export async function sendUpdate(context: SendContext, operation: StoredOperation): Promise<Outcome> {
  const fresh = await context.fresh(operation);
  if (!fresh.ok) return toReconcileOutcome(fresh);
  const { toSend, theirs } = compare(operation, fresh.value);
  if (Object.keys(theirs).length > 0) return { is: 'question', question: 'conflict', theirs };
  const hasReview = 'review' in operation.data;
  if (Object.keys(toSend).length === 0 && !hasReview)
    return { is: 'done', how: 'needless', answer: fresh.value };
  const isDecision = hasReview || toSend['share_with_patient'] === true;
  const changed = isDecision ? listChangesSince(operation, fresh.value) : {};
  if (Object.keys(changed).length > 0) return { is: 'question', question: 'changed', theirs: changed };
  return send(context, operation, fresh.value, toSend);
}

/** Looks whether an update with a review, whose answer was lost, was done: exactly one new review that is like it. */
export async function reconcileReview(context: SendContext, operation: StoredOperation): Promise<Outcome> {
  const fresh = await context.fresh(operation);
  if (!fresh.ok) return toReconcileOutcome(fresh);
  const { before, left = {} } = operation.evidence;
  if (before === undefined) return concludeRewound(operation, fresh.value);
  const found = reviewsSince(before, fresh.value).filter((each) =>
    isReviewLike(operation.data['review'], each),
  );
  if (found.length !== 1) return { is: 'question', question: 'not-seen' };
  const theirs = listUnconfirmedFields(left, fresh.value, 'record');
  return Object.keys(theirs).length === 0
    ? { is: 'done', how: 'found', answer: fresh.value }
    : { is: 'question', question: 'odd-answer', theirs };
}
