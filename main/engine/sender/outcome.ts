import type { MatchCandidate, OutboxQuestion } from '#contract/outbox.ts';
import { isLocalId } from '#contract/records.ts';
import type { AppError, Err, ErrorCode } from '#contract/result.ts';
import { NO_HTTP_CLIENT } from '#main/engine/api/http-types.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type {
  SendAttemptEvidence,
  ChangeStateAfterAttempt,
  CloseConfirmedChangeInput,
  NextOutboxTask,
  StoredChange,
} from '#main/engine/local/protocol.ts';
import type { SendContext } from './context.ts';

/** How an attempt to send or reconcile a change ended; `type` names the case. */
export type AttemptOutcome =
  | {
      readonly type: 'done';
      readonly ending: CloseConfirmedChangeInput['ending'];
      readonly realId?: string;
      readonly answer?: JsonObject;
      /** For a create whose review the new record lacks: the reviews that it has. */
      readonly otherReviews?: readonly unknown[];
    }
  /** The attempt had no effect, or the change is safe to repeat: it is retried. */
  | { readonly type: 'later'; readonly error: AppError; readonly evidence?: SendAttemptEvidence }
  | { readonly type: 'uncertain'; readonly error: AppError; readonly evidence?: SendAttemptEvidence }
  /**
   * The service responds, but not with the list that a reconcile needs: nothing was sent, and the fate of an
   * earlier attempt is unknown.
   */
  | { readonly type: 'unlisted'; readonly error: AppError }
  /** A reconcile shows that the change was not done and may be sent. */
  | { readonly type: 'unsent'; readonly evidence: SendAttemptEvidence }
  | {
      readonly type: 'question';
      readonly question: OutboxQuestion;
      readonly error?: AppError;
      readonly theirs?: JsonObject;
      readonly candidates?: readonly MatchCandidate[];
      readonly evidence?: SendAttemptEvidence;
    }
  | { readonly type: 'rejected'; readonly error: AppError; readonly evidence?: SendAttemptEvidence };

/** Errors that mean that the service refused the change. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'forbidden',
  'not-found',
  'invalid-input',
  'needs-you',
]);
/** Errors after which nothing was done, for a reason unrelated to the change, such as no connection. */
const RETRY_LATER: ReadonlySet<ErrorCode> = new Set(['unauthorised', 'rate-limited']);

/**
 * Returns the outcome of a failed change (service's document, section 7: error conditions are not shown; see the
 * assumptions). For a once-only change every error is uncertain once the request may have arrived, except a
 * refusal, a rejected token and a rate limit.
 */
export function toFailedChangeOutcome({
  error,
  mayHaveLeft = false,
}: Err & { readonly mayHaveLeft?: boolean }): AttemptOutcome {
  if (REFUSALS.has(error.code)) return { type: 'rejected', error };
  if (RETRY_LATER.has(error.code) || !mayHaveLeft) return { type: 'later', error };
  return { type: 'uncertain', error };
}

/** Error details of connections that were never established, so that nothing was sent. */
const UNCONNECTED_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  NO_HTTP_CLIENT,
]);
const NOTHING_SENT: ReadonlySet<ErrorCode> = new Set([
  'certificate',
  'proxy-unsupported',
  'insecure-address',
]);

/**
 * Returns the outcome of a failed change that is safe to repeat. Where the service certainly did not do it,
 * the evidence of this attempt is removed.
 * @param before the evidence before this attempt
 */
export function toFailedRepeatableChangeOutcome({ error }: Err, before: SendAttemptEvidence): AttemptOutcome {
  if (REFUSALS.has(error.code)) return { type: 'rejected', error, evidence: before };
  const isUndone =
    RETRY_LATER.has(error.code) || NOTHING_SENT.has(error.code) || UNCONNECTED_ERRORS.has(error.detail ?? '');
  return isUndone ? { type: 'later', error, evidence: before } : { type: 'later', error };
}

/** Returns the outcome of a failed read before a change: nothing was sent yet. */
export function toFailedReadBeforeSendOutcome({ error }: Err): AttemptOutcome {
  return REFUSALS.has(error.code) ? { type: 'rejected', error } : { type: 'later', error };
}

/** Errors of a service that is reachable but does not return a list. */
const NO_LIST: ReadonlySet<ErrorCode> = new Set([
  'server-error',
  'bad-payload',
  'redirected',
  'list-doubted',
  'list-endless',
]);

/** Returns whether the service responded to a list request with something else. */
export function isListUnavailableError({ code }: AppError): boolean {
  return NO_LIST.has(code);
}

/** Questions of a reconcile that found nothing: a later one may resolve them. */
const NOT_FOUND_QUESTIONS: readonly OutboxQuestion[] = ['none-found', 'not-seen', 'not-listed'];

/** Returns whether the outcome is the question about a change that no reconcile has found. */
export function isQuestionAboutUnfoundChange(outcome: AttemptOutcome): boolean {
  return outcome.type === 'question' && NOT_FOUND_QUESTIONS.includes(outcome.question);
}

/** Returns whether a list is missing that is needed to send or reconcile the change. */
export function isBlockedByUnavailableList(outcome: AttemptOutcome): boolean {
  return outcome.type === 'unlisted' || (outcome.type === 'question' && outcome.question === 'not-listed');
}

/**
 * Returns the state of a change after an attempt. For a change that is done it is not used: the change is
 * closed.
 */
export function toChangeStateAfterAttempt(
  action: NextOutboxTask['action'],
  outcome: AttemptOutcome,
): ChangeStateAfterAttempt {
  switch (outcome.type) {
    case 'done':
      return { state: 'saved' };
    case 'later':
    case 'unlisted': {
      const { type: _is, ...facts } = outcome;
      // After a failed reconcile the change is as uncertain as before.
      return { state: action === 'reconcile' ? 'uncertain' : 'saved', ...facts };
    }
    case 'uncertain': {
      const { type: _is, ...facts } = outcome;
      return { state: 'uncertain', ...facts };
    }
    case 'unsent':
      return { state: 'saved', evidence: outcome.evidence };
    case 'rejected': {
      const { type: _is, ...facts } = outcome;
      // Only the reconcile was refused; whether the service has done the change is still unknown.
      return action === 'reconcile'
        ? { state: 'needs-you', question: 'not-seen', error: outcome.error }
        : { state: 'rejected', ...facts };
    }
    case 'question': {
      const { type: _is, ...facts } = outcome;
      return { state: 'needs-you', ...facts };
    }
  }
}

/**
 * Checks who saved a change: a change of another user is sent with these tokens only if the signed-in user has
 * agreed. An unknown user is asked about at the sign-in.
 * @returns the question that blocks the change; null where none does
 */
export function findQuestionIfSavedByAnotherUser(
  { userId }: Pick<SendContext, 'userId'>,
  change: StoredChange,
): AttemptOutcome | null {
  const { savedBy, evidence } = change;
  if (userId === null || savedBy === '' || savedBy === userId || evidence.sendsAs === userId) return null;
  return { type: 'question', question: 'another-user', evidence: { ...evidence, askedAs: userId } };
}

/**
 * Returns the question about a change whose record has no id of the service: its create goes first, so that none is
 * pending. Null for all other changes.
 */
export function findQuestionIfNeverCreated({ target }: StoredChange): AttemptOutcome | null {
  return isLocalId(target) ? { type: 'question', question: 'never-created' } : null;
}

/** Returns whether a reconcile failed, or did not find out whether the change was done. */
export function isInconclusive({ type }: AttemptOutcome): boolean {
  return type === 'unlisted' || type === 'later' || type === 'uncertain';
}
