import { err } from '#contract/result.ts';
import type { StoredChange, SendAttemptEvidence } from '#main/engine/local/protocol.ts';
import { findRequestedPatient } from '#main/engine/local/data/observed-forms.ts';
import { updateForm } from '#main/engine/api/forms.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import {
  concludeUnusableSuccess,
  confirmChangeAndCacheRecord,
  toAcceptedChangeOutcome,
  type ComparedRecordSource,
  type UnconfirmedFieldLister,
} from './confirm-response.ts';
import type { SendContext } from './context.ts';
import { toFailedRepeatableChangeOutcome, type AttemptOutcome } from './outcome.ts';
import { toFetchFailureOutcome } from './send-update.ts';

const FIELD = 'request_completion_from';

interface CompletionChange {
  readonly ask: readonly string[];
  readonly withdraw: readonly string[];
}

function getCompletionChange({ data }: StoredChange): CompletionChange {
  return data as unknown as CompletionChange; // The data was validated when the change was saved.
}

function findPatients(requests: readonly unknown[]): ReadonlySet<string | undefined> {
  return new Set(requests.map(findRequestedPatient));
}

/** Returns whether a request is for one of these patients. */
function isRequestTo(patients: readonly string[], request: unknown): boolean {
  const patient = findRequestedPatient(request);
  return patient !== undefined && patients.includes(patient);
}

/**
 * Returns the requests of a form; null where they are unknown. Section 2.1: what is absent is `null`. A form
 * without the field may be a part of one, and other patients must not be dropped from its list.
 */
function listIn(form: JsonObject): readonly unknown[] | null {
  const list = form[FIELD];
  if (list === null) return [];
  return Array.isArray(list) ? list : null;
}

interface CompletionTarget {
  readonly list: readonly unknown[];
  /** Patients in the list to send who had no completion request before. */
  readonly added: readonly string[];
}

/**
 * Returns the whole list to send: the current one, without the withdrawn patients, with the newly asked ones.
 */
function buildList(
  context: SendContext,
  current: readonly unknown[],
  { ask, withdraw }: CompletionChange,
): CompletionTarget {
  const stored = current.filter((request) => !isRequestTo(withdraw, request));
  const there = findPatients(stored);
  const added = ask.filter((patient) => !there.has(patient));
  const requests = added.map((patient) => ({
    patient,
    ...(context.userId === null ? {} : { requested_by: context.userId }),
    requested_at: context.getTimestamp(),
  }));
  return { list: [...stored, ...requests], added };
}

/**
 * Lists the wishes that a form does not fulfil, with its actual values. No other patient may have disappeared
 * from the list either; a patient whom another user added meanwhile is no difference.
 */
function listUnfulfilled(
  { ask, withdraw }: CompletionChange,
  sent: readonly unknown[],
  form: JsonObject,
  source: ComparedRecordSource,
): JsonObject {
  const list = listIn(form);
  if (list === null) return { [FIELD]: form[FIELD] ?? null };
  const there = findPatients(list);
  const asked = ask.filter((patient) => there.has(patient));
  const withdrawn = withdraw.filter((patient) => !there.has(patient));
  const lost = sent.filter((request) => !there.has(findRequestedPatient(request)));
  const isAnotherLost = lost.some((request) => !isRequestTo(ask, request));
  return {
    ...(asked.length < ask.length ? { ask: asked } : {}),
    ...(withdrawn.length < withdraw.length ? { withdraw: withdrawn } : {}),
    // By the time of the fetch such a patient may have completed the form.
    ...(isAnotherLost && source === 'answer' ? { [FIELD]: list } : {}),
  };
}

function toEvidence(
  { evidence }: StoredChange,
  fresh: JsonObject,
  added: readonly string[],
): SendAttemptEvidence {
  return {
    ...evidence,
    mayHaveLeft: true,
    asked: [...new Set([...(evidence.asked ?? []), ...added])],
    // The requests before this change are kept for the history, which the service does not keep.
    before: { [FIELD]: listIn(fresh) ?? [], last_updated_at: fresh['last_updated_at'] },
  };
}

/**
 * Asks patients to complete a form, or withdraws requests (section 2.2). The service takes the whole list, so
 * the wishes are applied to the current list before every attempt, and the resulting record has to fulfil
 * them. A patient whom a lost attempt asked and who is not in the list may have completed the form: the user
 * is asked.
 */
export async function sendCompletionRequestChanges(
  context: SendContext,
  change: StoredChange,
): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) return toFetchFailureOutcome(change, fresh);
  const current = listIn(fresh.value);
  if (current === null) return createOddListOutcome();
  const wish = getCompletionChange(change);
  const { list, added } = buildList(context, current, wish);
  const askedBefore = added.filter((patient) => change.evidence.asked?.includes(patient));
  if (askedBefore.length > 0)
    return { type: 'question', question: 'asked-before', theirs: { ask: askedBefore } };
  if (added.length === 0 && list.length === current.length)
    return { type: 'done', ending: 'needless', answer: fresh.value };
  const left = await context.markSending(change, toEvidence(change, fresh.value, added));
  if (!left.ok) return { type: 'later', error: left.error };
  const reply = await context.send((http) => updateForm(http, change.target, { [FIELD]: list }));
  const listUnconfirmed: UnconfirmedFieldLister = (form, source) => listUnfulfilled(wish, list, form, source);
  if (!reply.ok) {
    const failed = toFailedRepeatableChangeOutcome(reply, change.evidence);
    return concludeUnusableSuccess(context, change, reply, { listUnconfirmed, failed });
  }
  const confirmed = await confirmChangeAndCacheRecord(context, change, reply.value, listUnconfirmed);
  return toAcceptedChangeOutcome(change, confirmed, false);
}

/** Returns whether a form fulfils all that a change of completion requests asks for. */
export function fulfilsCompletionChange(change: StoredChange, form: JsonObject): boolean {
  return Object.keys(listUnfulfilled(getCompletionChange(change), [], form, 'record')).length === 0;
}

function createOddListOutcome(): AttemptOutcome {
  const { error } = err('bad-payload', { detail: FIELD });
  return { type: 'question', question: 'odd-answer', error };
}
