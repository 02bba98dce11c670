import { isId } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { StoredOperation, Evidence } from '#main/engine/local/protocol.ts';
import { createForm, getForm, type NewForm } from '#main/engine/api/forms.ts';
import type { Http, HttpResult } from '#main/engine/api/http.ts';
import { createRequisition, getRequisition, type NewRequisition } from '#main/engine/api/requisitions.ts';
import { readResource, type RawResource } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { listDifferences, type CreatedKind, type Difference } from './compare-records.ts';
import {
  createdKind,
  findSimilar,
  readCreated,
  showCandidates,
  type Created,
  type Similar,
  type SimilarRecords,
} from './find-similar.ts';
import type { SendContext } from './context.ts';
import { isListUnreadable, outcomeOfListing } from './list-failure.ts';
import { outcomeOfFailure, type Outcome } from './outcome.ts';

/**
 * Returns the body to send. Sharing with the patient is always explicit, because the service's default is
 * unknown (section 2.3: no default shown).
 */
function getBody({ kind, data }: StoredOperation): JsonObject {
  return kind === 'form' ? data : { share_with_patient: false, ...data };
}

function post(operation: StoredOperation): (http: Http) => Promise<HttpResult> {
  const body = getBody(operation) as unknown; // checked when it was entered
  return (http) =>
    operation.kind === 'form'
      ? createForm(http, body as NewForm)
      : createRequisition(http, body as NewRequisition);
}

function get(kind: CreatedKind, id: string): (http: Http) => Promise<HttpResult> {
  return (http) => (kind === 'form' ? getForm(http, id) : getRequisition(http, id));
}

async function adopt(
  context: SendContext,
  operation: StoredOperation,
  { id, text, value }: Created,
  how: 'sent' | 'found',
): Promise<Outcome> {
  const stored = await context.store(operation.kind, text);
  // The record was created: its id is stored even if the cache fails; the next refresh fetches the record.
  return stored.ok || how === 'sent'
    ? { is: 'done', how, realId: id, answer: value }
    : { is: 'uncertain', error: stored.error };
}

/** Returns the sent fields that a record does not hold as they were sent. */
function findUnconfirmed(operation: StoredOperation, { value }: Created): readonly Difference[] {
  const sent = getBody(operation);
  return listDifferences(createdKind(operation), sent, value).filter(({ field }) =>
    Object.hasOwn(sent, field),
  );
}

function isComplete(operation: StoredOperation, { value }: Created): boolean {
  return Object.keys(getBody(operation)).every((field) =>
    Object.hasOwn(value, field === 'review' ? 'reviews' : field),
  );
}

/** Returns whether a response has another patient or another type: such a record is never adopted. */
function isForeign({ data }: StoredOperation, { value }: RawResource): boolean {
  if (!isJsonObject(value)) return false;
  return ['patient', 'type'].some((field) => Object.hasOwn(value, field) && value[field] !== data[field]);
}

/**
 * Fetches the record that a response names, where the response is not the whole record (202 with only an id).
 */
async function fetchCreated(context: SendContext, kind: CreatedKind, id: unknown): Promise<Result<Created>> {
  if (typeof id !== 'string' || !isId(kind, id)) return err('bad-payload', { detail: 'response without id' });
  const reply = await context.ask(get(kind, id));
  const resource = reply.ok ? readResource(reply.value.bytes) : reply;
  if (!resource.ok) return resource;
  const created = readCreated(kind, resource.value);
  return created?.id === id ? ok(created) : err('bad-payload', { detail: 'the response is another record' });
}

/**
 * Returns the outcome of a create by its response: the record is adopted only once it shows every field as it
 * was sent.
 */
async function concludeAnswer(
  context: SendContext,
  operation: StoredOperation,
  bytes: Uint8Array,
): Promise<Outcome> {
  const kind = createdKind(operation);
  const resource = readResource(bytes);
  if (!resource.ok) return { is: 'uncertain', error: resource.error };
  if (kind === 'requisition' && isForeign(operation, resource.value)) return askAboutAnswer(null, []);
  const shown = readCreated(kind, resource.value);
  const isConfirmed =
    shown !== null && isComplete(operation, shown) && findUnconfirmed(operation, shown).length === 0;
  if (isConfirmed) return adopt(context, operation, shown, 'sent');
  const { value } = resource.value;
  const id = isJsonObject(value) ? value['id'] : null;
  const concluded = await concludeNamed(context, operation, id, 'sent');
  if (concluded.ok) return concluded.value;
  const { error } = concluded;
  if (typeof id !== 'string' || !isId(kind, id)) return { is: 'uncertain', error };
  return { is: 'uncertain', error, evidence: { ...operation.evidence, answeredId: id } };
}

/** Returns the outcome of a create whose id is known. Errors are those of fetching the record. */
async function concludeNamed(
  context: SendContext,
  operation: StoredOperation,
  id: unknown,
  how: 'sent' | 'found',
): Promise<Result<Outcome>> {
  const kind = createdKind(operation);
  const fetched = await fetchCreated(context, kind, id);
  if (!fetched.ok) return fetched;
  const differences = findUnconfirmed(operation, fetched.value);
  if (differences.length === 0) return ok(await adopt(context, operation, fetched.value, how));
  const candidates = await showCandidates(context, kind, [{ ...fetched.value, differences }]);
  return ok(askAboutAnswer(operation, candidates));
}

/**
 * Returns the outcome of a create whose id was in an earlier response; null where none was, or the record
 * cannot be fetched now.
 */
async function concludeEarlierAnswer(
  context: SendContext,
  operation: StoredOperation,
): Promise<Outcome | null> {
  const { answeredId, known = [] } = operation.evidence;
  if (answeredId === undefined || known.includes(answeredId)) return null;
  const concluded = await concludeNamed(context, operation, answeredId, 'found');
  return concluded.ok ? concluded.value : null;
}

function askAboutAnswer(
  operation: StoredOperation | null,
  candidates: Extract<Outcome, { is: 'question' }>['candidates'] = [],
): Outcome {
  const detail =
    operation === null
      ? 'the answer is another record than was asked for'
      : 'the record differs from what was sent';
  return { is: 'question', question: 'odd-answer', error: err('needs-you', { detail }).error, candidates };
}

async function ask(
  context: SendContext,
  operation: StoredOperation,
  question: Extract<Outcome, { is: 'question' }>['question'],
  records: readonly Similar[],
): Promise<Outcome> {
  const candidates = await showCandidates(context, createdKind(operation), records);
  return { is: 'question', question, candidates };
}

/**
 * Returns the ids of records that the create cannot have made: they existed before, or the user has rejected
 * them.
 */
function knownBefore({ knownAtSave = [], listedBeforeSend = [], known = [] }: Evidence): ReadonlySet<string> {
  return new Set([...knownAtSave, ...listedBeforeSend, ...known]);
}

const mayBeOurs = ({ maker }: Similar): boolean => maker !== 'another';

/**
 * Returns the outcome of a reconcile of a create: one record to adopt, a question, or null where no record of
 * this user is found.
 */
async function concludeReconcile(
  context: SendContext,
  operation: StoredOperation,
  { records }: SimilarRecords,
): Promise<Outcome | null> {
  const known = knownBefore(operation.evidence);
  const candidates = records.filter((record) => !known.has(record.id) && mayBeOurs(record));
  const same = candidates.filter(({ differences }) => differences.length === 0);
  const [only] = same;
  if (only?.maker === 'user' && same.length === 1) return adopt(context, operation, only, 'found');
  return candidates.length === 0 ? null : ask(context, operation, 'several-found', candidates);
}

const NOTHING_LISTED: SimilarRecords = { records: [], isCertain: false };

/**
 * Returns the similar records right before a create is sent; none where the service does not return the list
 * and the user wants it sent all the same.
 */
async function findSimilarNow(
  context: SendContext,
  operation: StoredOperation,
): Promise<Result<SimilarRecords>> {
  const similar = await findSimilar(context, operation);
  if (similar.ok || operation.evidence.sendsUnlisted !== true) return similar;
  return (await isListUnreadable(context, operation, similar)) ? ok(NOTHING_LISTED) : similar;
}

/** Returns the outcome that prevents a create from being sent now; null where nothing does. */
async function findObstacle(
  context: SendContext,
  operation: StoredOperation,
  similar: SimilarRecords,
): Promise<Outcome | null> {
  const { evidence } = operation;
  const known = knownBefore({ ...evidence, listedBeforeSend: [] });
  const isUnclear = !similar.isCertain && evidence.sendsUnlisted !== true;
  if (isUnclear)
    return ask(
      context,
      operation,
      'not-listed',
      similar.records.filter(({ id }) => !known.has(id)),
    );
  if (evidence.mayHaveLeft === true) return concludeReconcile(context, operation, similar);
  const rivals = similar.records.filter((record) => !known.has(record.id) && mayBeOurs(record));
  return rivals.length === 0 ? null : ask(context, operation, 'already-there', rivals);
}

/**
 * Sends a create, once (service's document, sections 4.1 and 4.2), after a check right before: where the
 * service has a similar record of this user that was unknown when the create was saved, or where the end of
 * its list is not certain, nothing is sent and the user is asked.
 */
export async function sendCreate(context: SendContext, operation: StoredOperation): Promise<Outcome> {
  const named = await concludeEarlierAnswer(context, operation);
  if (named !== null) return named;
  const similar = await findSimilarNow(context, operation);
  if (!similar.ok) return outcomeOfListing(context, operation, similar);
  const obstacle = await findObstacle(context, operation, similar.value);
  if (obstacle !== null) return obstacle;
  const { evidence } = operation;
  const listed =
    evidence.mayHaveLeft === true ? evidence.listedBeforeSend : similar.value.records.map(({ id }) => id);
  const before: Evidence = { ...evidence, listedBeforeSend: listed ?? [] };
  // The user's permission to send without a list is valid for one attempt.
  const { sendsUnlisted: _sendsUnlisted, ...stored } = before;
  const noted: Evidence = { ...stored, mayHaveLeft: true };
  const left = await context.leaving(operation, noted);
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await context.ask(post(operation));
  if (reply.ok) return concludeAnswer(context, { ...operation, evidence: noted }, reply.value.bytes);
  const outcome = outcomeOfFailure(reply);
  // This attempt certainly created nothing, so the next one begins with a fresh list.
  const isUndone = outcome.is === 'later' || outcome.is === 'rejected';
  return isUndone ? { ...outcome, evidence: before } : outcome;
}

/**
 * Reconciles a create whose response was lost: looks for the record that the service named, else for a
 * similar one that was in neither list. A single *same* record of this user is adopted; an unknown user,
 * several records or differences are a question. Nothing is sent from here. A create that was never sent may
 * be sent once the list can be read.
 */
export async function reconcileCreate(context: SendContext, operation: StoredOperation): Promise<Outcome> {
  const named = await concludeEarlierAnswer(context, operation);
  if (named !== null) return named;
  const similar = await findSimilar(context, operation);
  if (!similar.ok) return outcomeOfListing(context, operation, similar);
  const known = knownBefore(operation.evidence);
  const unknown = similar.value.records.filter(({ id }) => !known.has(id));
  if (!similar.value.isCertain) return ask(context, operation, 'not-listed', unknown);
  if (operation.evidence.mayHaveLeft !== true) return { is: 'unsent', evidence: operation.evidence };
  const found = await concludeReconcile(context, operation, similar.value);
  return found ?? ask(context, operation, 'none-found', unknown);
}
