import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { isDecisionFounded, listDecisionFields } from '#main/engine/local/decision-base.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';
import { isSameValue } from './compare-records.ts';
import type { Outcome } from './outcome.ts';

/** What is left to send of an update once the record as it is now is known. */
export interface Comparison {
  /** Fields that the service has otherwise and nobody else changed. */
  readonly toSend: JsonObject;
  /** The service's values of fields that somebody else changed since the edit began. */
  readonly theirs: JsonObject;
}

type Verdict = 'send' | 'needless' | 'conflict';

function verdictOn(field: string, { data, base, evidence }: StoredOperation, fresh: JsonObject): Verdict {
  const current = fresh[field];
  if (isSameValue(field, current, data[field])) return 'needless';
  // A field whose value at the beginning nobody knew cannot be said to have changed.
  if (!Object.hasOwn(base, field) || isSameValue(field, current, base[field])) return 'send';
  const { left = {} } = evidence;
  return Object.hasOwn(left, field) && isSameValue(field, current, left[field]) ? 'send' : 'conflict';
}

/**
 * Lays three versions of the fields of an update side by side: as they were when the edit began, as they are to become, and as the
 * service has them now. Different fields merge; the same field needs a person. `review` is no field of a record.
 */
export function compare(operation: StoredOperation, fresh: JsonObject): Comparison {
  const verdicts = Object.keys(operation.data)
    .filter((field) => field !== 'review')
    .map((field) => ({ field, verdict: verdictOn(field, operation, fresh) }));
  const pick = (wanted: Verdict, source: JsonObject): JsonObject =>
    Object.fromEntries(
      verdicts.filter(({ verdict }) => verdict === wanted).map(({ field }) => [field, source[field] ?? null]),
    );
  return { toSend: pick('send', operation.data), theirs: pick('conflict', fresh) };
}

const LISTS: ReadonlySet<string> = new Set(['comments', 'status_history']);

function isSame(field: string, left: unknown, right: unknown): boolean {
  // Missing, null and empty are one for lists.
  return LISTS.has(field) ? isSameValue(field, left ?? [], right ?? []) : isSameValue(field, left, right);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The requests in one list that another one lacks. */
function requestsBeyond(requests: unknown, known: unknown): readonly unknown[] {
  const isKnown = (request: unknown): boolean =>
    toList(known).some((other) => isSameValue('request_completion_from', [request], [other]));
  return toList(requests).filter((request) => !isKnown(request));
}

/** A patient who completes the form leaves the list (section 2.2, rule 2): that is no change of what was decided about. */
function hasChanged(field: string, base: JsonObject, fresh: JsonObject): boolean {
  if (field === 'request_completion_from') return requestsBeyond(fresh[field], base[field]).length > 0;
  return !isSame(field, base[field], fresh[field]);
}

/** Whether the program knows why `last_updated_at` has moved: a completed request, or an earlier attempt at this very write. */
function isMoveExplained({ base, evidence, data }: StoredOperation, fresh: JsonObject): boolean {
  const completed = requestsBeyond(base['request_completion_from'], fresh['request_completion_from']);
  const isOwn = Object.entries(evidence.left ?? {}).some(
    ([field, value]) => Object.hasOwn(data, field) && isSameValue(field, value, fresh[field]),
  );
  return completed.length > 0 || isOwn;
}

/**
 * Lists what has changed at the service since the user decided to delete, publish, review or share a record, with the values that the
 * service has now. A time of the last update that has moved counts by itself where nothing else tells why: a draft is no field of a form.
 */
export function listChangesSince(operation: StoredOperation, fresh: JsonObject): JsonObject {
  const { base, data } = operation;
  const watched = listDecisionFields(operation.operation, data).filter(
    (field) => Object.hasOwn(base, field) && !Object.hasOwn(data, field),
  );
  const changed = watched.filter((field) => hasChanged(field, base, fresh));
  const isMoveAlone = changed.every((field) => field === 'last_updated_at');
  if (isMoveAlone && isMoveExplained(operation, fresh)) return {};
  return Object.fromEntries(changed.map((field) => [field, fresh[field] ?? null]));
}

/**
 * Lists everything in which the service's record is not as it was when a publish or a review was saved. A completed request is no
 * excuse here: the same move of `last_updated_at` may hide what was sent. A record that was known without a field had nothing in it.
 */
function listDifferencesFromSaved({ operation, base, data }: StoredOperation, fresh: JsonObject): JsonObject {
  const sent = Object.keys(data).filter((field) => field !== 'review' && Object.hasOwn(base, field));
  const fields = new Set([...listDecisionFields(operation, data), ...sent]);
  const differing = [...fields].filter((field) => !isSame(field, base[field] ?? null, fresh[field] ?? null));
  return Object.fromEntries(differing.map((field) => [field, fresh[field] ?? null]));
}

/** Which state of the record the user answers about: the answer rests on that from then on. */
function pickState({ last_updated_at: lastUpdatedAt = null }: JsonObject): JsonObject {
  return { last_updated_at: lastUpdatedAt };
}

/** Whether the record shows that no review can have been sent: it has none. */
function hasNoReview({ data }: StoredOperation, fresh: JsonObject): boolean {
  return 'review' in data && toList(fresh['reviews']).length === 0;
}

/**
 * Returns what to do with a publish or a review of which this file tells no attempt, though an older copy of it may have been put back.
 * Where the service's record is as it was when the write was saved, it has not been done and is sent; else the user is asked. Saved
 * without the record it can be compared with nothing.
 */
export function concludeRewound(operation: StoredOperation, fresh: JsonObject): Outcome {
  const { rewound, ...evidence } = operation.evidence;
  if (rewound === undefined) return { is: 'question', question: 'not-seen' };
  const isFounded = isDecisionFounded(operation);
  const theirs = isFounded ? listDifferencesFromSaved(operation, fresh) : pickState(fresh);
  const isUnsent = isFounded ? Object.keys(theirs).length === 0 : hasNoReview(operation, fresh);
  return isUnsent ? { is: 'unsent', evidence } : { is: 'question', question: 'may-be-sent', theirs };
}
