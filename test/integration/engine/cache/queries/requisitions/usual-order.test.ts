import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIN_RESULTS_FOR_USUAL_WAIT } from '#contract/home-procedures.ts';
import { toEpochMs } from '#contract/time.ts';
import {
  buildUsualWaitsUpdate,
  listChangedUsualWaits,
  listUsualWaits,
  storeUsualWait,
  type UsualWait,
} from '#main/engine/cache/tables/usual-waits.ts';
import { Sql, sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { worklistIds } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T09:00:00Z');
const LONGEST_FIRST = { by: 'usual', descending: false } as const;

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

function toTime(days: number): string {
  return new Date(START + days * DAY).toISOString();
}

/** The results of a facility, of which each took some days and ten minutes. */
function resultsOf(facility: string, days: number, count = MIN_RESULTS_FOR_USUAL_WAIT, name = '') {
  return Array.from({ length: count }, (_none, n) =>
    rawRequisition({
      id: `req_${facility}${name.replaceAll(' ', '')}${n}`,
      name,
      type: 'lab',
      service_facility: facility,
      status_history: [
        { status: 'sent', changed_by: 'user_1', changed_at: toTime(0) },
        { status: 'results_received', changed_by: 'user_1', changed_at: toTime(days + 10 / 1_440) },
      ],
    }),
  );
}

function sentTo(facility: string, id: string, day: number, name = '') {
  return rawRequisition({
    id,
    name,
    type: 'lab',
    service_facility: facility,
    status_history: [{ status: 'sent', changed_by: 'user_1', changed_at: toTime(day) }],
  });
}

function storeAlone(resource: object): void {
  const text = JSON.stringify(resource);
  unwrap(cache.writer.storeOne({ kind: 'requisition', text, fetchedAt: toEpochMs(START), writeSequence: 1 }));
}

const sentIds = () => worklistIds(cache, { tab: 'sent', order: LONGEST_FIRST });

test('after a sync the requisition that is furthest beyond its usual wait is first, those without one follow by age', () => {
  cache.sweep('requisition', [
    ...resultsOf('fac_quick', 2),
    ...resultsOf('fac_slow', 20),
    ...resultsOf('fac_few', 1, MIN_RESULTS_FOR_USUAL_WAIT - 1),
    sentTo('fac_slow', 'req_old', 0), // usual until day 20
    sentTo('fac_quick', 'req_new', 10), // until day 12
    sentTo('fac_quick', 'req_newest', 15), // until day 17
    sentTo('fac_few', 'req_fewold', 1),
    sentTo('fac_few', 'req_fewolder', 0),
  ]);
  expect(listUsualWaits(cache.reader)).toEqual([
    { type: 'lab', serviceFacility: 'fac_quick', nameKey: '', median: 2 * DAY },
    { type: 'lab', serviceFacility: 'fac_slow', nameKey: '', median: 20 * DAY },
  ]);
  expect(sentIds()).toEqual(['req_new', 'req_newest', 'req_old', 'req_fewolder', 'req_fewold']);
});

test('a test of which enough results are known is measured by them, another one by all of its type there', () => {
  cache.sweep('requisition', [
    ...resultsOf('fac_both', 2, MIN_RESULTS_FOR_USUAL_WAIT, 'Ferritin'),
    ...resultsOf('fac_both', 20, 2 * MIN_RESULTS_FOR_USUAL_WAIT, 'Culture'),
    ...resultsOf('fac_both', 30, MIN_RESULTS_FOR_USUAL_WAIT - 1, 'Rare'),
    sentTo('fac_both', 'req_rare', 0, 'Rare'), // usual until day 20, as all of the type
    sentTo('fac_both', 'req_other', 1, 'Other'), // until day 21
    sentTo('fac_both', 'req_quick', 10, ' FERRITIN'), // until day 12
    sentTo('fac_both', 'req_culture', 4, 'Culture'), // until day 24
  ]);
  expect(listUsualWaits(cache.reader)).toEqual([
    { type: 'lab', serviceFacility: 'fac_both', nameKey: '', median: 20 * DAY },
    { type: 'lab', serviceFacility: 'fac_both', nameKey: 'culture', median: 20 * DAY },
    { type: 'lab', serviceFacility: 'fac_both', nameKey: 'ferritin', median: 2 * DAY },
  ]);
  expect(sentIds()).toEqual(['req_quick', 'req_rare', 'req_other', 'req_culture']);
  const { tests } = unwrap(cache.read('home.durations', {}));
  expect(tests.map(({ nameKey, sampleSize }) => [nameKey, sampleSize])).toEqual([
    ['culture', 20],
    ['ferritin', 10],
  ]);
});

test('where the usual wait of one test changes, the others count as unchanged', () => {
  const waiting = [sentTo('fac_both', 'req_f', 5, 'Ferritin'), sentTo('fac_both', 'req_c', 6, 'Culture')];
  const culture = resultsOf('fac_both', 9, 2 * MIN_RESULTS_FOR_USUAL_WAIT, 'Culture');
  cache.sweep('requisition', [...resultsOf('fac_both', 2, 10, 'Ferritin'), ...culture, ...waiting]);
  const seen = cache.changes().length;
  cache.sweep('requisition', [...resultsOf('fac_both', 3, 10, 'Ferritin'), ...culture, ...waiting]);
  expect(cache.changes().slice(seen)).toMatchObject([{}, { kind: 'requisition', ids: ['req_f'] }]);
});

test('a requisition written between two syncs has its place at once', () => {
  cache.sweep('requisition', [...resultsOf('fac_quick', 2), sentTo('fac_quick', 'req_known', 10)]);
  storeAlone(sentTo('fac_quick', 'req_older', 9));
  storeAlone(sentTo('fac_other', 'req_other', 1));
  expect(sentIds()).toEqual(['req_older', 'req_known', 'req_other']);
});

test('where a usual wait changes, the requisitions that wait count as changed; where none does, nothing', () => {
  const waiting = [sentTo('fac_slow', 'req_a', 5), sentTo('fac_quick', 'req_b', 6)];
  cache.sweep('requisition', [...resultsOf('fac_quick', 2), ...resultsOf('fac_slow', 9), ...waiting]);
  expect(sentIds()).toEqual(['req_b', 'req_a']);
  const seen = cache.changes().length;
  cache.sweep('requisition', [...resultsOf('fac_quick', 20), ...resultsOf('fac_slow', 9), ...waiting]);
  expect(cache.changes().slice(seen)).toMatchObject([{}, { kind: 'requisition', ids: ['req_b'] }]);
  expect(sentIds()).toEqual(['req_a', 'req_b']);
  const after = cache.emitted.length;
  storeAlone(sentTo('fac_other', 'req_c', 1));
  cache.sweep('requisition', waiting);
  expect(cache.emitted.slice(after).flatMap(({ changes }) => changes)).toMatchObject([{ ids: ['req_c'] }]);
});

test('a requisition with a pending change has the place of its changed facility, also after a usual wait has changed', () => {
  const waiting = [
    sentTo('fac_slow', 'req_slow', 5),
    sentTo('fac_quick', 'req_quick', 6),
    sentTo('fac_slow', 'req_moved', 7),
  ];
  cache.sweep('requisition', [...resultsOf('fac_quick', 2), ...resultsOf('fac_slow', 9), ...waiting]);
  const edit = { operation: 'requisitions.update', target: 'req_moved' } as const;
  cache.addPendingChange({ ...edit, data: { service_facility: 'fac_quick' } });
  expect(sentIds()).toEqual(['req_quick', 'req_moved', 'req_slow']);
  cache.sweep('requisition', resultsOf('fac_quick', 20));
  expect(sentIds()).toEqual(['req_slow', 'req_quick', 'req_moved']);
  cache.sweep('requisition', resultsOf('fac_slow', 40));
  expect(sentIds()).toEqual(['req_quick', 'req_moved', 'req_slow']);
});

test.each(['', 'ferritin'])(
  'a change of a usual wait finds the requisitions that wait by their groups: “%s”',
  (of) => {
    const { text, values } = buildUsualWaitsUpdate('lab', 'fac_quick', of);
    const plan = cache
      .connection()
      .all(new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values))
      .map(({ detail }) => detail)
      .join('\n');
    expect(plan).toContain('SEARCH requisition USING INTEGER PRIMARY KEY (rowid=?)');
    expect(plan).toContain('(service_facility=?');
    expect(plan).not.toMatch(/SCAN/);
  },
);

const toKey = ({ type: of, serviceFacility, nameKey }: Omit<UsualWait, 'median'>): string =>
  JSON.stringify([of, serviceFacility, nameKey]);
const facility = fc.constantFrom('fac_a', '');
const type = fc.constantFrom('lab', 'imaging');
const days = fc.integer({ min: 0, max: 30 });
const step = fc.oneof(
  fc.record({
    write: fc.record({
      id: fc.constantFrom('req_1', 'req_2', 'req_3'),
      type,
      name: fc.constantFrom('Ferritin', ' FERRITIN', 'Sodium', ''),
      service_facility: facility,
      status: fc.constantFrom('draft', 'sent', 'results_received'),
      changed: fc.option(days),
      created: fc.option(days),
    }),
  }),
  fc.record({
    wait: fc.record({
      type,
      serviceFacility: facility,
      nameKey: fc.constantFrom('', 'ferritin', 'sodium'),
      median: fc.option(days, { freq: 3 }),
    }),
  }),
);

test('whatever the order of writes and of changed usual waits, each moment is the one of the present wait', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await cache.close();
      cache = await cacheAndLocal();
      const records = new Map<string, Extract<(typeof steps)[number], { write: object }>['write']>();
      const waits = new Map<string, UsualWait>();
      for (const each of steps) {
        if ('write' in each) {
          const { status, changed, created, ...rest } = each.write;
          records.set(each.write.id, each.write);
          storeAlone(
            rawRequisition({
              ...rest,
              created_at: created === null ? '' : toTime(created),
              status_history: [
                { status, changed_by: 'user_1', changed_at: changed === null ? '' : toTime(changed) },
              ],
            }),
          );
        } else {
          const { median } = each.wait;
          if (median === null) waits.delete(toKey(each.wait));
          else waits.set(toKey(each.wait), { ...each.wait, median: median * DAY });
          const db = cache.connection();
          db.transaction(() => {
            for (const wait of listChangedUsualWaits(db, [...waits.values()])) storeUsualWait(db, wait);
          });
        }
      }
      const expected = [...records.values()].map((record) => {
        const since = record.changed ?? record.created;
        const at = { type: record.type, serviceFacility: record.service_facility };
        const usual =
          waits.get(toKey({ ...at, nameKey: record.name.trim().toLowerCase() })) ??
          waits.get(toKey({ ...at, nameKey: '' }));
        const over =
          record.status === 'sent' && since !== null ? START + since * DAY + (usual?.median ?? 1e15) : null;
        return [record.id, over];
      });
      const found = cache.reader.all(sql<{ id: string; over: number | null }>`
        SELECT id, usual_wait_over AS over FROM requisition`);
      expect(Object.fromEntries(found.map(({ id, over }) => [id, over]))).toEqual(
        Object.fromEntries(expected),
      );
    }),
    { numRuns: howMuch(40, 200) },
  );
});
