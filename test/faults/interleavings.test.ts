import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KINDS } from '#contract/ids.ts';
import type { FaultAction } from '#main/sandbox/faults.ts';
import { changeElsewhere, deskAndClinic, type DeskAndClinic } from '../support/desk-and-clinic.ts';
import { valueOf } from '../support/engine.ts';
import { settleAsPerson } from './settle.ts';
import { howMuch } from './size.ts';
import { timesDone } from './workload.ts';

const FIELDS = ['name', 'order_details'] as const;
type Field = (typeof FIELDS)[number];

/** One thing that happens; `record` and `field` choose among a few, so that they meet. */
type Step =
  | { readonly do: 'edit' | 'editElsewhere'; readonly record: number; readonly field: Field }
  | { readonly do: 'create' | 'sync' | 'restart' | 'calm' }
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
      do: fc.constant('decide' as const),
      take: fc.constantFrom('server' as const, 'mine' as const),
    }),
  },
);

/** What people meant and saw, beside the desk. */
class Story {
  readonly #desk: DeskAndClinic;
  readonly #ids: readonly string[];
  readonly created: string[] = [];
  /** Per field what the desk showed as the server's whenever somebody edited it here. */
  readonly seen = new Map<string, Set<unknown>>();
  /** Fields for which a person has said that this desk's value goes over the server's. */
  readonly overruled = new Set<string>();
  #marks = 0;

  constructor(desk: DeskAndClinic) {
    this.#desk = desk;
    this.#ids = [...desk.truth('requisition').keys()];
  }

  async live(happening: Step): Promise<void> {
    const desk = this.#desk;
    switch (happening.do) {
      case 'edit':
        return this.#edit(happening.record, happening.field);
      case 'editElsewhere':
        await this.#elsewhere(happening.record, happening.field);
        return;
      case 'create':
        await desk.save({
          operation: 'requisitions.create',
          data: {
            patient: 'user_p',
            type: 'lab',
            ordering_provider: 'user_d',
            name: this.#mark(this.created),
          },
        });
        return;
      case 'sync':
        await desk.sync();
        return;
      case 'restart':
        return desk.restart();
      case 'calm':
        return desk.clinic.faults.clear();
      case 'trouble':
        return desk.clinic.faults.add({ match: { times: happening.times }, action: happening.action });
      case 'decide':
        return this.decide(happening.take);
    }
  }

  async decide(take: 'server' | 'mine'): Promise<void> {
    const conflict = (await this.#desk.outbox()).find(({ question }) => question === 'conflict');
    if (conflict !== undefined) await this.resolve(conflict.number, take);
  }

  async resolve(number: number, take: 'server' | 'mine'): Promise<void> {
    const operation = (await this.#desk.outbox()).find((found) => found.number === number);
    for (const { field: name } of operation?.fields ?? []) {
      if (take === 'mine' && operation !== undefined) this.overruled.add(`${operation.id} ${name}`);
    }
    await this.#desk.resolve(number, { take });
  }

  #mark(into: string[] = []): string {
    const mark = `mark${++this.#marks}x`;
    into.push(mark);
    return mark;
  }

  async #edit(which: number, name: Field): Promise<void> {
    const id = this.#ids[which] ?? '';
    const raw = valueOf(await this.#desk.engine().call('records.raw', { kind: 'requisition', id }));
    const key = `${id} ${name}`;
    const seen = this.seen.get(key) ?? new Set();
    this.seen.set(key, seen.add((JSON.parse(raw.raw) as Record<string, unknown>)[name]));
    await this.#desk.save({ operation: 'requisitions.update', data: { id, [name]: this.#mark() } });
  }

  async #elsewhere(which: number, name: Field): Promise<void> {
    const id = this.#ids[which] ?? '';
    // The fault script befalls every request; the other desk has a better network.
    await changeElsewhere(this.#desk.clinic, `/v2/requisitions/${id}`, {
      [name]: `theirs${++this.#marks}`,
    }).catch(() => null);
  }
}

/** Values of others that a write of this desk replaced although nobody here had seen them or decided so. */
function silentlyReplaced(desk: DeskAndClinic, story: Story): readonly string[] {
  const current = new Map<string, unknown>();
  const replaced: string[] = [];
  for (const { path, body } of desk.clinic.ledger()) {
    const id = path.split('/')[3];
    if (id === undefined) continue;
    for (const [name, value] of Object.entries(body as object)) {
      const key = `${id} ${name}`;
      const before = current.get(key);
      const isTheirs = typeof before === 'string' && before.startsWith('theirs');
      const isOurs = typeof value === 'string' && value.startsWith('mark');
      const isKnown = story.seen.get(key)?.has(before) === true || story.overruled.has(key);
      if (isOurs && isTheirs && !isKnown) replaced.push(`${key}: ${before}`);
      current.set(key, value);
    }
  }
  return replaced;
}

test('whatever is edited here and there, in any order, through any trouble and restart, is sent once and replaces nothing unseen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const desk = await deskAndClinic({ requisitions: 4, forms: 2, notifications: 3 }, { isHasty: true });
      try {
        await desk.sync();
        const story = new Story(desk);
        for (const happening of steps) await story.live(happening);
        desk.clinic.faults.clear();
        const left = await settleAsPerson(
          {
            outbox: () => desk.outbox(),
            sync: () => desk.sync({ full: true }),
            resolve: (number, take) => story.resolve(number, take),
          },
          desk.clinic,
        );
        expect(left).toEqual([]);
        const done = timesDone(desk.clinic);
        expect(story.created.filter((mark) => done.get(mark) !== 1)).toEqual([]);
        expect([...done].filter(([, times]) => times > 1)).toEqual([]);
        expect(silentlyReplaced(desk, story)).toEqual([]);
        for (const kind of KINDS) expect(await desk.cached(kind)).toEqual(desk.truth(kind));
      } finally {
        await desk.close();
      }
    }),
    { numRuns: howMuch(12, 400), interruptAfterTimeLimit: howMuch(60_000, 900_000) },
  );
}, 1_000_000);
