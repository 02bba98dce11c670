import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboxResolution, ClosedChange } from '#contract/outbox.ts';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import type { FaultAction } from '#main/demo/faults.ts';
import { unwrap } from '../support/engine.ts';
import { listRemainingDifferences } from './equal-caches.ts';
import { findings, type Findings, NOTHING_WRONG } from './findings.ts';
import { type FaultClock, faultClock, READS_LAG, type ServiceClock, serviceClock } from './fault-clock.ts';
import { DIALECTS, inDialect, SEED } from './pool.ts';
import { noteRun } from './report.ts';
import { settleAsUser } from './settle.ts';
import { howMuch } from './size.ts';
import { Tally } from './tally.ts';
import type { Marked } from './workload.ts';
import { WRONG_TIME_WORKER_URL } from '../support/worker-entries.ts';
import { decideAboutChange, type TestApp, openTestApp } from '../support/app.ts';
import { changeAsOtherClient } from '../support/clinic.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AFTER_RECONCILE = 11 * MINUTE;
const FIELDS = ['name', 'order_details'] as const;
type Field = (typeof FIELDS)[number];

/** One action of a run; `record` and `field` choose among few values, so that actions collide. */
type Step =
  | { readonly do: 'edit' | 'editElsewhere'; readonly record: number; readonly field: Field }
  | { readonly do: 'create' | 'sync' | 'restart' | 'calm' }
  | { readonly do: 'setTime'; readonly wrong: number }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'trouble'; readonly action: FaultAction; readonly times: number }
  | { readonly do: 'decide'; readonly take: 'server' | 'mine' };

const record = fc.nat({ max: 1 });
const field = fc.constantFrom(...FIELDS);
const trouble = fc.constantFrom<FaultAction>(
  { kind: 'close' },
  { kind: 'close', after: true },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 500, after: true },
  { kind: 'truncate', keepBytes: 40 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), record, field }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('editElsewhere' as const), record, field }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'calm' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trouble' as const),
      action: trouble,
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setTime' as const),
      wrong: fc.constantFrom(0, 3 * HOUR, -2 * MINUTE, 40 * 24 * HOUR, -24 * HOUR),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 4, 35) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      take: fc.constantFrom('server' as const, 'mine' as const),
    }),
  },
);

interface Clocks {
  readonly here: FaultClock;
  readonly there: ServiceClock;
}

function passBoth({ here, there }: Clocks, ms: number): void {
  here.pass(ms);
  there.pass(ms);
}

async function allSettled(app: TestApp): Promise<readonly ClosedChange[]> {
  return unwrap(await app.engine().call('outbox.closed', { limit: 500 })).items;
}

/** What users intended and saw, recorded independently of Intray. */
class FaultScenario {
  readonly #app: TestApp;
  readonly #clocks: Clocks;
  readonly #ids: readonly string[];
  readonly tally = new Tally();
  /** Per field, the server values that Intray showed whenever the user edited it here. */
  readonly seen = new Map<string, Set<unknown>>();
  /** Fields for which the user decided that the value of this computer replaces the server's. */
  readonly overruled = new Set<string>();
  #marks = 0;

  constructor(app: TestApp, clocks: Clocks) {
    this.#app = app;
    this.#clocks = clocks;
    this.#ids = [...app.serviceRecords('requisition').keys()];
  }

  async runStep(action: Step): Promise<void> {
    const app = this.#app;
    switch (action.do) {
      case 'edit':
        return this.#edit(action.record, action.field);
      case 'editElsewhere':
        await this.#otherClient(action.record, action.field);
        // What no read shows yet cannot be seen, and the service takes each change: no client can avoid to replace it.
        return this.#clocks.there.skip(READS_LAG);
      case 'create': {
        const mark = this.#mark();
        const data = { patient: 'user_p', type: 'lab', ordering_provider: 'user_d', name: mark } as const;
        return this.#save({ operation: 'requisitions.create', data }, mark, null);
      }
      case 'setTime':
        return this.#clocks.here.setWrong(action.wrong);
      case 'pass':
        return passBoth(this.#clocks, action.minutes * MINUTE);
      case 'sync':
        await app.sync();
        return;
      case 'restart':
        return app.restart();
      case 'calm':
        return app.clinic.faults.clear();
      case 'trouble':
        return app.clinic.faults.add({ match: { times: action.times }, action: action.action });
      case 'decide':
        return this.decide(action.take);
    }
  }

  async decide(take: 'server' | 'mine'): Promise<void> {
    const conflict = (await this.#app.outbox()).find(({ question }) => question === 'conflict');
    if (conflict !== undefined) await this.resolve(conflict.number, { take });
  }

  async resolve(number: number, resolution: OutboxResolution): Promise<void> {
    const { take } = resolution;
    const change = (await this.#app.outbox()).find((found) => found.number === number);
    for (const { field: name } of change?.fields ?? []) {
      if (take === 'mine' && change !== undefined) this.overruled.add(`${change.id} ${name}`);
    }
    // Sending it may have begun meanwhile: then nothing is decided.
    await decideAboutChange(this.#app.engine(), number, resolution);
  }

  #mark(): string {
    return `mark${++this.#marks}x`;
  }

  async #save(change: Marked['change'], mark: string, sets: string | null): Promise<void> {
    const { number: outboxNumber } = await this.#app.save(change);
    const number = this.#marks;
    this.tally.savedChanges.push({ change, mark, number, sets, outboxNumber });
  }

  async #edit(which: number, name: Field): Promise<void> {
    const id = this.#ids[which] ?? '';
    const raw = unwrap(await this.#app.engine().call('records.raw', { kind: 'requisition', id }));
    const key = `${id} ${name}`;
    const seen = this.seen.get(key) ?? new Set();
    this.seen.set(key, seen.add((JSON.parse(raw.raw) as Record<string, unknown>)[name]));
    const mark = this.#mark();
    await this.#save({ operation: 'requisitions.update', data: { id, [name]: mark } }, mark, key);
  }

  async #otherClient(which: number, name: Field): Promise<void> {
    const id = this.#ids[which] ?? '';
    // Faults apply to every request, so the other client changes records without one.
    await changeAsOtherClient(this.#app.clinic, `/v2/requisitions/${encodeURIComponent(id)}`, {
      [name]: `theirs${++this.#marks}`,
    }).catch(() => null);
  }
}

/**
 * Values of other clients that a change from here replaced although the user had neither seen them nor decided
 * so.
 */
function silentlyReplaced(app: TestApp, scenario: FaultScenario): readonly string[] {
  const current = new Map<string, unknown>();
  const replaced: string[] = [];
  for (const { id, path, body } of app.clinic.writeLog()) {
    if (path.split('/')[3] === undefined) continue;
    for (const [name, value] of Object.entries(body as object)) {
      const key = `${id} ${name}`;
      const before = current.get(key);
      const isTheirs = typeof before === 'string' && before.startsWith('theirs');
      const isOurs = typeof value === 'string' && value.startsWith('mark');
      const isKnown = scenario.seen.get(key)?.has(before) === true || scenario.overruled.has(key);
      if (isOurs && isTheirs && !isKnown) replaced.push(`${key}: ${before}`);
      current.set(key, value);
    }
  }
  return replaced;
}

async function runScenario(dialect: Dialect, steps: readonly Step[]): Promise<Findings> {
  const there = serviceClock();
  const clocks = { here: faultClock(there), there };
  const app = await openTestApp(
    { requisitions: 4, forms: 2, notifications: 3, dialect, clock: clocks.there },
    { isHasty: true, clock: clocks.here, workerUrl: WRONG_TIME_WORKER_URL },
  );
  try {
    await app.sync();
    const scenario = new FaultScenario(app, clocks);
    for (const action of steps) await scenario.runStep(action);
    app.clinic.faults.clear();
    const refresh = () => app.sync({ full: true });
    const left = await settleAsUser(
      {
        outbox: () => app.outbox(),
        sync: refresh,
        resolve: (number, resolution) => scenario.resolve(number, resolution),
        pass: (ms) => passBoth(clocks, ms),
      },
      app.clinic,
      { tally: scenario.tally },
    );
    const verdict = scenario.tally.verdict(app.clinic, await allSettled(app));
    noteRun({ suite: 'interleavings', dialect, verdict });
    expect(silentlyReplaced(app, scenario)).toEqual([]);
    const later = (): Promise<unknown> => {
      passBoth(clocks, AFTER_RECONCILE);
      return refresh();
    };
    const stale = await listRemainingDifferences((kind) => app.cached(kind), app.clinic, later);
    return findings(dialect, verdict, left, stale);
  } finally {
    await app.close();
  }
}

test('edits on two clients, in any order, with wrong clocks, faults and restarts, are sent once and replace no unseen value', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DIALECTS),
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (dialect, steps) => {
        expect(await inDialect(dialect, () => runScenario(dialect, steps))).toEqual(NOTHING_WRONG);
      },
    ),
    { numRuns: howMuch(2, 400), interruptAfterTimeLimit: howMuch(60_000, 2_400_000), seed: SEED },
  );
}, 2_500_000);
