import { err, ok, type Result } from '#contract/result.ts';
import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { deleteForm, publishForm } from '#main/engine/service/forms.ts';
import { readDeleteEnvelope } from '#main/engine/service/wire/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import { confirmAnswer, outcomeOfConfirmed } from './confirm-answer.ts';
import { concludeRewound, listChangesSince } from './decision-check.ts';
import type { Ground } from './ground.ts';
import { listKind } from './find-similar.ts';
import { outcomeOfFailure, outcomeOfQuestion, outcomeOfRepeatable, type Outcome } from './outcome.ts';
import { outcomeOfLook } from './update.ts';

function versionsOf(form: JsonObject): JsonObject {
  return { published_version: form['published_version'], latest_version: form['latest_version'] };
}

/** The question that a decision comes to where its form has changed since the user saw it; null where it has not. */
function questionOnChanges(operation: DeskOperation, fresh: JsonObject): Outcome | null {
  const theirs = listChangesSince(operation, fresh);
  return Object.keys(theirs).length === 0 ? null : { is: 'question', question: 'changed', theirs };
}

/** Publishes a form, once (service's document, sections 3 and 4.1). */
export async function sendPublish(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const question = questionOnChanges(operation, fresh.value);
  if (question !== null) return question;
  const before = { ...versionsOf(fresh.value), last_updated_at: fresh.value['last_updated_at'] };
  const left = await ground.leaving(operation, { ...operation.evidence, before });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask((http) => publishForm(http, operation.target));
  if (!reply.ok) return outcomeOfFailure(reply);
  const confirmed = await confirmAnswer(ground, operation, reply.value, (form) =>
    isPublishedSince(before, form) ? {} : versionsOf(form),
  );
  return outcomeOfConfirmed(operation, confirmed, true);
}

/** Whether a form was published since: what was its latest version is the one that patients see. */
function isPublishedSince(before: JsonObject, now: JsonObject): boolean {
  const { published_version: published, latest_version: latest } = before;
  const isTelling = Boolean(latest) && latest !== published;
  if (isTelling) return now['published_version'] === latest;
  return now['published_version'] !== published || now['latest_version'] !== latest;
}

/** Looks whether a publish whose answer was lost was done. */
export async function lookForPublish(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const { before } = operation.evidence;
  if (before === undefined) return concludeRewound(operation, fresh.value);
  return isPublishedSince(before, fresh.value)
    ? { is: 'done', how: 'found', answer: fresh.value }
    : { is: 'question', question: 'not-seen' };
}

/** Whether the service's list of forms still holds the form: a 404 by itself may come from anything on the way there. */
async function isListed(ground: Ground, operation: DeskOperation): Promise<Result<boolean>> {
  const listed = await listKind(ground, operation);
  if (!listed.ok) return listed;
  const { resources, isCertain } = listed.value;
  const isFound = resources.some(({ value }) => isJsonObject(value) && value['id'] === operation.target);
  return isFound || isCertain ? ok(isFound) : err('list-doubted');
}

type Missing = Extract<Result<unknown>, { ok: false }>;

/** What a 404 or 410 means for a delete: done where the list does not hold the form either, else refused. */
async function concludeMissing(ground: Ground, operation: DeskOperation, missing: Missing): Promise<Outcome> {
  const listed = await isListed(ground, operation);
  if (!listed.ok) return { is: 'later', error: listed.error };
  if (listed.value) return { is: 'rejected', error: missing.error, evidence: operation.evidence };
  const removed = await ground.remove(operation);
  return removed.ok ? { is: 'done', how: 'needless' } : { is: 'later', error: removed.error };
}

/**
 * Deletes a form (section 4.1), after comparing it with what the user saw. One that is gone from the service's list already counts as
 * deleted.
 */
export async function sendDelete(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const { evidence, target } = operation;
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) {
    const isMissing = fresh.error.code === 'not-found';
    return isMissing ? concludeMissing(ground, operation, fresh) : outcomeOfQuestion(fresh);
  }
  const question = questionOnChanges(operation, fresh.value);
  if (question !== null) return question;
  const left = await ground.leaving(operation, { ...evidence, mayHaveLeft: true });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask((http) => deleteForm(http, target));
  if (!reply.ok) {
    const isMissing = reply.error.code === 'not-found';
    return isMissing ? concludeMissing(ground, operation, reply) : outcomeOfRepeatable(reply, evidence);
  }
  const envelope = readDeleteEnvelope(reply.value.bytes, 'form', target);
  if (!envelope.ok) return concludeOddAnswer(ground, operation, envelope);
  const removed = await ground.remove(operation);
  return removed.ok ? { is: 'done', how: 'sent' } : { is: 'later', error: removed.error };
}

/** A success without the delete envelope: the form itself tells whether it is gone. */
async function concludeOddAnswer(ground: Ground, operation: DeskOperation, odd: Missing): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (fresh.ok)
    return { is: 'question', question: 'odd-answer', error: odd.error, evidence: operation.evidence };
  if (fresh.error.code !== 'not-found') return { is: 'later', error: fresh.error };
  return concludeMissing(ground, operation, fresh);
}
