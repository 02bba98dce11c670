import type { Candidate, Question } from '#contract/outbox.ts';
import type { AppError, Err, ErrorCode } from '#contract/result.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { Evidence, Rest, AcknowledgeInput, Task } from '#main/engine/local/protocol.ts';

/** What an attempt at a write came to. */
export type Outcome =
  | {
      readonly is: 'done';
      readonly how: AcknowledgeInput['how'];
      readonly realId?: string;
      readonly answer?: JsonObject;
    }
  /** Nothing happened on the server, or nothing that doing it again would harm: it waits for another try. */
  | { readonly is: 'later'; readonly error: AppError; readonly evidence?: Evidence }
  | { readonly is: 'uncertain'; readonly error: AppError; readonly evidence?: Evidence }
  /** The service answers, but not with the list that a look needs: nothing was sent, and of what may have left nothing is known. */
  | { readonly is: 'unlisted'; readonly error: AppError }
  /** A look shows that it has not been done and may be sent. */
  | { readonly is: 'unsent'; readonly evidence: Evidence }
  | {
      readonly is: 'question';
      readonly question: Question;
      readonly error?: AppError;
      readonly theirs?: JsonObject;
      readonly candidates?: readonly Candidate[];
      readonly evidence?: Evidence;
    }
  | { readonly is: 'rejected'; readonly error: AppError; readonly evidence?: Evidence };

/** Answers that say that the server has looked at the write and did not do it. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'forbidden',
  'not-found',
  'invalid-input',
  'needs-you',
]);
/** Answers that say that nothing was done, and that it is nothing about this write. */
const NOT_NOW: ReadonlySet<ErrorCode> = new Set(['unauthorised', 'rate-limited']);

/**
 * What a failed write means (service's document, section 7: error conditions are not shown; see the assumptions). Of a write that
 * must not be sent twice everything but a clear refusal is uncertain once it may have left.
 */
export function outcomeOfFailure({
  error,
  mayHaveLeft = false,
}: Err & { readonly mayHaveLeft?: boolean }): Outcome {
  if (REFUSALS.has(error.code)) return { is: 'rejected', error };
  if (NOT_NOW.has(error.code) || !mayHaveLeft) return { is: 'later', error };
  return { is: 'uncertain', error };
}

/** Failures in which no connection came about. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const NOTHING_SENT: ReadonlySet<ErrorCode> = new Set([
  'certificate',
  'proxy-unsupported',
  'insecure-address',
]);

/**
 * What a failed write means that does no harm twice. Where the service surely did not do it, what was noted of this attempt is taken
 * back.
 * @param before the evidence as it was before this attempt
 */
export function outcomeOfRepeatable({ error }: Err, before: Evidence): Outcome {
  if (REFUSALS.has(error.code)) return { is: 'rejected', error, evidence: before };
  const isUndone =
    NOT_NOW.has(error.code) || NOTHING_SENT.has(error.code) || NEVER_LEFT.has(error.detail ?? '');
  return isUndone ? { is: 'later', error, evidence: before } : { is: 'later', error };
}

/** What a failed question before a write means: nothing has left yet. */
export function toQuestionOutcome({ error }: Err): Outcome {
  return REFUSALS.has(error.code) ? { is: 'rejected', error } : { is: 'later', error };
}

/** Answers of a service that can be reached, in place of a list. */
const NO_LIST: ReadonlySet<ErrorCode> = new Set([
  'server-error',
  'bad-payload',
  'redirected',
  'list-doubted',
]);

/** Whether the service answered a request for a list with something else. */
export function isUnlisted({ code }: AppError): boolean {
  return NO_LIST.has(code);
}

/** Questions of a look that found nothing: a later look may answer them. */
const MISSES: readonly Question[] = ['none-found', 'not-seen', 'not-listed'];

/** Whether a look found nothing of what may have been done. */
export function isMiss(outcome: Outcome): boolean {
  return outcome.is === 'question' && MISSES.includes(outcome.question);
}

/** Whether no list could be read that the write needs before it may be sent, or to be looked for. */
export function isListMissing(outcome: Outcome): boolean {
  return outcome.is === 'unlisted' || (outcome.is === 'question' && outcome.question === 'not-listed');
}

/** How a write comes to rest after an attempt; one that is done rests nowhere, and is settled. */
export function toRest(todo: Task['todo'], outcome: Outcome): Rest {
  switch (outcome.is) {
    case 'done':
      return { state: 'saved' };
    case 'later':
    case 'unlisted': {
      const { is: _is, ...facts } = outcome;
      // A look that failed leaves what was looked for as uncertain as it was.
      return { state: todo === 'look' ? 'uncertain' : 'saved', ...facts };
    }
    case 'uncertain': {
      const { is: _is, ...facts } = outcome;
      return { state: 'uncertain', ...facts };
    }
    case 'unsent':
      return { state: 'saved', evidence: outcome.evidence };
    case 'rejected': {
      const { is: _is, ...facts } = outcome;
      // Refused was the look; of the write itself nothing is known.
      return todo === 'look'
        ? { state: 'needs-you', question: 'not-seen', error: outcome.error }
        : { state: 'rejected', ...facts };
    }
    case 'question': {
      const { is: _is, ...facts } = outcome;
      return { state: 'needs-you', ...facts };
    }
  }
}
