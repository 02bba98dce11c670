import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { deleteForm, publishForm } from '#main/engine/api/forms.ts';
import { checkDeleteEnvelope } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { areSameFieldValues } from './compare-records.ts';
import {
  concludeUnusableSuccess,
  confirmChangeAndCacheRecord,
  isUnusableSuccess,
  toAcceptedChangeOutcome,
  type UnconfirmedFieldLister,
} from './confirm-response.ts';
import { concludeRestoredOrImportedChange, listServiceChangesSinceUserRequest } from './conflicts.ts';
import type { SendContext } from './context.ts';
import { readListNeededByChange } from './find-similar.ts';
import { toUnreadableListOutcome } from './list-failure.ts';
import {
  toFailedChangeOutcome,
  toFailedReadBeforeSendOutcome,
  toFailedRepeatableChangeOutcome,
  type AttemptOutcome,
} from './outcome.ts';
import { toFetchFailureOutcome } from './send-update.ts';

function pickVersions(form: JsonObject): JsonObject {
  return { published_version: form['published_version'], latest_version: form['latest_version'] };
}

/**
 * Returns the question about a decision whose form has changed since the user saw it; null where it has not.
 */
function askAboutChanges(change: StoredChange, fresh: JsonObject): AttemptOutcome | null {
  const theirs = listServiceChangesSinceUserRequest(change, fresh);
  return Object.keys(theirs).length === 0 ? null : { type: 'question', question: 'changed', theirs };
}

/** Publishes a form, once (service's document, sections 3 and 4.1). */
export async function sendPublish(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) return toFetchFailureOutcome(change, fresh);
  const question = askAboutChanges(change, fresh.value);
  if (question !== null) return question;
  const before = { ...pickVersions(fresh.value), last_updated_at: fresh.value['last_updated_at'] };
  const left = await context.markSending(change, { ...change.evidence, before });
  if (!left.ok) return { type: 'later', error: left.error };
  const reply = await context.send((http) => publishForm(http, change.target));
  const listUnconfirmed: UnconfirmedFieldLister = (form) =>
    isPublishedSince(before, form) ? {} : pickVersions(form);
  if (!reply.ok) {
    const failed = toFailedChangeOutcome(reply);
    return concludeUnusableSuccess(context, change, reply, { listUnconfirmed, failed });
  }
  const confirmed = await confirmChangeAndCacheRecord(context, change, reply.value, listUnconfirmed);
  return toAcceptedChangeOutcome(change, confirmed, true);
}

/**
 * Returns whether a form was published after `before`: the version unpublished then is published now. Where there was
 * none, other versions show it, but only with a published one: an edit in the form builder sets the latest version alone.
 */
export function isPublishedSince(before: JsonObject, now: JsonObject): boolean {
  const hasMoved = (field: string): boolean => !areSameFieldValues(field, before[field], now[field]);
  const { published_version: published, latest_version: latest } = before;
  const isConclusive = Boolean(latest) && !areSameFieldValues('latest_version', latest, published);
  if (isConclusive) return now['published_version'] === latest;
  return Boolean(now['published_version']) && (hasMoved('published_version') || hasMoved('latest_version'));
}

/** Checks whether a publish without response took effect; where nothing shows it, the user is asked. */
export async function reconcilePublish(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) return toFetchFailureOutcome(change, fresh);
  const { before } = change.evidence;
  if (before === undefined) return concludeRestoredOrImportedChange(change, fresh.value);
  return isPublishedSince(before, fresh.value)
    ? { type: 'done', ending: 'found', answer: fresh.value }
    : { type: 'question', question: 'not-seen' };
}

/** Returns whether the service's list of forms holds the form: a single 404 may come from a gateway. */
async function isListed(context: SendContext, change: StoredChange): Promise<Result<boolean>> {
  const listed = await readListNeededByChange(context, change);
  if (!listed.ok) return listed;
  const { resources, isCertain } = listed.value;
  const isFound = resources.some(({ value }) => isJsonObject(value) && value['id'] === change.target);
  return isFound || isCertain ? ok(isFound) : err('list-doubted');
}

/**
 * Returns the outcome of a delete whose form the service does not return by its id, by the list. Where the service responds, but
 * not with the list, or not with a reliable one, the user is asked after two minutes.
 * @param listed the outcome where the list holds the form; null where the form may have been deleted all the same: then the
 *   list is in doubt, as one of a cache or of a server that lags behind, and is read again later
 * @param ending how the change ends where the form is gone
 */
async function concludeMissing(
  context: SendContext,
  change: StoredChange,
  { listed, ending }: { readonly listed: AttemptOutcome | null; readonly ending: 'sent' | 'needless' },
): Promise<AttemptOutcome> {
  const found = await isListed(context, change);
  if (!found.ok) return toUnreadableListOutcome(context, change, found);
  if (found.value) return listed ?? toUnreadableListOutcome(context, change, err('list-doubted'));
  const removed = await context.removeFromCache(change);
  if (removed.ok && ending === 'sent') context.recordDoneDespiteAnswer();
  return removed.ok ? { type: 'done', ending } : { type: 'later', error: removed.error };
}

/** Returns whether an earlier attempt at a delete may have arrived: the service did not say that it has failed. */
function mayHaveDeleted({ evidence }: StoredChange): boolean {
  return evidence.mayHaveLeft === true;
}

/** Returns the outcome of a delete that is refused because the service answers 404 or 410 to the id of a form that its list holds. */
function toRejectedDelete({ evidence }: StoredChange, { error }: Err): AttemptOutcome {
  return { type: 'rejected', error, evidence };
}

/**
 * Deletes a form (section 4.1), after comparing it with what the user saw. A form that is gone from the
 * service's list already counts as deleted.
 */
export async function sendDelete(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const { evidence, target } = change;
  const fresh = await context.fetchFresh(change);
  if (!fresh.ok) {
    if (fresh.error.code !== 'not-found') return toFailedReadBeforeSendOutcome(fresh);
    const listed = mayHaveDeleted(change) ? null : toRejectedDelete(change, fresh);
    return concludeMissing(context, change, { listed, ending: 'needless' });
  }
  const question = askAboutChanges(change, fresh.value);
  if (question !== null) return question;
  const left = await context.markSending(change, { ...evidence, mayHaveLeft: true });
  if (!left.ok) return { type: 'later', error: left.error };
  const reply = await context.send((http) => deleteForm(http, target));
  if (!reply.ok) {
    if (reply.error.code === 'not-found') {
      // An earlier attempt may have deleted it, and the list of a server that lags behind still holds it.
      const listed = mayHaveDeleted(change) ? null : toRejectedDelete(change, reply);
      return concludeMissing(context, change, { listed, ending: 'needless' });
    }
    return isUnusableSuccess(reply.error)
      ? concludeUnconfirmedDelete(context, change, { type: 'later', error: reply.error })
      : toFailedRepeatableChangeOutcome(reply, evidence);
  }
  const envelope = checkDeleteEnvelope(reply.value.bytes, 'form', target);
  if (!envelope.ok) {
    const { error } = envelope;
    return concludeUnconfirmedDelete(context, change, {
      type: 'question',
      question: 'odd-answer',
      error,
      evidence,
    });
  }
  const removed = await context.removeFromCache(change);
  return removed.ok ? { type: 'done', ending: 'sent' } : { type: 'later', error: removed.error };
}

/**
 * Reconciles a delete whose form the service does not return by its id, and whose list could not be read, or not reliably. Only
 * the list decides: a service that still returns the form by its id may answer each delete with 404. Nothing is sent from here; a
 * form that the service still has is deleted by the next attempt.
 */
export async function reconcileDelete(context: SendContext, change: StoredChange): Promise<AttemptOutcome> {
  const fresh = mayHaveDeleted(change) ? await context.fetchFresh(change) : null;
  const mayBeDeleted = fresh !== null && !fresh.ok && fresh.error.code === 'not-found';
  const listed: AttemptOutcome | null = mayBeDeleted ? null : { type: 'unsent', evidence: change.evidence };
  return concludeMissing(context, change, { listed, ending: 'needless' });
}

/**
 * Returns the outcome of a delete after a success that does not say that the form is deleted: a fetch of the form shows whether it
 * is gone.
 * @param stillThere the outcome where the service still returns the form
 */
async function concludeUnconfirmedDelete(
  context: SendContext,
  change: StoredChange,
  stillThere: AttemptOutcome,
): Promise<AttemptOutcome> {
  const fresh = await context.fetchFresh(change);
  if (fresh.ok) return stillThere;
  if (fresh.error.code !== 'not-found') return { type: 'later', error: fresh.error };
  return concludeMissing(context, change, { listed: null, ending: 'sent' });
}
