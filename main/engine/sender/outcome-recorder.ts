import type { Log } from '#main/base/log.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { isOnceOnlyChange, needsReconcile } from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange, ChangeStateAfterAttempt } from '#main/engine/local/protocol.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';

export interface OutcomeRecorderDeps {
  readonly context: Pick<SendContext, 'getCachedText'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly log: Log;
}

interface FinishedAttempt {
  readonly change: StoredChange;
  readonly outcome: AttemptOutcome;
  readonly rest: ChangeStateAfterAttempt;
}

/**
 * Errors of the local store for a change that was edited or discarded meanwhile: its outcome need not be
 * recorded.
 */
const IGNORED_ERRORS: readonly AppError['code'][] = ['cancelled', 'not-found'];

/**
 * Records the outcomes of attempts in the local store. An outcome that cannot be written, for example on a
 * full disk, is kept in memory and written as soon as the store accepts it; without that the change would stay
 * in flight permanently.
 */
export class OutcomeRecorder {
  readonly #deps: OutcomeRecorderDeps;
  readonly #unwritten = new Map<number, FinishedAttempt>();

  constructor(deps: OutcomeRecorderDeps) {
    this.#deps = deps;
  }

  /** Records the outcome of an attempt or a reconcile. */
  async record(change: StoredChange, outcome: AttemptOutcome, rest: ChangeStateAfterAttempt): Promise<void> {
    // A decision of the user during a reconcile has priority over its outcome.
    const from = needsReconcile(change) ? change.state : null;
    const { number } = change;
    const recorded = await this.#write({ change, outcome, rest }, from);
    this.#unwritten.delete(number);
    if (recorded.ok || IGNORED_ERRORS.includes(recorded.error.code)) return;
    this.#unwritten.set(number, { change, outcome, rest });
    this.#deps.log.error('an outcome could not be recorded', { number, code: recorded.error.code });
  }

  /** Returns whether the outcome of the last attempt at a change could not be recorded so far. */
  hasUnrecordedOutcome(number: number): boolean {
    return this.#unwritten.has(number);
  }

  /** Returns whether outcomes are kept in memory that the store has not accepted so far. */
  hasUnwrittenOutcomes(): boolean {
    return this.#unwritten.size > 0;
  }

  /**
   * Records outcomes that failed before. A change whose outcome the store still refuses is reconciled later,
   * and not sent again as it is.
   */
  async recordUnwrittenOutcomes(): Promise<void> {
    for (const [number, ended] of this.#unwritten) {
      const recorded = await this.#write(ended, 'sending');
      const isOver =
        recorded.ok || IGNORED_ERRORS.includes(recorded.error.code) || (await this.#leaveToLook(ended)).ok;
      if (isOver) this.#unwritten.delete(number);
    }
  }

  #leaveToLook({ change }: FinishedAttempt): Promise<Result<null>> {
    const { number, data } = change;
    const state = isOnceOnlyChange(change.operation, data) ? 'uncertain' : 'saved';
    return this.#deps.local.call('storeAttempt', { number, data, rest: { state }, from: 'sending' });
  }

  async #write(
    { change, outcome, rest }: FinishedAttempt,
    from: StoredChange['state'] | null,
  ): Promise<Result<null>> {
    const { local } = this.#deps;
    const { number, data } = change;
    return outcome.type === 'done'
      ? local.call('closeConfirmedChange', { number, data, ...(await this.#toSettlement(change, outcome)) })
      : local.call('storeAttempt', { number, data, rest, from });
  }

  async #toSettlement(
    { kind, target }: StoredChange,
    { ending, realId, answer, otherReviews }: Extract<AttemptOutcome, { type: 'done' }>,
  ) {
    // Only these kinds have viewed versions; notifications are marked by the thousand.
    const text =
      answer === undefined || kind === 'notification'
        ? undefined
        : await this.#deps.context.getCachedText(kind, target);
    return {
      ending,
      ...(realId === undefined ? {} : { realId }),
      ...(answer === undefined ? {} : { answer }),
      ...(otherReviews === undefined ? {} : { otherReviews }),
      ...(text === undefined ? {} : { text }),
    };
  }
}
