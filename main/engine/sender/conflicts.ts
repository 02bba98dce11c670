import { toList, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { withOtherUserSets } from '#main/engine/api/parse/user-sets.ts';
import { wasDecisionSavedWithRecord, listFieldsDecidedByChange } from '#main/engine/local/decision-base.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { areSameFieldValues } from './compare-records.ts';
import type { AttemptOutcome } from './outcome.ts';

/** What of an update is still to be sent, and what conflicts, once the current record is known. */
export interface UpdateMergeResult {
  /** Fields that differ at the service and that no other user has changed. */
  readonly toSend: JsonObject;
  /** The service's values of fields that another user has changed since the edit began. */
  readonly theirs: JsonObject;
}

type Verdict = 'send' | 'needless' | 'conflict';

function judgeField(
  field: string,
  { data, base, evidence }: Pick<StoredChange, 'data' | 'base' | 'evidence'>,
  fresh: JsonObject,
): Verdict {
  const current = fresh[field];
  if (areSameFieldValues(field, current, data[field])) return 'needless';
  // Where the record was not known when the edit was saved, its value before an earlier attempt is the base. A
  // field without either cannot be detected as changed.
  const { before = {} } = evidence;
  const known = Object.hasOwn(base, field) ? base : before;
  if (!Object.hasOwn(known, field) || areSameFieldValues(field, current, known[field])) return 'send';
  const { left = {} } = evidence;
  return Object.hasOwn(left, field) && areSameFieldValues(field, current, left[field]) ? 'send' : 'conflict';
}

/**
 * Compares three versions of the fields of an update (three-way merge): when the edit began, as edited, and
 * at the service now. Changes of different fields are merged; changes of the same field need the user.
 * `review` is not a field of a record.
 */
export function mergeUpdate(change: StoredChange, fresh: JsonObject): UpdateMergeResult {
  const { base, evidence } = change;
  const data = withOtherUserSets(change.data, fresh);
  const verdicts = Object.keys(data)
    .filter((field) => field !== 'review')
    .map((field) => ({ field, verdict: judgeField(field, { data, base, evidence }, fresh) }));
  const pick = (wanted: Verdict, source: JsonObject): JsonObject =>
    Object.fromEntries(
      verdicts.filter(({ verdict }) => verdict === wanted).map(({ field }) => [field, source[field] ?? null]),
    );
  return { toSend: pick('send', data), theirs: pick('conflict', fresh) };
}

/** Returns the completion requests of the first list that the second one lacks. */
function listAdditionalRequests(requests: unknown, known: unknown): readonly unknown[] {
  const isKnown = (request: unknown): boolean =>
    toList(known).some((other) => areSameFieldValues('request_completion_from', [request], [other]));
  return toList(requests).filter((request) => !isKnown(request));
}

/**
 * A patient who completes the form leaves the list (section 2.2, rule 2): that does not affect the decision.
 */
function hasChanged(field: string, base: JsonObject, fresh: JsonObject): boolean {
  if (field === 'request_completion_from')
    return listAdditionalRequests(fresh[field], base[field]).length > 0;
  return !areSameFieldValues(field, base[field], fresh[field]);
}

/**
 * Returns whether the new `last_updated_at` has a known cause: a completed request, or an earlier attempt at
 * this change.
 */
function isMoveExplained({ base, evidence, data }: StoredChange, fresh: JsonObject): boolean {
  const completed = listAdditionalRequests(base['request_completion_from'], fresh['request_completion_from']);
  const isOwn = Object.entries(evidence.left ?? {}).some(
    ([field, value]) => Object.hasOwn(data, field) && areSameFieldValues(field, value, fresh[field]),
  );
  return completed.length > 0 || isOwn;
}

/**
 * Lists the changes at the service since the user decided to delete, publish, review or share a record, with
 * the service's current values. A new time of the last update counts as a change where it has no known cause:
 * a form's draft is not among its fields.
 */
export function listServiceChangesSinceUserRequest(change: StoredChange, fresh: JsonObject): JsonObject {
  const { base, data } = change;
  const watched = listFieldsDecidedByChange(change.operation, data).filter(
    (field) => Object.hasOwn(base, field) && !Object.hasOwn(data, field),
  );
  const changed = watched.filter((field) => hasChanged(field, base, fresh));
  const isMoveAlone = changed.every((field) => field === 'last_updated_at');
  if (isMoveAlone && isMoveExplained(change, fresh)) return {};
  return Object.fromEntries(changed.map((field) => [field, fresh[field] ?? null]));
}

/**
 * Lists all differences between the service's record and the one at the time when a publish or a review was
 * saved. A completed request is no explanation here: the same change of `last_updated_at` may hide the change
 * itself. A field that was absent then counts as empty.
 */
function listDifferencesFromSaved({ operation, base, data }: StoredChange, fresh: JsonObject): JsonObject {
  const sent = Object.keys(data).filter((field) => field !== 'review' && Object.hasOwn(base, field));
  const fields = new Set([...listFieldsDecidedByChange(operation, data), ...sent]);
  const differing = [...fields].filter(
    (field) => !areSameFieldValues(field, base[field] ?? null, fresh[field] ?? null),
  );
  return Object.fromEntries(differing.map((field) => [field, fresh[field] ?? null]));
}

/**
 * Returns the record's time of the last update, with which the decision is compared once the user
 * was asked.
 */
function pickState({ last_updated_at: lastUpdatedAt = null }: JsonObject): JsonObject {
  return { last_updated_at: lastUpdatedAt };
}

/** Returns whether the record shows that no review was sent: it has none. */
function hasNoReview({ data }: StoredChange, fresh: JsonObject): boolean {
  return 'review' in data && toList(fresh['reviews']).length === 0;
}

/**
 * Returns the outcome of a publish or a review without a known attempt, after a backup of the local store may
 * have been restored. Where the service's record has not changed since the change was saved, it was not sent
 * before and is sent; else the user is asked. A change that was saved without the record cannot be compared. An
 * imported one is never sent automatically: the computer that exported it may be about to send it.
 */
export function concludeRestoredOrImportedChange(change: StoredChange, fresh: JsonObject): AttemptOutcome {
  const { rewound, ...evidence } = change.evidence;
  const isImported = evidence.imported === true;
  if (rewound === undefined && !isImported) return { type: 'question', question: 'not-seen' };
  const isFounded = wasDecisionSavedWithRecord(change);
  const theirs = isFounded ? listDifferencesFromSaved(change, fresh) : pickState(fresh);
  const isUnsent = isFounded ? Object.keys(theirs).length === 0 : hasNoReview(change, fresh);
  return isUnsent && !isImported
    ? { type: 'unsent', evidence }
    : { type: 'question', question: 'may-be-sent', theirs };
}
