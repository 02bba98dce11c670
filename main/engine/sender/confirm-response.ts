import type { Kind } from '#contract/records.ts';
import { ENTRY_LISTS, REQUISITION_FIELDS } from '#contract/requisition-fields.ts';
import { ok, type AppError, type Err, type ErrorCode, type Result } from '#contract/result.ts';
import { DECIDED_FORM_FIELDS } from '#main/engine/local/decision-base.ts';
import { addAskedPatientsToEvidence } from '#main/engine/local/outbox/asked-patients.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import type { HttpResponse } from '#main/engine/api/http.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { compareSentFieldWithResponse, areSameFieldValues } from './compare-records.ts';
import type { RecordJsonTextAndValue, SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';

/**
 * A success status says only that the service has responded. A change is done when the record holds what was
 * sent: where the response does not show that, the record is fetched, and its differences are shown to the
 * user with both values.
 */

/**
 * The documented fields (sections 2.2 to 2.4). A response without one of them is not the record and is not
 * cached.
 */
const DOCUMENTED: Readonly<Record<Kind, readonly string[]>> = {
  form: ['object', ...DECIDED_FORM_FIELDS, 'created_by', 'created_at'],
  requisition: ['object', ...REQUISITION_FIELDS.map(({ wire }) => wire)],
  notification: ['object', 'user', 'title', 'text', 'read', 'buttons', 'props', 'created_by', 'created_at'],
};

/** Returns whether a response is a whole record and not a part of one. */
export function hasAllDocumentedFields(kind: Kind, record: JsonObject): boolean {
  return DOCUMENTED[kind].every((field) => Object.hasOwn(record, field));
}

/**
 * What was compared: the response to a change, in which a missing field says nothing, or the record as it was
 * fetched afterwards.
 */
export type ComparedRecordSource = 'answer' | 'record';

/** Lists the fields that differ from what was sent, with their values; empty where none does. */
export type UnconfirmedFieldLister = (record: JsonObject, source: ComparedRecordSource) => JsonObject;

/** Ids of entries are the service's to give, so that another one is no difference in what was ordered. */
function withoutEntryIds(field: string, sent: unknown): unknown {
  if (!ENTRY_LISTS.has(field) || !Array.isArray(sent)) return sent;
  return sent.map((entry: unknown) => {
    if (!isJsonObject(entry)) return entry;
    const { id: _id, ...rest } = entry;
    return rest;
  });
}

/** Lists the sent fields that a record does not hold. */
export function listUnconfirmedFields(
  sent: JsonObject,
  record: JsonObject,
  source: ComparedRecordSource,
): JsonObject {
  const isConfirmed = (field: string): boolean => {
    const mine = withoutEntryIds(field, sent[field]);
    return source === 'answer'
      ? compareSentFieldWithResponse(field, mine, record) === 'confirmed'
      : areSameFieldValues(field, mine, record[field]);
  };
  return Object.fromEntries(
    Object.keys(sent)
      .filter((field) => !isConfirmed(field))
      .map((field) => [field, record[field] ?? null]),
  );
}

/** The record after a change, as the service has it, and how it differs from what was sent. */
export interface RecordAfterWriteAndDifferences {
  readonly record: JsonObject;
  /** Fields that differ from what was sent; empty where the change is confirmed. */
  readonly theirs: JsonObject;
}

/**
 * Confirms a change: by its response where that is the whole record with everything that was sent, else by
 * fetching the record, once more after a moment where it does not show the change. The record is cached before this returns.
 * Errors are those of the first fetch.
 */
export async function confirmChangeAndCacheRecord(
  context: SendContext,
  change: Pick<StoredChange, 'kind' | 'target'>,
  answer: HttpResponse,
  listUnconfirmed: UnconfirmedFieldLister,
): Promise<Result<RecordAfterWriteAndDifferences>> {
  const { kind, target } = change;
  const read = context.readResponse(target, answer);
  if (read.ok && hasAllDocumentedFields(kind, read.value.value)) {
    const { text, value } = read.value;
    const isConfirmed = Object.keys(listUnconfirmed(value, 'answer')).length === 0;
    const stored = isConfirmed ? await context.storeInCache(kind, text) : null;
    if (stored !== null) return stored.ok ? ok({ record: value, theirs: {} }) : stored;
  }
  return fetchAndCompare(context, change, listUnconfirmed);
}

/**
 * Fetches the record after a change, once more after a moment where it does not show the change, and compares it with what was
 * sent. Where it shows the change, it is cached as its result. Errors are those of the first fetch.
 */
async function fetchAndCompare(
  context: SendContext,
  change: Pick<StoredChange, 'kind' | 'target'>,
  listUnconfirmed: UnconfirmedFieldLister,
): Promise<Result<RecordAfterWriteAndDifferences>> {
  const { kind } = change;
  const compare = async ({
    text,
    value,
  }: RecordJsonTextAndValue): Promise<RecordAfterWriteAndDifferences> => {
    const theirs = listUnconfirmed(value, 'record');
    if (Object.keys(theirs).length === 0) await context.storeInCache(kind, text);
    return { record: value, theirs };
  };
  const fresh = await context.fetchFreshText(change);
  if (!fresh.ok) return fresh;
  const first = await compare(fresh.value);
  // There may be thousands of read flags, so they do not wait.
  if (kind === 'notification' || Object.keys(first.theirs).length === 0) return ok(first);
  const later = await context.fetchFreshTextLater(change);
  return ok(later.ok ? await compare(later.value) : first);
}

/** Errors of a success whose body cannot be used: whether the service has done the change is not known. */
const UNUSABLE_BODY: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'too-large']);

/** Returns whether a change was answered with a success whose body cannot be used, such as 204. */
export function isUnusableSuccess({ code }: AppError): boolean {
  return UNUSABLE_BODY.has(code);
}

/**
 * Returns the outcome of a change that was answered with a success without a usable body, by the record itself (see the assumptions:
 * confirmedWrites). Returns `failed`, the outcome of the failed attempt, after any other error, and where the record does not
 * show the change.
 */
export async function concludeUnusableSuccess(
  context: SendContext,
  change: Pick<StoredChange, 'kind' | 'target'>,
  { error }: Err,
  {
    listUnconfirmed,
    failed,
  }: {
    readonly listUnconfirmed: UnconfirmedFieldLister;
    readonly failed: AttemptOutcome;
  },
): Promise<AttemptOutcome> {
  if (!isUnusableSuccess(error)) return failed;
  const confirmed = await fetchAndCompare(context, change, listUnconfirmed);
  if (!confirmed.ok || Object.keys(confirmed.value.theirs).length > 0) return failed;
  context.recordDoneDespiteAnswer();
  return { type: 'done', ending: 'sent', answer: confirmed.value.record };
}

/**
 * Returns the outcome of a change that the service has accepted.
 * @param isOnceOnly whether the program must not send it again: then it stays uncertain until the record was
 * read
 */
export function toAcceptedChangeOutcome(
  change: StoredChange,
  confirmed: Result<RecordAfterWriteAndDifferences>,
  isOnceOnly: boolean,
): AttemptOutcome {
  if (!confirmed.ok) return { type: isOnceOnly ? 'uncertain' : 'later', error: confirmed.error };
  const { record, theirs } = confirmed.value;
  if (Object.keys(theirs).length === 0) return { type: 'done', ending: 'sent', answer: record };
  // A later reconcile needs the state before the change. A change that is safe to repeat is not reconciled; the patients whom it has
  // asked may complete the form before the user sends it again.
  const evidence = isOnceOnly ? {} : { evidence: addAskedPatientsToEvidence(change) };
  return { type: 'question', question: 'odd-answer', theirs, ...evidence };
}
