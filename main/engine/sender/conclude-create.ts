import { isId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { StoredChange, SendAttemptEvidence } from '#main/engine/local/protocol.ts';
import { RECORD_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';
import { parseResourceBody, type RawResource } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import {
  findReviewsIfReviewAloneDiffers,
  listDifferencesFromCreate,
  type CreatableKind,
  type FieldDifference,
} from './compare-records.ts';
import {
  getCreatableKind,
  parsePossibleCreateResult,
  cacheAndBuildMatchCandidates,
  type PossibleCreateResult,
} from './find-similar.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';

/**
 * Returns the body to send. Sharing with the patient is always explicit, because the service's default is
 * unknown (section 2.3: no default shown).
 */
export function buildCreateRequestBody({ kind, data }: StoredChange): JsonObject {
  return kind === 'form' ? data : { share_with_patient: false, ...data };
}

/** How a create has ended. */
interface ConcludedCreate {
  readonly ending: 'sent' | 'found';
  /** The record's reviews where it lacks the review that was sent; the review then becomes a change of its own. */
  readonly otherReviews?: readonly unknown[] | undefined;
}

/**
 * Caches the record that a create has made, and returns the outcome: done, with the record's id.
 */
export async function cacheCreatedRecordAndConclude(
  context: SendContext,
  change: StoredChange,
  { id, text, value }: PossibleCreateResult,
  { ending, otherReviews }: ConcludedCreate,
): Promise<AttemptOutcome> {
  const { kind } = change;
  // A record that was found later may have changed since it was read.
  const stored = await (ending === 'found'
    ? context.storeReadInCache(kind, text)
    : context.storeInCache(kind, text));
  // The record was created: its id is stored even if the cache fails; the next refresh fetches the record.
  return stored.ok || ending === 'sent'
    ? {
        type: 'done',
        ending,
        realId: id,
        answer: value,
        ...(otherReviews === undefined ? {} : { otherReviews }),
      }
    : { type: 'uncertain', error: stored.error };
}

/** Returns the sent fields that a record does not hold as they were sent. */
function findUnconfirmed(change: StoredChange, { value }: PossibleCreateResult): readonly FieldDifference[] {
  const sent = buildCreateRequestBody(change);
  return listDifferencesFromCreate(getCreatableKind(change), sent, value).filter(({ field }) =>
    Object.hasOwn(sent, field),
  );
}

function isComplete(change: StoredChange, { value }: PossibleCreateResult): boolean {
  return Object.keys(buildCreateRequestBody(change)).every((field) =>
    Object.hasOwn(value, field === 'review' ? 'reviews' : field),
  );
}

/**
 * Returns whether a response shows another patient or type than the create: its record is never taken for
 * the result.
 */
function isForeign({ data }: StoredChange, { value }: RawResource): boolean {
  if (!isJsonObject(value)) return false;
  return ['patient', 'type'].some((field) => Object.hasOwn(value, field) && value[field] !== data[field]);
}

/**
 * Fetches the record whose id the response contains, where the response is not the whole record (202 with only an id).
 */
async function fetchCreated(
  context: SendContext,
  kind: CreatableKind,
  id: unknown,
): Promise<Result<PossibleCreateResult>> {
  if (typeof id !== 'string' || !isId(kind, id)) return err('bad-payload', { detail: 'response without id' });
  const reply = await context.send((http) => RECORD_REQUESTS_BY_KIND[kind](http, id));
  const resource = reply.ok ? parseResourceBody(reply.value.bytes) : reply;
  if (!resource.ok) return resource;
  const created = parsePossibleCreateResult(kind, resource.value);
  return created?.id === id ? ok(created) : err('bad-payload', { detail: 'the response is another record' });
}

/**
 * Returns the ids of records that the create cannot have made: they existed before, or the user has rejected
 * them.
 */
export function listIdsExcludedAsCreateResult({
  knownAtSave = [],
  listedBeforeSend = [],
  known = [],
}: SendAttemptEvidence): ReadonlySet<string> {
  return new Set([...knownAtSave, ...listedBeforeSend, ...known]);
}

function askAboutAnswer(
  change: StoredChange | null,
  candidates: Extract<AttemptOutcome, { type: 'question' }>['candidates'] = [],
): AttemptOutcome {
  const detail =
    change === null
      ? 'the answer is another record than was asked for'
      : 'the record differs from what was sent';
  return { type: 'question', question: 'odd-answer', error: err('needs-you', { detail }).error, candidates };
}

/** Returns whether a record was there before a create was sent, or was made by another create of this computer. */
async function wasThereBefore(
  context: SendContext,
  { evidence }: StoredChange,
  id: string,
): Promise<Result<boolean>> {
  if (listIdsExcludedAsCreateResult(evidence).has(id)) return ok(true);
  const own = await context.filterOwnCreations([id]);
  return own.ok ? ok(own.value.length > 0) : own;
}

/**
 * Returns the question about a response with a record that was there before: the service has made no new one,
 * and the user may have wanted another. Null where the record is new.
 */
async function askAboutEarlier(
  context: SendContext,
  change: StoredChange,
  id: unknown,
): Promise<AttemptOutcome | null> {
  if (typeof id !== 'string') return null;
  const isEarlier = await wasThereBefore(context, change, id);
  if (!isEarlier.ok) return { type: 'uncertain', error: isEarlier.error };
  if (!isEarlier.value) return null;
  const kind = getCreatableKind(change);
  const earlier = await fetchCreated(context, kind, id);
  if (!earlier.ok) return askAboutAnswer(null);
  const differences = listDifferencesFromCreate(kind, change.data, earlier.value.value);
  return askAboutAnswer(
    null,
    await cacheAndBuildMatchCandidates(context, kind, [{ ...earlier.value, differences }]),
  );
}

/**
 * Returns the outcome of a create by its response: the record is adopted only once it shows every field as it
 * was sent, and only if it is a new one.
 */
export async function concludeCreateFromResponse(
  context: SendContext,
  change: StoredChange,
  bytes: Uint8Array,
): Promise<AttemptOutcome> {
  const kind = getCreatableKind(change);
  const resource = parseResourceBody(bytes);
  if (!resource.ok) return { type: 'uncertain', error: resource.error };
  if (kind === 'requisition' && isForeign(change, resource.value)) return askAboutAnswer(null);
  const { value } = resource.value;
  const id = isJsonObject(value) ? value['id'] : null;
  const question = await askAboutEarlier(context, change, id);
  if (question !== null) return question;
  const shown = parsePossibleCreateResult(kind, resource.value);
  const isConfirmed =
    shown !== null && isComplete(change, shown) && findUnconfirmed(change, shown).length === 0;
  if (isConfirmed) return cacheCreatedRecordAndConclude(context, change, shown, { ending: 'sent' });
  const concluded = await concludeNamed(context, change, id, 'sent');
  if (concluded.ok) return concluded.value;
  const { error } = concluded;
  if (typeof id !== 'string' || !isId(kind, id)) return { type: 'uncertain', error };
  return { type: 'uncertain', error, evidence: { ...change.evidence, answeredId: id } };
}

/**
 * Returns the outcome of a create whose id is known. The order exists also where the record lacks its review. Errors are
 * those of fetching the record.
 */
async function concludeNamed(
  context: SendContext,
  change: StoredChange,
  id: unknown,
  ending: 'sent' | 'found',
): Promise<Result<AttemptOutcome>> {
  const kind = getCreatableKind(change);
  const fetched = await fetchCreated(context, kind, id);
  if (!fetched.ok) return fetched;
  const differences = findUnconfirmed(change, fetched.value);
  const otherReviews = findReviewsIfReviewAloneDiffers(differences);
  if (differences.length === 0 || otherReviews !== undefined)
    return ok(await cacheCreatedRecordAndConclude(context, change, fetched.value, { ending, otherReviews }));
  const candidates = await cacheAndBuildMatchCandidates(context, kind, [{ ...fetched.value, differences }]);
  return ok(askAboutAnswer(change, candidates));
}

/**
 * Returns the outcome of a create whose id was in an earlier response; null where none was, or the record
 * cannot be fetched now.
 */
export async function concludeCreateFromEarlierResponse(
  context: SendContext,
  change: StoredChange,
): Promise<AttemptOutcome | null> {
  const { answeredId, known = [] } = change.evidence;
  if (answeredId === undefined || known.includes(answeredId)) return null;
  const concluded = await concludeNamed(context, change, answeredId, 'found');
  return concluded.ok ? concluded.value : null;
}
