import { isDeepStrictEqual } from 'node:util';
import { err } from '#contract/result.ts';
import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { deleteForm, publishForm, updateForm } from '#main/engine/service/forms.ts';
import { readDeleteEnvelope } from '#main/engine/service/wire/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import type { Ground } from './ground.ts';
import { outcomeOfFailure, type Outcome } from './outcome.ts';
import { outcomeOfLook } from './update.ts';

function versionsOf(form: JsonObject): JsonObject {
  return { published_version: form['published_version'], latest_version: form['latest_version'] };
}

/** Publishes a form, once (service's document, sections 3 and 4.1). */
export async function sendPublish(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const left = await ground.leaving(operation, { ...operation.evidence, before: versionsOf(fresh.value) });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask((http) => publishForm(http, operation.target));
  if (!reply.ok) return outcomeOfFailure(reply);
  const answer = await ground.keep('form', operation.target, reply.value);
  if (!answer.ok) return outcomeOfFailure({ ...answer, mayHaveLeft: true });
  return { is: 'done', how: 'sent', answer: answer.value };
}

/** Whether a form was published since: what was its latest version is the one that patients see. */
function isPublishedSince(before: JsonObject, now: JsonObject): boolean {
  const { published_version: published, latest_version: latest } = before;
  const isTelling = latest !== '' && latest !== published;
  if (isTelling) return now['published_version'] === latest;
  return now['published_version'] !== published || now['latest_version'] !== latest;
}

/** Looks whether a publish whose answer was lost was done. */
export async function lookForPublish(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const { before, rewound } = operation.evidence;
  if (before === undefined) return { is: 'question', question: rewound ? 'may-be-sent' : 'not-seen' };
  return isPublishedSince(before, fresh.value)
    ? { is: 'done', how: 'found', answer: fresh.value }
    : { is: 'question', question: 'not-seen' };
}

/** Deletes a form (section 4.1). One that is gone already counts as deleted. */
export async function sendDelete(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const left = await ground.leaving(operation, operation.evidence);
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask((http) => deleteForm(http, operation.target));
  const isGone = !reply.ok && reply.error.code === 'not-found';
  if (!reply.ok && !isGone) return outcomeOfFailure({ ok: false, error: reply.error });
  if (reply.ok) {
    const envelope = readDeleteEnvelope(reply.value.bytes, 'form', operation.target);
    if (!envelope.ok) return { is: 'question', question: 'odd-answer', error: envelope.error };
  }
  const removed = await ground.remove(operation);
  return removed.ok
    ? { is: 'done', how: isGone ? 'needless' : 'sent' }
    : { is: 'later', error: removed.error };
}

function patientIn(request: unknown): unknown {
  return isJsonObject(request) ? request['patient'] : undefined;
}

interface Wish {
  readonly ask: readonly string[];
  readonly withdraw: readonly string[];
}

/** The whole list as it is to be: what is there, less the withdrawn, and those who were not asked yet. */
function wished(ground: Ground, current: readonly unknown[], { ask, withdraw }: Wish): readonly unknown[] {
  const kept = current.filter((request) => !withdraw.includes(String(patientIn(request))));
  const added = ask
    .filter((patient) => !kept.some((request) => patientIn(request) === patient))
    .map((patient) => ({
      patient,
      ...(ground.userId === null ? {} : { requested_by: ground.userId }),
      requested_at: ground.timestamp(),
    }));
  return [...kept, ...added];
}

function isSamePatients(left: readonly unknown[], right: unknown): boolean {
  if (!Array.isArray(right)) return false;
  return isDeepStrictEqual(new Set(left.map(patientIn)), new Set(right.map(patientIn)));
}

/** The requests that are there and are to be taken back: for the history, which the service does not keep. */
function withdrawnFrom(current: readonly unknown[], { data }: DeskOperation): readonly unknown[] {
  const { withdraw } = data as unknown as Wish; // checked when it was entered
  return current.filter((request) => withdraw.includes(String(patientIn(request))));
}

/**
 * Asks patients to complete a form, or no longer (section 2.2). The service takes the whole list, so the wishes are laid on the list
 * as it is now, before every attempt, and the answer has to hold the same patients.
 */
export async function sendCompletion(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const current: unknown = fresh.value['request_completion_from'];
  if (!Array.isArray(current)) return odd();
  const list = wished(ground, current, operation.data as unknown as Wish); // checked when it was entered
  if (isSamePatients(list, current)) return { is: 'done', how: 'needless', answer: fresh.value };
  const before = { request_completion_from: withdrawnFrom(current, operation) };
  const left = await ground.leaving(operation, { ...operation.evidence, before });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask((http) =>
    updateForm(http, operation.target, { request_completion_from: list }),
  );
  if (!reply.ok) return outcomeOfFailure({ ok: false, error: reply.error });
  const answer = await ground.keep('form', operation.target, reply.value);
  if (!answer.ok) return { is: 'later', error: answer.error };
  const isTaken = isSamePatients(list, answer.value['request_completion_from']);
  return isTaken ? { is: 'done', how: 'sent', answer: answer.value } : odd();
}

function odd(): Outcome {
  const { error } = err('bad-payload', { detail: 'request_completion_from' });
  return { is: 'question', question: 'odd-answer', error };
}
