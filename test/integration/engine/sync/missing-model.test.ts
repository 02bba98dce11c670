import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServiceId } from '#contract/records.ts';
import { MISSING_RECORD_STATES, type MissingRecord } from '#contract/missing-records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { createMissingRecordWriterCalls } from '#main/engine/cache/missing/calls.ts';
import type { RequestRunner } from '#main/engine/sync/request-runner.ts';
import { MissingRecordChecker } from '#main/engine/sync/missing-record-checker.ts';
import { howMuch } from '../../../faults/size.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { unwrap } from '../../../support/engine.ts';
import { createService, hasReview, getId, IDS, KIND, getRaw, RECORDS, type Fate } from './missing-service.ts';
import { type TestLocalStore, testLocalStore } from '../../../support/local-store.ts';
import { idsOf } from '../../../support/results.ts';

const APART = 10 * MINUTE;
const SHARE = 0.2;

const START = Date.parse('2026-04-01T08:00:00.000Z');

type Step =
  | { readonly do: 'refresh'; readonly isCertain: boolean; readonly drops: number }
  | { readonly do: 'fate'; readonly place: number; readonly fate: Fate }
  | { readonly do: 'run' | 'break' | 'wall'; readonly minutes: number }
  | { readonly do: 'gateway'; readonly says: 'ok' | 'all' | 'ids' }
  | { readonly do: 'remind' | 'change' | 'confirm'; readonly place: number };

const PLACE = fc.nat(RECORDS - 1);
const [RUN, BREAK, WALL] = [
  [1, 4, 9, 11, 30],
  [1, 9, 11, 600],
  [-90, 20, 3000],
].map((minutes) => fc.constantFrom(...minutes)) as [
  fc.Arbitrary<number>,
  fc.Arbitrary<number>,
  fc.Arbitrary<number>,
]; // three in, three out
const step = (weight: number, arbitrary: fc.Arbitrary<Step>): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary,
});
const STEPS = fc.oneof(
  step(8, fc.record({ do: fc.constant('refresh'), isCertain: fc.boolean(), drops: fc.nat(3) })),
  step(
    3,
    fc.record({
      do: fc.constant('fate'),
      place: PLACE,
      fate: fc.constantFrom<Fate>('there', 'gone', 'gone', 'forbidden'),
    }),
  ),
  step(4, fc.record({ do: fc.constant('run'), minutes: RUN })),
  step(1, fc.record({ do: fc.constant('break'), minutes: BREAK })),
  step(1, fc.record({ do: fc.constant('wall'), minutes: WALL })),
  step(1, fc.record({ do: fc.constant('gateway'), says: fc.constantFrom('ok', 'ok', 'all', 'ids') })),
  step(2, fc.record({ do: fc.constantFrom('remind', 'change', 'confirm'), place: PLACE })),
);

/** A real cache and a real local store with the check between them, and the invariants for them. */
class ScenarioRun {
  readonly #cache: TestCache;
  readonly #app: TestLocalStore;
  readonly #service;
  readonly #clock: Clock;
  readonly #reminded = new Set<string>();
  readonly #changed = new Set<string>();
  /** Held records that the user has discarded, and moved ones that the user has closed. */
  readonly #approved = new Set<string>();
  readonly #closed = new Set<string>();
  #check: MissingRecordChecker;
  #moment = 0;
  #ran = 0;
  #paused = 0;
  #wall = 0;

  constructor(cache: TestCache) {
    this.#clock = {
      now: () => this.#trueNow + this.#wall,
      monotonic: () => this.#ran,
      wait: async () => {},
    };
    this.#cache = cache;
    this.#app = testLocalStore(cache.file.folder, { clock: this.#clock });
    this.#service = createService(() => this.#trueNow);
    this.#check = this.#start();
  }

  async take(next: Step): Promise<void> {
    switch (next.do) {
      case 'refresh':
        return this.refresh(next.isCertain, this.#service.listed(next.drops));
      case 'fate':
        this.#service.fates.set(getId(next.place), next.fate);
        return;
      case 'run':
        this.#ran += next.minutes * MINUTE;
        return;
      case 'break':
        this.#paused += next.minutes * MINUTE;
        this.#check = this.#start();
        return;
      case 'wall':
        this.#wall += next.minutes * MINUTE;
        return;
      case 'gateway':
        return this.#service.setGateway(next.says);
      case 'remind':
        return this.#remind(getId(next.place));
      case 'change':
        return this.#change(getId(next.place));
      case 'confirm':
        return this.#confirm(getId(next.place));
    }
  }

  /** One full sweep, and the check after it. */
  async refresh(isCertain: boolean, listed: readonly string[]): Promise<void> {
    const { writer } = this.#cache;
    const before = this.#here();
    this.#cache.begin(KIND, this.#moment);
    unwrap(this.#cache.page(KIND, listed.map(getRaw), { requestedAt: this.#moment }));
    const facts = { kind: KIND, outcome: 'complete', scope: 'all', etag: null } as const;
    unwrap(writer.endSweep({ ...facts, at: toEpochMs(this.#clock.now()), isCertain, isGapless: true }));
    await this.#check.run(KIND, new AbortController().signal);
    const after = this.#here();
    const went = [...before].filter((id) => !after.has(id));
    // Without the user, never more than a fifth of the records here is removed.
    const unasked = went.filter((id) => !this.#approved.has(id));
    must(unasked.length <= SHARE * before.size, 'no more than a fifth goes without the user');
    for (const id of went) {
      const since = this.#service.refusedSince.get(id)?.at ?? Infinity;
      must(this.#trueNow - since >= APART, 'ten minutes lie between the answers');
    }
    must(
      listed.every((id) => after.has(id)),
      'what the service lists is here',
    );
  }

  /** Every record is in its list or kept as missing, never both; the user's local data on it is there. */
  check(): void {
    const here = this.#here();
    const all = this.#missing();
    const away = new Map(all.filter(({ state }) => state !== 'held').map((record) => [record.id, record]));
    const held = new Set(all.filter(({ state }) => state === 'held').map(({ id }) => id));
    for (const id of IDS) {
      const record = away.get(id);
      must(
        here.has(id) === (record === undefined),
        'a record is in its list or missing, never both or neither',
      );
      if (record === undefined) {
        this.#closed.delete(id);
        if (!held.has(id)) this.#approved.delete(id);
        continue;
      }
      const isOpen = hasReview(id) || record.reminders + record.unsentChanges > 0;
      if (hasReview(id) && !this.#closed.has(id)) must(record.state === 'open', 'an open review waits');
      if (record.state === 'open') must(isOpen, 'nothing waits without a reason');
      must(record.reminders > 0 === this.#reminded.has(id), 'reminders are told');
      must(record.unsentChanges > 0 === this.#changed.has(id), 'unsent changes are told');
      const { raw } = unwrap(this.#cache.read('missing.get', { kind: KIND, id }));
      must((raw === null) === (record.reason === 'forbidden'), 'only what is forbidden is hidden');
    }
    const followed = unwrap(this.#app.kept['followUps.list']({})).items.map(({ id }) => id);
    const written = this.#app.all().map(({ id }) => id);
    must(isSame(new Set(followed), this.#reminded), 'every reminder is kept');
    must(isSame(new Set(written), this.#changed), 'every unsent change is kept');
  }

  /**
   * Whatever happened, what the service returns again is back with the next refresh, and only in its list.
   */
  async end(): Promise<void> {
    for (const id of IDS) this.#service.fates.set(id, 'there');
    this.#service.setGateway('ok');
    await this.refresh(true, IDS);
    must(isSame(this.#here(), new Set(IDS)) && this.#missing().length === 0, 'all of it is back');
    this.check();
  }

  async close(): Promise<void> {
    this.#app.store.close();
    await this.#cache.close();
  }

  get #trueNow(): number {
    return START + this.#ran + this.#paused;
  }

  #start(): MissingRecordChecker {
    const cache = this.#cache;
    const { writer } = cache;
    const { kept } = this.#app;
    const calls = createMissingRecordWriterCalls(writer);
    const requests: Pick<RequestRunner, 'send'> = { send: (request) => request(this.#service.http) };
    return new MissingRecordChecker({
      requests: requests as RequestRunner, // the check only calls this
      cache: {
        writeSequence: () => this.#moment,
        read: async (name, input) => cache.read(name, input),
        storeOne: async (one) => writer.storeOne({ ...one, writeSequence: ++this.#moment }),
        callMissing: async (name, input) => calls[name]({ ...input, writeSequence: ++this.#moment } as never), // as the cache does
      },
      local: { call: (async (name: keyof typeof kept, input: never) => kept[name](input)) as never }, // as its thread does
      breaker: { mayRequest: () => true },
      clock: this.#clock,
    });
  }

  #here(): ReadonlySet<string> {
    const page = this.#cache.read('records.list', { kind: 'requisition', filter: {}, limit: 100 });
    return new Set(idsOf(unwrap(page)));
  }

  #missing(): readonly MissingRecord[] {
    return MISSING_RECORD_STATES.flatMap(
      (state) => unwrap(this.#cache.read('missing.list', { state, limit: 100 })).items,
    );
  }

  #remind(id: string): void {
    if (!this.#here().has(id)) return;
    this.#reminded.add(id);
    unwrap(this.#app.kept['followUps.set']({ kind: KIND, id, note: 'call', remindOn: null }));
  }

  #change(id: string): void {
    if (!this.#here().has(id)) return;
    this.#changed.add(id);
    this.#app.save({ operation: 'requisitions.update', data: { id, order_details: 'x' } });
  }

  async #confirm(id: ServiceId<'requisition'>): Promise<void> {
    const state = this.#missing().find((record) => record.id === id)?.state;
    if (state === 'held') this.#approved.add(id);
    if (state === 'open') this.#closed.add(id);
    unwrap(this.#app.kept.confirmMissing({ kind: KIND, ids: [id] }));
    await this.#check.approve(KIND, [id]);
  }
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

async function runScenario(scenario: readonly Step[]): Promise<void> {
  const run = new ScenarioRun(await testCache());
  try {
    await run.refresh(true, IDS);
    for (const next of scenario) {
      await run.take(next);
      run.check();
    }
    await run.end();
  } finally {
    await run.close();
  }
}

test('for any missing, forbidden, dropped and restored records, no local data is lost, and all of it returns', {
  timeout: 240_000,
}, async () => {
  const scenarios = fc.asyncProperty(fc.array(STEPS, { minLength: 8, maxLength: 40 }), runScenario);
  await expect(fc.assert(scenarios, { numRuns: howMuch(10, 30) })).resolves.toBeUndefined();
});
