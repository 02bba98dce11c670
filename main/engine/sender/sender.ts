import type { Err } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { OneDirectionCircuitBreaker } from '#main/engine/sync/one-direction-breaker.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { isCreateOperation } from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange, NextOutboxTask } from '#main/engine/local/protocol.ts';
import {
  RECONCILE_FUNCTION_BY_OPERATION,
  reconcileChange,
  SEND_FUNCTION_BY_OPERATION,
} from './send-functions.ts';
import { sendReadFlags } from './send-read-flags.ts';
import { fetchTargetIfIdAmbiguousInPath } from './send-update.ts';
import { runAttempt } from './broken-attempt.ts';
import type { SendContext } from './context.ts';
import { NextPush } from './next-push.ts';
import { FailedChangeRetryTimes, ReconcileSchedule } from './reconcile-schedule.ts';
import { willRetryWithSmallerPages } from './list-failure.ts';
import { isQuestionAlreadyAsked, mayResendAfterReconcile } from './resend-check.ts';
import {
  isBlockedByUnavailableList,
  isInconclusive,
  isQuestionAboutUnfoundChange,
  toChangeStateAfterAttempt,
  type AttemptOutcome,
  findQuestionIfSavedByAnotherUser,
} from './outcome.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';

export interface SenderDeps {
  readonly context: SendContext;
  readonly local: Pick<LocalClient, 'call'>;
  /** The circuit breaker for sending: says whether requests may be sent, and until when there is a pause. */
  readonly breaker: Pick<
    OneDirectionCircuitBreaker,
    'mayRequest' | 'pausedUntil' | 'isSignedOut' | 'isUnreachable' | 'getReachableTime'
  >;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
  /** Whether reconciles are scheduled automatically, and changes tried again; a single sync does both once. */
  readonly keepsReconciling: boolean;
}

/** Maximum wait within a run; after longer waits the next run continues. */
const MAX_WAIT = 10 * SECOND;

/**
 * Sends the outbox, one change at a time, oldest first; a change waits for earlier ones of the same record. A
 * change that cannot be sent now does not block those of other records.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #stopping = new AbortController();
  readonly #schedule = new ReconcileSchedule();
  readonly #recorder: OutcomeRecorder;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #reconcilesAll = false;
  /** Numbers of the changes that this run has already reconciled. */
  #reconciled = new Set<number>();
  readonly #next: NextPush;
  /** Whether the last run has left changes that it could not send, or outcomes that it could not record. */
  #isUnfinished = false;
  /** Aborts the wait for the end of a pause, or for a deferred change, when `push` is called. */
  #waking = new AbortController();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#recorder = new OutcomeRecorder(deps);
    this.#next = new NextPush({ ...deps, push: () => this.push() });
  }

  /**
   * Sends what may be sent; resolves when nothing more may be sent for now. A call during a run joins it, and
   * its deferred changes are retried at once.
   */
  push(): Promise<void> {
    this.#isAskedAgain = true;
    this.#waking.abort();
    return this.#run();
  }

  /** Reconciles everything that may have been done, after a refresh. Resolves as `push`. */
  reconcileNow(): Promise<void> {
    this.#reconcilesAll = true;
    return this.#run();
  }

  /** Makes the next reconcile of a change due, after the user has decided about it. */
  makeDue(number: number): void {
    this.#schedule.makeDue(number);
  }

  /** Starts nothing more; resolves when the changes in flight have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#next.cancel();
    await this.#running;
  }

  #run(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
      this.#planNext();
    });
    return this.#running;
  }

  async #runAll(): Promise<void> {
    while ((this.#isAskedAgain || this.#reconcilesAll) && !this.#stopping.signal.aborted) {
      if (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#drain();
      } else {
        this.#reconcilesAll = false;
        await this.#reconcileAll();
      }
    }
  }

  /**
   * Reconciles everything that may have been done. Without a schedule, changes that this run has just
   * reconciled are skipped.
   */
  async #reconcileAll(): Promise<void> {
    const lost = await this.#deps.local.call('listUnreconciled', null);
    const except = this.#deps.keepsReconciling ? new Set<number>() : this.#reconciled;
    for (const change of lost.ok ? lost.value : []) {
      if (this.#stopping.signal.aborted || !(await this.#mayGo())) return;
      if (!except.has(change.number)) await this.#reconcile(change);
    }
    this.#reconciled = new Set();
  }

  #planNext(): void {
    const { breaker, keepsReconciling } = this.#deps;
    if (!keepsReconciling || this.#stopping.signal.aborted) return;
    this.#next.plan(this.#isUnfinished, this.#schedule.getNextTime(breaker.getReachableTime()));
  }

  async #drain(): Promise<void> {
    const { clock, random, breaker, local } = this.#deps;
    const deferred = new FailedChangeRetryTimes({ clock, random });
    await this.#recorder.recordUnwrittenOutcomes();
    this.#isUnfinished = true;
    while (!this.#stopping.signal.aborted && !this.#isAskedAgain && (await this.#mayGo())) {
      const except = [...deferred.list(), ...this.#schedule.listWaiting(breaker.getReachableTime())];
      const task = await local.call('getNextTask', { except });
      if (!task.ok) return;
      if (task.value === null) {
        this.#isUnfinished = deferred.hasAnyToRetry() || this.#recorder.hasUnwrittenOutcomes();
        if (!(await this.#waitToRetry(deferred.getNextDelay()))) return;
        this.#isUnfinished = true;
      } else if (!isReadFlagToSend(task.value) || !(await this.#sendReadFlags(except, deferred)))
        await this.#perform(task.value, deferred);
    }
  }

  /** Sends the next read flags together. Returns false where the next one has to be sent on its own. */
  async #sendReadFlags(except: readonly number[], deferred: FailedChangeRetryTimes): Promise<boolean> {
    const { context, local, log, breaker } = this.#deps;
    const mayGoOn = (): boolean =>
      !this.#stopping.signal.aborted && !this.#isAskedAgain && breaker.mayRequest();
    const sent = await sendReadFlags({ context, local, log, except, mayGoOn });
    if (sent === null) return false;
    for (const { change, outcome, isRecorded } of sent) {
      if (isRecorded) this.#schedule.forget(change.number);
      else await this.#recordSent(change, outcome);
      this.#deferIfFailed({ action: 'send', change }, outcome, deferred);
    }
    return true;
  }

  /** Returns whether the service may be asked, after waiting for a short pause. */
  async #mayGo(): Promise<boolean> {
    const { breaker, clock } = this.#deps;
    const { pausedUntil } = breaker;
    if (pausedUntil === null || breaker.isSignedOut) return breaker.mayRequest();
    return (await this.#waitToRetry(pausedUntil - clock.monotonic())) && breaker.mayRequest();
  }

  /**
   * Waits where the wait is short, or until `push` is called. Returns false where the wait is long, or the
   * sender is stopped.
   */
  async #waitToRetry(wait: number): Promise<boolean> {
    if (wait > MAX_WAIT) return false;
    this.#waking = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, this.#waking.signal]);
    await this.#deps.clock.wait(Math.max(0, wait), signal).catch(() => {}); // An aborted wait rejects; the abort is checked below.
    return !this.#stopping.signal.aborted;
  }

  async #perform(task: NextOutboxTask, deferred: FailedChangeRetryTimes): Promise<void> {
    const { action, change } = task;
    const outcome = action === 'reconcile' ? await this.#reconcile(change) : await this.#send(change);
    this.#deferIfFailed(task, outcome, deferred);
  }

  #deferIfFailed(
    { action, change: { number } }: NextOutboxTask,
    outcome: AttemptOutcome,
    deferred: FailedChangeRetryTimes,
  ): void {
    // An uncertain change is reconciled at once; one that failed, or could not be reconciled or recorded,
    // waits.
    const isFailed =
      outcome.type === 'later' ||
      outcome.type === 'unlisted' ||
      (action === 'reconcile' && outcome.type === 'uncertain') ||
      this.#recorder.hasUnrecordedOutcome(number);
    const error = 'error' in outcome ? outcome.error : undefined;
    if (isFailed) deferred.add(number, error, outcome.type === 'unlisted');
  }

  async #send(change: StoredChange): Promise<AttemptOutcome> {
    const { context } = this.#deps;
    // A change that the user sends again is reconciled right before; a create does that itself.
    const isReconciled = change.evidence.sendsAgain === true && !isCreateOperation(change.operation);
    const reconcile = isReconciled ? RECONCILE_FUNCTION_BY_OPERATION[change.operation] : undefined;
    const found =
      reconcile === undefined ? null : await runAttempt(this.#deps, change, () => reconcile(context, change));
    const isFree = found === null || mayResendAfterReconcile(change, found);
    const sent = isFree ? await runAttempt(this.#deps, change, () => this.#attempt(change)) : found;
    const outcome = this.#askInTime(change, sent);
    await this.#recordSent(change, outcome);
    return outcome;
  }

  async #recordSent(change: StoredChange, outcome: AttemptOutcome): Promise<void> {
    if (outcome.type === 'later') this.#noteFailure(change, outcome);
    else if (!isBlockedByUnavailableList(outcome)) this.#schedule.forget(change.number);
    await this.#recorder.record(change, outcome, toChangeStateAfterAttempt('send', outcome));
  }

  async #attempt(change: StoredChange): Promise<AttemptOutcome> {
    const { context } = this.#deps;
    const stopped =
      findQuestionIfSavedByAnotherUser(context, change) ??
      (await fetchTargetIfIdAmbiguousInPath(context, change));
    return stopped ?? SEND_FUNCTION_BY_OPERATION[change.operation](context, change);
  }

  /** Reconciles a change. It stays uncertain while nothing is found; after two minutes the user is asked. */
  async #reconcile(change: StoredChange): Promise<AttemptOutcome> {
    const found = await runAttempt(this.#deps, change, () => reconcileChange(this.#deps.context, change));
    const outcome = this.#askInTime(change, found);
    this.#reconciled.add(change.number);
    const isFailed = isInconclusive(outcome);
    const isAsked = change.state === 'needs-you';
    // A change that may be sent is sent as soon as this run has reconciled the others.
    if (outcome.type === 'unsent') this.#isAskedAgain = true;
    if (!this.#isQuestionDue(change, outcome) && !isAsked) {
      await this.#recorder.record(change, outcome, { state: 'uncertain' });
      return outcome;
    }
    // A question stays as it is until a reconcile has more information.
    if (isAsked && (isFailed || outcome.type === 'rejected' || isQuestionAlreadyAsked(change, outcome)))
      return outcome;
    await this.#recorder.record(change, outcome, toChangeStateAfterAttempt('reconcile', outcome));
    return outcome;
  }

  /**
   * Notes the outcome of a reconcile in the schedule. Returns false only where nothing was found and it is
   * too early to ask the user.
   */
  #isQuestionDue(change: StoredChange, outcome: AttemptOutcome): boolean {
    const { number } = change;
    if (isQuestionAboutUnfoundChange(outcome))
      return this.#schedule.noteNotFound(number, this.#deps.breaker.getReachableTime());
    if (outcome.type === 'later' || outcome.type === 'uncertain') this.#noteFailure(change, outcome);
    else if (outcome.type !== 'unlisted') this.#schedule.forget(number);
    return true;
  }

  /** Notes a failure in the schedule. A slow page is none while smaller ones are tried. */
  #noteFailure(change: StoredChange, failed: Pick<Err, 'error'>): void {
    if (willRetryWithSmallerPages(this.#deps.context, change, failed)) return;
    this.#schedule.noteFailure(change.number, this.#deps.breaker.getReachableTime());
  }

  /**
   * Asks the user where the service responds for two minutes without the list that a reconcile needs; an
   * existing question stays as it is.
   */
  #askInTime({ number, state }: StoredChange, outcome: AttemptOutcome): AttemptOutcome {
    if (outcome.type !== 'unlisted' || state === 'needs-you') return outcome;
    const isDue = this.#schedule.noteUnlisted(number, this.#deps.breaker.getReachableTime());
    return isDue ? { type: 'question', question: 'not-listed', error: outcome.error } : outcome;
  }
}

function isReadFlagToSend({ action, change }: NextOutboxTask): boolean {
  return action === 'send' && change.operation === 'notifications.update';
}
