import type { Candidate, Question } from '#contract/outbox.ts';
import type { AppError, Err, ErrorCode } from '#contract/result.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import type { SettleInput } from '#main/engine/desk/protocol.ts';

/** What an attempt at a write came to. */
export type Outcome =
  | {
      readonly is: 'done';
      readonly how: SettleInput['how'];
      readonly realId?: string;
      readonly answer?: JsonObject;
    }
  /** Nothing happened on the server, or nothing that doing it again would harm: it waits for another try. */
  | { readonly is: 'later'; readonly error: AppError }
  | { readonly is: 'uncertain'; readonly error: AppError }
  | {
      readonly is: 'question';
      readonly question: Question;
      readonly error?: AppError;
      readonly theirs?: JsonObject;
      readonly candidates?: readonly Candidate[];
    }
  | { readonly is: 'rejected'; readonly error: AppError };

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

/** What a failed question before a write means: nothing has left yet. */
export function outcomeOfQuestion({ error }: Err): Outcome {
  return REFUSALS.has(error.code) ? { is: 'rejected', error } : { is: 'later', error };
}
