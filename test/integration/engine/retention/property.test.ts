import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordId } from '#contract/records.ts';
import { ZERO_MISSING_RECORD_COUNTS } from '#contract/missing-records.ts';
import { howMuch } from '../../../faults/size.ts';
import { unwrap } from '../../../support/engine.ts';
import { openApp, type TestApp } from '../../../support/app.ts';
import { createCalendar } from './retention-app.ts';

const TIMES = howMuch(5, 12);
const KINDS = ['requisition', 'form', 'notification'] as const;

/** One step of a user, of the time, or of the program. */
type Step =
  | { readonly do: 'save' | 'draft' | 'view' | 'fetch' | 'remove'; readonly record: number }
  | { readonly do: 'refresh' | 'expire' | 'reopen' | 'leave' }
  | { readonly do: 'connect'; readonly isOnline: boolean }
  | { readonly do: 'wait'; readonly days: number };

const record = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('save', 'draft', 'view', 'fetch', 'remove' as const), record }),
  fc.record({ do: fc.constantFrom('refresh', 'expire', 'expire', 'reopen', 'leave' as const) }),
  fc.record({ do: fc.constant('connect' as const), isOnline: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 60 }) }),
);

/** The numbers of what the user has saved, and the names of the drafts. */
class Saved {
  readonly numbers = new Set<number>();
  readonly drafts = new Set<string>();
}

async function expire(app: TestApp): Promise<void> {
  unwrap(await app.engine().control('engine.applyRetention', { days: 30 }));
}

/** Closes the account, lets a removal look at it after a time, and opens it again. */
async function leaveForLong(app: TestApp, passDays: (days: number) => void): Promise<void> {
  await app.restart({ isClosed: true });
  passDays(40);
  await expire(app);
  await app.restart();
}

async function saveDraft(app: TestApp, id: RecordId<'requisition'>, { drafts }: Saved): Promise<void> {
  const key = JSON.stringify(['requisitions.update', id, '']);
  const draft = { key, target: id, label: '', fields: {}, seen: {} };
  unwrap(await app.engine().call('drafts.save', { ...draft, operation: 'requisitions.update' }));
  drafts.add(key);
}

async function saveChange(app: TestApp, id: RecordId<'requisition'>, { numbers }: Saved): Promise<void> {
  const change = { operation: 'requisitions.update', data: { id, name: `Mine ${numbers.size}` } } as const;
  const answer = await app.engine().call('outbox.save', change);
  // What is not in the cache again yet cannot be edited.
  if (answer.ok) numbers.add(answer.value.number);
  else if (answer.error.code !== 'not-found') throw new Error(answer.error.code);
}

async function connect({ clinic }: TestApp, isOnline: boolean): Promise<void> {
  clinic.faults.clear();
  if (!isOnline) clinic.faults.add({ match: {}, action: { kind: 'close' } });
}

/** What each step without a record does. */
const RUNS: Readonly<Record<'refresh' | 'expire' | 'reopen', (app: TestApp) => Promise<unknown>>> = {
  refresh: (app) => app.engine().call('sync.run', { full: true }),
  expire,
  reopen: (app) => app.restart(),
};

type OfRecord = (app: TestApp, id: RecordId<'requisition'>, saved: Saved) => Promise<unknown>;

/** What each step with a record does. Offline, and while the cache is filled again, some of them fail. */
const RUNS_OF_RECORD: Readonly<Record<'save' | 'draft' | 'view' | 'fetch' | 'remove', OfRecord>> = {
  save: saveChange,
  draft: saveDraft,
  view: (app, id) => app.engine().call('records.markViewed', { kind: 'requisition', id }),
  fetch: (app, id) => app.engine().call('pdfs.fetch', { ids: [id] }),
  remove: (app, id) => app.engine().call('pdfs.remove', { ids: [id] }),
};

async function run(app: TestApp, steps: readonly Step[], passDays: (days: number) => void): Promise<Saved> {
  const saved = new Saved();
  const ids = [...app.serviceRecords('requisition').keys()] as RecordId<'requisition'>[];
  for (const each of steps) {
    const id = 'record' in each ? ids[each.record] : undefined;
    if ('record' in each && id !== undefined) await RUNS_OF_RECORD[each.do](app, id, saved);
    else if (each.do === 'wait') passDays(each.days);
    else if (each.do === 'connect') await connect(app, each.isOnline);
    else if (each.do === 'leave') await leaveForLong(app, passDays);
    else if (!('record' in each)) await RUNS[each.do](app);
  }
  return saved;
}

test('whatever the order of saves, removals and refreshes, nothing unsent is lost and no record counts as gone', async () => {
  const { passDays } = createCalendar();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const app = await openApp({ requisitions: 6, forms: 2, notifications: 4 });
      try {
        await app.sync({ full: true });
        const { numbers, drafts } = await run(app, steps, passDays);
        const waiting = (await app.outbox()).map(({ number }) => number);
        const arrived = (await app.closedChanges()).map(({ number }) => number);
        // A later change of the same record takes the number of the one that it joins.
        expect([...numbers].filter((number) => ![...waiting, ...arrived].includes(number))).toEqual([]);
        const { items } = unwrap(await app.engine().call('drafts.list', {}));
        expect([...drafts].filter((key) => items.every((draft) => draft.key !== key))).toEqual([]);
        app.clinic.faults.clear();
        await app.sync({ full: true });
        for (const kind of KINDS)
          expect([...(await app.cached(kind)).keys()].toSorted()).toEqual(
            [...app.serviceRecords(kind).keys()].toSorted(),
          );
        expect((await app.health()).missing).toEqual(ZERO_MISSING_RECORD_COUNTS);
      } finally {
        await app.close();
      }
    }),
    { numRuns: TIMES },
  );
}, 240_000);
