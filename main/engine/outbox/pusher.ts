import type { Operation } from '#contract/writes.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';
import type { Gate } from '#main/engine/sync/gate.ts';
import type { Desk } from '#main/engine/desk/desk.ts';
import type { DeskOperation, Task } from '#main/engine/desk/protocol.ts';
import { lookForCreate, sendCreate } from './create.ts';
import { lookForPublish, sendCompletion, sendDelete, sendPublish } from './form-writes.ts';
import type { Ground } from './ground.ts';
import type { Outcome } from './outcome.ts';
import { sendReadFlag } from './read-flag.ts';
import { lookForReview, sendUpdate } from './update.ts';

export interface PusherDeps {
  readonly ground: Ground;
  readonly desk: Pick<Desk, 'call'>;
  /** Whether anything may be asked of the service now. */
  readonly gate: Pick<Gate, 'mayAsk' | 'pausedUntil' | 'isSignedOut'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

type Attempt = (ground: Ground, operation: DeskOperation) => Promise<Outcome>;

const SEND: Readonly<Record<Operation, Attempt>> = {
  'forms.create': sendCreate,
  'forms.update': sendUpdate,
  'forms.publish': sendPublish,
  'forms.delete': sendDelete,
  'forms.completion': sendCompletion,
  'requisitions.create': sendCreate,
  'requisitions.update': sendUpdate,
  'notifications.update': sendReadFlag,
};

/** How to find out what became of a write that must not be sent twice. */
const LOOK: Readonly<Partial<Record<Operation, Attempt>>> = {
  'forms.create': lookForCreate,
  'requisitions.create': lookForCreate,
  'forms.publish': lookForPublish,
  'requisitions.update': lookForReview,
};

/** So often one write is tried in one run. */
const TRIES = 4;
const FIRST_DELAY = SECOND / 2;
const LONGEST_DELAY = 5 * MINUTE;
/** A run sits out waits up to this long; longer ones are the next run's. */
const PATIENCE = 10 * SECOND;

interface Deferral {
  readonly until: number;
  readonly tries: number;
}

/**
 * Sends what waits, one write at a time, oldest first; what waits behind another of the same record waits for it. A write that cannot
 * be sent now never holds up those of other records.
 */
export class Pusher {
  readonly #deps: PusherDeps;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(deps: PusherDeps) {
    this.#deps = deps;
  }

  /** Sends what may be sent; resolves when nothing more may be for now. Whoever asks while it runs waits for it. */
  push(): Promise<void> {
    this.#isAskedAgain = true;
    this.#running ??= this.#runs().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Begins nothing more; resolves when what is on its way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #runs(): Promise<void> {
    while (this.#isAskedAgain && !this.#stopping.signal.aborted) {
      this.#isAskedAgain = false;
      await this.#drain();
    }
  }

  async #drain(): Promise<void> {
    const deferred = new Map<number, Deferral>();
    while (!this.#stopping.signal.aborted && (await this.#mayGo())) {
      const now = this.#deps.clock.monotonic();
      const except = [...deferred].filter(([, { until }]) => until > now).map(([number]) => number);
      const task = await this.#deps.desk.call('next', { except });
      if (!task.ok) return;
      if (task.value !== null) await this.#perform(task.value, deferred);
      else if (!(await this.#waitFor(deferred))) return;
    }
  }

  /** Whether the service may be asked; a short pause is sat out. */
  async #mayGo(): Promise<boolean> {
    const { gate, clock } = this.#deps;
    const { pausedUntil } = gate;
    if (pausedUntil === null || gate.isSignedOut) return gate.mayAsk();
    return (await this.#sitOut(pausedUntil - clock.monotonic())) && gate.mayAsk();
  }

  /** Waits where the wait is short. False where it is not, or where nothing is to be begun any more. */
  async #sitOut(wait: number): Promise<boolean> {
    if (wait > PATIENCE) return false;
    return this.#deps.clock.wait(Math.max(0, wait), this.#stopping.signal).then(
      () => true,
      () => false,
    );
  }

  /** Waits until the first deferred write may be tried again. False where none will be in this run. */
  #waitFor(deferred: ReadonlyMap<number, Deferral>): Promise<boolean> {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    // One whose time has come and that is not given out any more has been dealt with.
    const soonest = Math.min(
      ...[...deferred.values()].map(({ until }) => until).filter((until) => until > now),
    );
    return this.#sitOut(soonest - now);
  }

  async #perform({ todo, operation }: Task, deferred: Map<number, Deferral>): Promise<void> {
    const { number } = operation;
    const attempt = todo === 'look' ? LOOK[operation.operation] : SEND[operation.operation];
    const outcome = await (attempt ?? SEND[operation.operation])(this.#deps.ground, operation);
    await this.#conclude(operation, todo, outcome);
    // What became uncertain is looked for at once; what failed, or could not be looked for, waits a little.
    const isFailed = outcome.is === 'later' || (todo === 'look' && outcome.is === 'uncertain');
    if (!isFailed) return;
    const tries = (deferred.get(number)?.tries ?? 0) + 1;
    deferred.set(number, {
      tries,
      until: tries >= TRIES ? Infinity : this.#deps.clock.monotonic() + this.#delay(tries),
    });
  }

  #delay(tries: number): number {
    return this.#deps.random.fraction() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** tries);
  }

  async #conclude(operation: DeskOperation, todo: Task['todo'], outcome: Outcome): Promise<void> {
    const { desk, log } = this.#deps;
    const { number, data } = operation;
    const concluded =
      outcome.is === 'done'
        ? await desk.call('settle', { number, data, ...(await this.#settlementOf(operation, outcome)) })
        : await desk.call('rest', { number, data, rest: restOf(todo, outcome) });
    // It stays as the file has it: at the next start a write that was on its way is looked for. One that was changed or let go
    // meanwhile has nothing to be told.
    const isMoot = !concluded.ok && ['cancelled', 'not-found'].includes(concluded.error.code);
    if (!concluded.ok && !isMoot)
      log.error('an outcome could not be kept', { number, code: concluded.error.code });
  }

  async #settlementOf(
    { kind, target }: DeskOperation,
    { how, realId, answer }: Extract<Outcome, { is: 'done' }>,
  ) {
    // What somebody looked at is known of these alone: alerts are marked by the thousand.
    const text =
      answer === undefined || kind === 'notification'
        ? undefined
        : await this.#deps.ground.text(kind, target);
    return {
      how,
      ...(realId === undefined ? {} : { realId }),
      ...(answer === undefined ? {} : { answer }),
      ...(text === undefined ? {} : { text }),
    };
  }
}

function restOf(todo: Task['todo'], outcome: Exclude<Outcome, { is: 'done' }>) {
  switch (outcome.is) {
    case 'later':
      // A look that failed leaves what was looked for as uncertain as it was.
      return { state: todo === 'look' ? 'uncertain' : 'saved', error: outcome.error } as const;
    case 'uncertain':
      return { state: 'uncertain', error: outcome.error } as const;
    case 'rejected':
      // Refused was the look; of the write itself nobody knows.
      return todo === 'look'
        ? ({ state: 'needs-you', question: 'not-seen', error: outcome.error } as const)
        : ({ state: 'rejected', error: outcome.error } as const);
    case 'question': {
      const { is: _is, ...facts } = outcome;
      return { state: 'needs-you', ...facts } as const;
    }
  }
}
