import { ok, type Result } from '#contract/result.ts';
import type { StoredChange, SendAttemptEvidence } from '#main/engine/local/protocol.ts';
import { createForm, type NewFormBody } from '#main/engine/api/forms.ts';
import type { HttpClient, HttpResult } from '#main/engine/api/http.ts';
import { createRequisition, type NewRequisitionBody } from '#main/engine/api/requisitions.ts';
import { findReviewsIfReviewAloneDiffers } from './compare-records.ts';
import {
  cacheCreatedRecordAndConclude,
  concludeCreateFromResponse,
  concludeCreateFromEarlierResponse,
  buildCreateRequestBody,
  listIdsExcludedAsCreateResult,
} from './conclude-create.ts';
import {
  getCreatableKind,
  findSimilarRecords,
  cacheAndBuildMatchCandidates,
  type SimilarRecordComparedWithCreate,
  type SimilarRecordSearchResult,
} from './find-similar.ts';
import type { SendContext } from './context.ts';
import { isListUnreadable, toUnreadableListOutcome } from './list-failure.ts';
import { toFailedChangeOutcome, type AttemptOutcome } from './outcome.ts';

function createRequest(change: StoredChange): (http: HttpClient) => Promise<HttpResult> {
  const body = buildCreateRequestBody(change) as unknown; // The data was validated when the change was saved.
  return (http) =>
    change.kind === 'form'
      ? createForm(http, body as NewFormBody)
      : createRequisition(http, body as NewRequisitionBody);
}

async function askUserToConfirm(
  context: SendContext,
  change: StoredChange,
  question: Extract<AttemptOutcome, { type: 'question' }>['question'],
  records: readonly SimilarRecordComparedWithCreate[],
): Promise<AttemptOutcome> {
  const candidates = await cacheAndBuildMatchCandidates(context, getCreatableKind(change), records);
  return { type: 'question', question, candidates };
}

const mayBeOurs = ({ creator }: SimilarRecordComparedWithCreate): boolean => creator !== 'another';

/** Returns whether a record is as a create made it on a service that adds no review then (assumptions: reviewOnCreate). */
function lacksReviewAlone({ differences }: SimilarRecordComparedWithCreate): boolean {
  return findReviewsIfReviewAloneDiffers(differences)?.length === 0;
}

/**
 * Returns the outcome of a reconcile of a create: one record to adopt, a question, or null where no record of
 * this user is found.
 */
async function concludeReconcile(
  context: SendContext,
  change: StoredChange,
  { records }: SimilarRecordSearchResult,
): Promise<AttemptOutcome | null> {
  const known = listIdsExcludedAsCreateResult(change.evidence);
  const candidates = records.filter((record) => !known.has(record.id) && mayBeOurs(record));
  const whole = candidates.filter(({ differences }) => differences.length === 0);
  const same = whole.length > 0 ? whole : candidates.filter(lacksReviewAlone);
  const [only] = same;
  if (only?.creator === 'user' && same.length === 1)
    return cacheCreatedRecordAndConclude(context, change, only, {
      ending: 'found',
      ...(whole.length > 0 ? {} : { otherReviews: [] }),
    });
  return candidates.length === 0 ? null : askUserToConfirm(context, change, 'several-found', candidates);
}

const NOTHING_LISTED: SimilarRecordSearchResult = { records: [], isCertain: false };

/**
 * Returns the similar records right before a create is sent; none where the service does not return the list
 * and the user wants it sent all the same.
 */
async function findSimilarNow(
  context: SendContext,
  change: StoredChange,
): Promise<Result<SimilarRecordSearchResult>> {
  const similar = await findSimilarRecords(context, change);
  if (similar.ok || change.evidence.sendsUnlisted !== true) return similar;
  return (await isListUnreadable(context, change, similar)) ? ok(NOTHING_LISTED) : similar;
}

/** Returns the outcome that prevents a create from being sent now; null where nothing does. */
async function findBlockingOutcome(
  context: SendContext,
  change: StoredChange,
  similar: SimilarRecordSearchResult,
): Promise<AttemptOutcome | null> {
  const { evidence } = change;
  const known = listIdsExcludedAsCreateResult({ ...evidence, listedBeforeSend: [] });
  const isUnclear = !similar.isCertain && evidence.sendsUnlisted !== true;
  if (isUnclear)
    return askUserToConfirm(
      context,
      change,
      'not-listed',
      similar.records.filter(({ id }) => !known.has(id)),
    );
  if (evidence.mayHaveLeft === true) return concludeReconcile(context, change, similar);
  const rivals = similar.records.filter((record) => !known.has(record.id) && mayBeOurs(record));
  return rivals.length === 0 ? null : askUserToConfirm(context, change, 'already-there', rivals);
}

/**
 * Sends a create, once (service's document, sections 4.1 and 4.2), after a check right before: where the
 * service has a similar record of this user that was unknown when the create was saved, or where the end of
 * its list is not certain, nothing is sent and the user is asked.
 */
export async function sendCreate(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const named = await concludeCreateFromEarlierResponse(context, change);
  if (named !== null) return named;
  const similar = await findSimilarNow(context, change);
  if (!similar.ok) return toUnreadableListOutcome(context, change, similar);
  const obstacle = await findBlockingOutcome(context, change, similar.value);
  if (obstacle !== null) return obstacle;
  const { evidence } = change;
  const listed =
    evidence.mayHaveLeft === true ? evidence.listedBeforeSend : similar.value.records.map(({ id }) => id);
  const before: SendAttemptEvidence = { ...evidence, listedBeforeSend: listed ?? [] };
  // The user's permission to send without a list is valid for one attempt.
  const { sendsUnlisted: _sendsUnlisted, ...stored } = before;
  const noted: SendAttemptEvidence = { ...stored, mayHaveLeft: true };
  const left = await context.markSending(change, noted);
  if (!left.ok) return { type: 'later', error: left.error };
  const reply = await context.send(createRequest(change));
  if (reply.ok) return concludeCreateFromResponse(context, { ...change, evidence: noted }, reply.value.bytes);
  const outcome = toFailedChangeOutcome(reply);
  // This attempt certainly created nothing, so the next one begins with a fresh list.
  const isUndone = outcome.type === 'later' || outcome.type === 'rejected';
  return isUndone ? { ...outcome, evidence: before } : outcome;
}

/**
 * Reconciles a create whose response was lost: looks for the record that the service named, else for a
 * similar one that was in neither list. A single *same* record of this user is adopted, also where it lacks the review
 * alone; an unknown user, several records or differences are a question. Nothing is sent from here. A create that was never sent may
 * be sent once the list can be read.
 */
export async function reconcileCreate(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const named = await concludeCreateFromEarlierResponse(context, change);
  if (named !== null) return named;
  const similar = await findSimilarRecords(context, change);
  if (!similar.ok) return toUnreadableListOutcome(context, change, similar);
  const known = listIdsExcludedAsCreateResult(change.evidence);
  const unknown = similar.value.records.filter(({ id }) => !known.has(id));
  if (!similar.value.isCertain) return askUserToConfirm(context, change, 'not-listed', unknown);
  if (change.evidence.mayHaveLeft !== true) return { type: 'unsent', evidence: change.evidence };
  const found = await concludeReconcile(context, change, similar.value);
  return found ?? askUserToConfirm(context, change, 'none-found', unknown);
}
