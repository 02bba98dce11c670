import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Candidate } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { createForm, type NewForm } from '#main/engine/service/forms.ts';
import type { Http, Reply } from '#main/engine/service/http.ts';
import { createRequisition, type NewRequisition } from '#main/engine/service/requisitions.ts';
import { readResource, type RawResource } from '#main/engine/service/wire/envelope.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import type { Ground } from './ground.ts';
import { listLike } from './list-like.ts';
import { outcomeOfFailure, outcomeOfQuestion, type Outcome } from './outcome.ts';
import { isSameValue } from './same-value.ts';

/** What a record is made with where its create says nothing (service's document, sections 2.2, 2.3 and 4). */
const UNSAID: Readonly<Record<'form' | 'requisition', JsonObject>> = {
  form: { description: '' },
  requisition: {
    name: '',
    share_with_patient: false,
    service_facility: '',
    diagnoses: [],
    scripts: [],
    order_details: '',
  },
};

interface Made {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Candidate['createdAt'];
  readonly value: JsonObject;
  readonly text: string;
}

/** A resource as what a create may have made; null where it is none of the kind. */
function madeOf(kind: DeskOperation['kind'], { text, value }: RawResource): Made | null {
  const reading = kind === 'form' ? readForm(value) : readRequisition(value);
  if (!reading.ok) return null;
  const { id, createdBy, createdAt } = reading.record;
  return { id, createdBy, createdAt, value: value as JsonObject, text }; // a reading succeeds for objects alone
}

function post({ kind, data }: DeskOperation): (http: Http) => Promise<Reply> {
  return (http) =>
    kind === 'form'
      ? createForm(http, data as unknown as NewForm) // checked when it was entered
      : createRequisition(http, data as unknown as NewRequisition); // as above
}

/** Whether the server made what was asked for: a record of another patient or type is nobody's to take. */
function isAsAsked({ data }: DeskOperation, { value }: Made): boolean {
  return ['patient', 'type'].every((field) => !(field in data) || data[field] === value[field]);
}

function readAnswer(operation: DeskOperation, bytes: Uint8Array): Result<Made> {
  const resource = readResource(bytes);
  if (!resource.ok) return resource;
  const made = madeOf(operation.kind, resource.value);
  return made !== null && isAsAsked(operation, made)
    ? ok(made)
    : err('needs-you', { detail: 'the answer is another record than was asked for' });
}

async function adopt(
  ground: Ground,
  { kind }: DeskOperation,
  made: Made,
  how: 'sent' | 'found',
): Promise<Outcome> {
  const stored = await ground.store(kind, made.text);
  // It was made: the id is kept whatever the cache says; the next refresh brings the record.
  return stored.ok || how === 'sent'
    ? { is: 'done', how, realId: made.id, answer: made.value }
    : { is: 'uncertain', error: stored.error };
}

/** Sends a create, once (service's document, sections 4.1 and 4.2). */
export async function sendCreate(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const left = await ground.leaving(operation, { ...operation.evidence, since: ground.serverNow });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask(post(operation));
  if (!reply.ok) return outcomeOfFailure(reply);
  const made = readAnswer(operation, reply.value.bytes);
  if (made.ok) return adopt(ground, operation, made.value, 'sent');
  if (made.error.code === 'needs-you') return { is: 'question', question: 'odd-answer', error: made.error };
  return { is: 'uncertain', error: made.error };
}

function isLike({ kind, data }: DeskOperation, { value }: Made): boolean {
  if (kind === 'notification') return false;
  const { review: _review, ...said } = { ...UNSAID[kind], ...data } as JsonObject; // a record has reviews, no review
  return Object.entries(said).every(([field, mine]) => isSameValue(field, value[field], mine));
}

function isInWindow({ evidence, savedAt }: DeskOperation, { createdAt }: Made): boolean {
  const since = evidence.since ?? savedAt;
  return createdAt === null || createdAt >= since - ASSUMPTIONS.lostCreate.windowMs;
}

/** Whether the record was here before the create left, so that it cannot be what it made. */
async function wasKnown(
  ground: Ground,
  { kind, triedAt, evidence }: DeskOperation,
  id: string,
): Promise<boolean> {
  if (evidence.known?.includes(id)) return true;
  const since = await ground.knownSince(kind, id);
  return since !== null && triedAt !== null && since < triedAt;
}

async function candidatesIn(
  ground: Ground,
  operation: DeskOperation,
  resources: readonly RawResource[],
): Promise<Result<readonly Made[]>> {
  const alike = resources
    .map((resource) => madeOf(operation.kind, resource))
    .filter((made) => made !== null)
    .filter((made) => isLike(operation, made) && isInWindow(operation, made));
  const own = await ground.ownCreations(alike.map(({ id }) => id));
  if (!own.ok) return own;
  const candidates: Made[] = [];
  for (const made of alike) {
    const isTaken = own.value.includes(made.id) || (await wasKnown(ground, operation, made.id));
    if (!isTaken) candidates.push(made);
  }
  return ok(candidates);
}

/**
 * Looks for what a create may have made whose answer was lost: the same content and creator, made since it left. Exactly one is
 * adopted; none or several need a person. It is never sent again from here.
 */
export async function lookForCreate(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const listed = await listLike(ground, operation);
  if (!listed.ok) return outcomeOfQuestion(listed);
  const found = await candidatesIn(ground, operation, listed.value);
  if (!found.ok) return outcomeOfQuestion(found);
  const mine = found.value.filter(({ createdBy }) => ground.userId === null || createdBy === ground.userId);
  const [only, ...others] = mine;
  if (only !== undefined && others.length === 0) return adopt(ground, operation, only, 'found');
  const candidates = found.value.map(({ id, createdBy, createdAt }) => ({ id, createdBy, createdAt }));
  if (candidates.length > 0) return { is: 'question', question: 'several-found', candidates };
  return { is: 'question', question: operation.evidence.rewound ? 'may-be-sent' : 'none-found' };
}
