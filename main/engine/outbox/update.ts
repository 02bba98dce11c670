import { err, type Result } from '#contract/result.ts';
import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { updateForm } from '#main/engine/service/forms.ts';
import type { Http, Reply } from '#main/engine/service/http.ts';
import { updateRequisition } from '#main/engine/service/requisitions.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import { compare } from './compare.ts';
import type { Ground } from './ground.ts';
import { outcomeOfFailure, outcomeOfQuestion, type Outcome } from './outcome.ts';
import { isSameValue } from './same-value.ts';

/** What a failed look at the record before an update means. */
export function outcomeOfLook(look: Extract<Result<unknown>, { ok: false }>): Outcome {
  return look.error.code === 'not-found'
    ? { is: 'question', question: 'gone', error: look.error }
    : outcomeOfQuestion(look);
}

function post({ kind, target }: DeskOperation, body: JsonObject): (http: Http) => Promise<Reply> {
  return (http) => (kind === 'form' ? updateForm(http, target, body) : updateRequisition(http, target, body));
}

function reviewsOf(record: JsonObject): readonly unknown[] {
  const { reviews } = record;
  return Array.isArray(reviews) ? reviews : [];
}

async function send(
  ground: Ground,
  operation: DeskOperation,
  fresh: JsonObject,
  toSend: JsonObject,
): Promise<Outcome> {
  const { review } = operation.data;
  const hasReview = review !== undefined;
  const before = { reviews: reviewsOf(fresh) };
  const left = await ground.leaving(operation, {
    ...operation.evidence,
    left: { ...operation.evidence.left, ...toSend },
    ...(hasReview ? { before } : {}),
  });
  if (!left.ok) return { is: 'later', error: left.error };
  const reply = await ground.ask(post(operation, hasReview ? { ...toSend, review } : toSend));
  if (!reply.ok) return outcomeOfFailure(reply);
  const answer = await ground.keep(operation.kind, operation.target, reply.value);
  if (!answer.ok) return outcomeOfFailure({ ...answer, mayHaveLeft: hasReview });
  // Of a review only the answer tells whether it was taken.
  const isTaken = !hasReview || !isSameValue('reviews', reviewsOf(answer.value), before.reviews);
  return isTaken
    ? { is: 'done', how: 'sent', answer: answer.value }
    : { is: 'question', question: 'odd-answer', error: err('bad-payload', { detail: 'review' }).error };
}

/**
 * Sends an update (service's document, sections 4.1 and 4.2): looks at the record first, sends the fields that it does not have
 * yet, and asks where somebody else has changed the same ones.
 */
export async function sendUpdate(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const { toSend, theirs } = compare(operation, fresh.value);
  if (Object.keys(theirs).length > 0) return { is: 'question', question: 'conflict', theirs };
  const isNeedless = Object.keys(toSend).length === 0 && !('review' in operation.data);
  if (isNeedless) return { is: 'done', how: 'needless', answer: fresh.value };
  return send(ground, operation, fresh.value, toSend);
}

function isReviewLike(sent: unknown, found: unknown): boolean {
  if (!isJsonObject(sent) || !isJsonObject(found)) return false;
  return Object.entries(sent).every(([field, value]) => isSameValue(field, found[field], value));
}

/** Looks whether an update with a review, whose answer was lost, was done: exactly one new review that is like it. */
export async function lookForReview(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const fresh = await ground.fresh(operation);
  if (!fresh.ok) return outcomeOfLook(fresh);
  const { before, rewound } = operation.evidence;
  if (before === undefined) return { is: 'question', question: rewound ? 'may-be-sent' : 'not-seen' };
  const known = reviewsOf(before);
  const added = reviewsOf(fresh.value).filter(
    (found) => !known.some((other) => isSameValue('review', other, found)),
  );
  const [only, ...others] = added.filter((found) => isReviewLike(operation.data['review'], found));
  return only !== undefined && others.length === 0
    ? { is: 'done', how: 'found', answer: fresh.value }
    : { is: 'question', question: 'not-seen' };
}
