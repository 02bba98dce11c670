import { runInBackground } from '#main/base/async.ts';
import type { Err } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { OneDirectionCircuitBreaker } from '#main/engine/sync/one-direction-breaker.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { isCreate } from '#main/engine/local/outbox/operations.ts';
import type { StoredOperation, NextOutboxTask } from '#main/engine/local/protocol.ts';
import { RECONCILE_FUNCTION_BY_OPERATION, SEND_FUNCTION_BY_OPERATION } from './send-functions.ts';
import { sendReadFlags } from './send-read-flags.ts';
import { fetchTargetIfIdAmbiguousInPath } from './send-update.ts';
import type { SendContext } from './context.ts';
import { FailedWriteRetryTimes } from './failed-write-retry-times.ts';
import { willRetryWithSmallerPages } from './list-failure.ts';
import { isQuestionAlreadyAsked, mayResendAfterReconcile } from './resend-check.ts';
import { ReconcileSchedule } from './reconcile-schedule.ts';
import {
  isBlockedByUnavailableList,
  isInconclusive,
  isQuestionAboutUnfoundWrite,
  toWriteStateAfterAttempt,
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
    'mayRequest' | 'pausedUntil' | 'isSignedOut' | 'getReachableTime'
  >;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
  /** Whether reconciles are scheduled automatically; a single sync reconciles once. */
  readonly keepsReconciling: boolean;
}

/** Maximum wait within a run; after longer waits the next run continues. */
const MAX_WAIT = 10 * SECOND;

/**
 * Sends the outbox, one write at a time, oldest first; a write waits for earlier ones of the same record. A
 * write that cannot be sent now does not block those of other records.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #stopping = new AbortController();
  readonly #schedule = new ReconcileSchedule();
  readonly #recorder: OutcomeRecorder;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #reconcilesAll = false;
  /** Numbers of the writes that this run has already reconciled. */
  #reconciled = new Set<number>();
  #timer = new AbortController();
  /** Aborts the wait for the end of a pause, or for a deferred write, when `push` is called. */
  #waking = new AbortController();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#recorder = new OutcomeRecorder(deps);
  }

  /**
   * Sends what may be sent; resolves when nothing more may be sent for now. A call during a run joins it, and
   * its deferred writes are retried at once.
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

  /** Makes the next reconcile of a write due, after the user has decided about it. */
  makeDue(number: number): void {
    this.#schedule.makeDue(number);
  }

  /** Starts nothing more; resolves when the writes in flight have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.#running;
  }

  #run(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
      this.#planReconcile();
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
   * Reconciles everything that may have been done. Without a schedule, writes that this run has just
   * reconciled are skipped.
   */
  async #reconcileAll(): Promise<void> {
    const lost = await this.#deps.local.call('listUnreconciled', null);
    const except = this.#deps.keepsReconciling ? new Set<number>() : this.#reconciled;
    for (const operation of lost.ok ? lost.value : []) {
      if (this.#stopping.signal.aborted || !(await this.#mayGo())) return;
      if (!except.has(operation.number)) await this.#reconcile(operation);
    }
    this.#reconciled = new Set();
  }

  #planReconcile(): void {
    const { breaker, clock, log, keepsReconciling } = this.#deps;
    this.#timer.abort();
    const now = breaker.getReachableTime();
    const at = this.#schedule.getNextTime(now);
    if (!keepsReconciling || this.#stopping.signal.aborted || at === Infinity) return;
    this.#timer = new AbortController();
    const due = clock.wait(at - now, this.#timer.signal).then(
      () => this.push(),
      () => {}, // The wait was aborted: a later timer replaced it.
    );
    runInBackground(due, 'a look for what may have been done failed', log);
  }

  async #drain(): Promise<void> {
    const { clock, random, breaker, local } = this.#deps;
    const deferred = new FailedWriteRetryTimes({ clock, random });
    await this.#recorder.recordUnwrittenOutcomes();
    while (!this.#stopping.signal.aborted && !this.#isAskedAgain && (await this.#mayGo())) {
      const except = [...deferred.list(), ...this.#schedule.listWaiting(breaker.getReachableTime())];
      const task = await local.call('getNextTask', { except });
      if (!task.ok) return;
      if (task.value === null) {
        if (!(await this.#waitToRetry(deferred.getNextDelay()))) return;
      } else if (!isReadFlagToSend(task.value) || !(await this.#sendReadFlags(except, deferred)))
        await this.#perform(task.value, deferred);
    }
  }

  /** Sends the next read flags together. Returns false where the next one has to be sent on its own. */
  async #sendReadFlags(except: readonly number[], deferred: FailedWriteRetryTimes): Promise<boolean> {
    const { context, local, breaker } = this.#deps;
    const mayGoOn = (): boolean =>
      !this.#stopping.signal.aborted && !this.#isAskedAgain && breaker.mayRequest();
    const sent = await sendReadFlags({ context, local, except, mayGoOn });
    if (sent === null) return false;
    for (const { operation, outcome, isRecorded } of sent) {
      if (isRecorded) this.#schedule.forget(operation.number);
      else await this.#recordSent(operation, outcome);
      this.#deferIfFailed({ todo: 'send', operation }, outcome, deferred);
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

  async #perform(task: NextOutboxTask, deferred: FailedWriteRetryTimes): Promise<void> {
    const { todo, operation } = task;
    const outcome = todo === 'reconcile' ? await this.#reconcile(operation) : await this.#send(operation);
    this.#deferIfFailed(task, outcome, deferred);
  }

  #deferIfFailed(
    { todo, operation: { number } }: NextOutboxTask,
    outcome: AttemptOutcome,
    deferred: FailedWriteRetryTimes,
  ): void {
    // An uncertain write is reconciled at once; one that failed, or could not be reconciled or recorded,
    // waits.
    const isFailed =
      outcome.is === 'later' ||
      outcome.is === 'unlisted' ||
      (todo === 'reconcile' && outcome.is === 'uncertain') ||
      this.#recorder.hasUnrecordedOutcome(number);
    if (isFailed) deferred.add(number);
  }

  async #send(operation: StoredOperation): Promise<AttemptOutcome> {
    const { context } = this.#deps;
    // A write that the user sends again is reconciled right before; a create does that itself.
    const isReconciled = operation.evidence.sendsAgain === true && !isCreate(operation.operation);
    const reconcile = isReconciled ? RECONCILE_FUNCTION_BY_OPERATION[operation.operation] : undefined;
    const found = reconcile === undefined ? null : await reconcile(context, operation);
    const isFree = found === null || mayResendAfterReconcile(operation, found);
    const outcome = this.#askInTime(operation, isFree ? await this.#attempt(operation) : found);
    await this.#recordSent(operation, outcome);
    return outcome;
  }

  async #recordSent(operation: StoredOperation, outcome: AttemptOutcome): Promise<void> {
    if (outcome.is === 'later') this.#noteFailure(operation, outcome);
    else if (!isBlockedByUnavailableList(outcome)) this.#schedule.forget(operation.number);
    await this.#recorder.record(operation, outcome, toWriteStateAfterAttempt('send', outcome));
  }

  async #attempt(operation: StoredOperation): Promise<AttemptOutcome> {
    const { context } = this.#deps;
    const stopped =
      findQuestionIfSavedByAnotherUser(context, operation) ??
      (await fetchTargetIfIdAmbiguousInPath(context, operation));
    return stopped ?? SEND_FUNCTION_BY_OPERATION[operation.operation](context, operation);
  }

  /** Reconciles a write. It stays uncertain while nothing is found; after two minutes the user is asked. */
  async #reconcile(operation: StoredOperation): Promise<AttemptOutcome> {
    const { number } = operation;
    const attempt =
      RECONCILE_FUNCTION_BY_OPERATION[operation.operation] ?? SEND_FUNCTION_BY_OPERATION[operation.operation];
    const outcome = this.#askInTime(operation, await attempt(this.#deps.context, operation));
    this.#reconciled.add(number);
    const isFailed = isInconclusive(outcome);
    const isAsked = operation.state === 'needs-you';
    // A write that may be sent is sent as soon as this run has reconciled the others.
    if (outcome.is === 'unsent') this.#isAskedAgain = true;
    if (!this.#isQuestionDue(operation, outcome) && !isAsked) {
      await this.#recorder.record(operation, outcome, { state: 'uncertain' });
      return outcome;
    }
    // A question stays as it is until a reconcile has more information.
    if (isAsked && (isFailed || outcome.is === 'rejected' || isQuestionAlreadyAsked(operation, outcome)))
      return outcome;
    await this.#recorder.record(operation, outcome, toWriteStateAfterAttempt('reconcile', outcome));
    return outcome;
  }

  /**
   * Notes the outcome of a reconcile in the schedule. Returns false only where nothing was found and it is
   * too early to ask the user.
   */
  #isQuestionDue(operation: StoredOperation, outcome: AttemptOutcome): boolean {
    const { number } = operation;
    if (isQuestionAboutUnfoundWrite(outcome))
      return this.#schedule.noteNotFound(number, this.#deps.breaker.getReachableTime());
    if (outcome.is === 'later' || outcome.is === 'uncertain') this.#noteFailure(operation, outcome);
    else if (outcome.is !== 'unlisted') this.#schedule.forget(number);
    return true;
  }

  /** Notes a failure in the schedule. A slow page is none while smaller ones are tried. */
  #noteFailure(operation: StoredOperation, failed: Pick<Err, 'error'>): void {
    if (willRetryWithSmallerPages(this.#deps.context, operation, failed)) return;
    this.#schedule.noteFailure(operation.number, this.#deps.breaker.getReachableTime());
  }

  /**
   * Asks the user where the service responds for two minutes without the list that a reconcile needs; an
   * existing question stays as it is.
   */
  #askInTime({ number, state }: StoredOperation, outcome: AttemptOutcome): AttemptOutcome {
    if (outcome.is !== 'unlisted' || state === 'needs-you') return outcome;
    const isDue = this.#schedule.noteUnlisted(number, this.#deps.breaker.getReachableTime());
    return isDue ? { is: 'question', question: 'not-listed', error: outcome.error } : outcome;
  }
}

function isReadFlagToSend({ todo, operation }: NextOutboxTask): boolean {
  return todo === 'send' && operation.operation === 'notifications.update';
}
