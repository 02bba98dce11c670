import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WORKLIST_SORTS } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { findWorklistPagePositions } from '#main/engine/cache/queries/requisitions/find.ts';
import type { SortedPosition } from '#main/engine/cache/queries/requisitions/page.ts';
import {
  getTextCandidatesState,
  listTextCandidates,
} from '#main/engine/cache/queries/requisitions/text-candidates.ts';
import { addToCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../../../support/builders.ts';
import { nameId, NEWEST, worklistIds } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { openQueries, type Queries } from '../../../../../support/queries.ts';

const ROWS = 2_600;
/** Makes the cache look larger than one slice of a scan, so that it is scanned in stretches. */
const BEYOND_EVERY_BUDGET = 1_000_000;
const START = Date.UTC(2026, 0, 1);

/** The index has no places, so it returns the rows with all parts of this word, whether or not they have the word. */
const WORD = 'abcdef';
const PARTS = 'abc bcd cde def';
const HITS = [3, 4, 2_400];
/** Their text has no part of the word, so that the index does not return them. */
const isOther = (number: number): boolean => number === 10 || number === 30 || number % 700 === 20;
const NUMBERS = Array.from({ length: ROWS }, (_none, number) => number);
const CANDIDATES = NUMBERS.filter((number) => !isOther(number)).length;

function toRaw(number: number, text: string) {
  return rawRequisition({
    id: `req_${number}`,
    name: `Name ${(number * 7) % 900}`,
    patient: `user_${number % 700}`,
    order_details: text,
    // The newest are the last ones, so that most hits are far from the beginning of the list.
    last_updated_at: new Date(START + number * 1_000).toISOString(),
    created_at: number % 5 === 0 ? '' : new Date(START + (number % 400) * 1_000).toISOString(),
  });
}

function toTerms(value: string): readonly WorklistSearchTerm[] {
  return [{ field: 'text', value, isNot: false }];
}

let cache: CacheAndLocal;
let queries: Queries;
beforeAll(async () => {
  cache = await cacheAndLocal();
  const records = NUMBERS.map((number) =>
    toRaw(
      number,
      HITS.includes(number) ? `${PARTS}, and the word: ${WORD}` : isOther(number) ? 'other' : PARTS,
    ),
  );
  cache.sweep('requisition', records);
  addToCachedCount(cache.connection(), 'requisition', BEYOND_EVERY_BUDGET);
});
afterAll(() => cache.close());
beforeEach(() => {
  queries = openQueries(cache);
  return () => queries.close();
});

/** The ids that a search finds, in the order of the list. */
function search(
  value: string,
  order: typeof NEWEST | { by: (typeof WORKLIST_SORTS)[number]; descending: boolean } = NEWEST,
) {
  return worklistIds(cache, { terms: toTerms(value), order, limit: 100 });
}

describe('A search for a text whose parts are in more rows than can be looked up singly', () => {
  test.each(WORKLIST_SORTS.flatMap((by) => [true, false].map((descending) => ({ by, descending }))))(
    'finds the rows that have the text, by $by, descending $descending',
    (order) => {
      addToCachedCount(cache.connection(), 'requisition', -BEYOND_EVERY_BUDGET);
      const atOnce = search(WORD, order);
      addToCachedCount(cache.connection(), 'requisition', BEYOND_EVERY_BUDGET);
      expect(atOnce.toSorted()).toEqual(HITS.map((number) => `req_${number}`).toSorted());
      expect(search(WORD, order)).toEqual(atOnce);
    },
  );

  test('finds what has changed since the rows were listed', () => {
    expect(search(WORD)).toHaveLength(HITS.length);
    cache.store('requisition', toRaw(10, `${PARTS} ${WORD}`));
    expect(search(WORD)).toContain('req_10');
    cache.store('requisition', toRaw(10, 'other'));
    expect(search(WORD)).not.toContain('req_10');
  });

  test('finds the requisitions of a person whom the user has named so, and of one named meanwhile', () => {
    nameId(cache, 'user_20', `Ada ${WORD}`);
    const ofPerson = NUMBERS.filter((number) => number % 700 === 20);
    const expected = [...HITS, ...ofPerson].map((number) => `req_${number}`);
    expect(search(WORD).toSorted()).toEqual(expected.toSorted());
    nameId(cache, 'user_20', 'Ada');
    expect(search(WORD)).toHaveLength(HITS.length);
  });

  test('finds a requisition whose unsent change adds the text, and not one whose change takes it out', () => {
    const change = { operation: 'requisitions.update', base: {} } as const;
    cache.addPendingChange({ ...change, target: 'req_30', data: { order_details: `now ${WORD}` } });
    cache.addPendingChange({ ...change, target: 'req_3', data: { order_details: 'nothing' } });
    const found = search(WORD);
    expect(found).toContain('req_30');
    expect(found).not.toContain('req_3');
    cache.app.run(sql`DELETE FROM operation`);
  });
});

describe('The list of the rows that may contain a text', () => {
  test('is made in the first part of a search that finds little, whose further parts do not ask the index', () => {
    const asked: string[] = [];
    const noting = openQueries(cache, (connection) => ({
      ...connection,
      all: (query) => {
        asked.push(query.text);
        return connection.all(query);
      },
      run: (query) => {
        asked.push(query.text);
        return connection.run(query);
      },
    }));
    const request = { tab: 'all', terms: toTerms(WORD), order: NEWEST } as const;
    const find = (position: SortedPosition | null): SortedPosition | null =>
      noting.reading(() => findWorklistPagePositions(noting.requisitions, request, { position, limit: 1 }))
        .next;
    for (let position = find(null); position !== null; ) position = find(position);
    noting.close();
    expect(asked.filter((text) => text.includes('requisition_search MATCH'))).toHaveLength(2);
    expect(asked.filter((text) => text.includes('temp.text_candidate)')).length).toBeGreaterThan(0);
  });

  test('is made once for all pages of a search, and again after a change', () => {
    const { requisitions } = queries;
    const reading = <T>(read: () => T): T => queries.reading(read);
    const getState = (): string => reading(() => getTextCandidatesState(requisitions, WORD));
    expect(getState()).toBe('unknown');
    expect(reading(() => listTextCandidates(requisitions, WORD))).toBe('listed');
    expect(getState()).toBe('listed');
    expect(reading(() => getTextCandidatesState(requisitions, 'abcde'))).toBe('unknown');
    cache.store('requisition', toRaw(11, `${PARTS} again`));
    expect(getState()).toBe('unknown');
  });

  test('is unknown again after a read that failed, whose changes of the list are taken back', () => {
    const { requisitions } = queries;
    const reading = <T>(read: () => T): T => queries.reading(read);
    const fail = (): void =>
      reading(() => {
        listTextCandidates(requisitions, WORD);
        throw new Error('the read fails');
      });
    expect(fail).toThrow('the read fails');
    expect(reading(() => getTextCandidatesState(requisitions, WORD))).toBe('unknown');
  });

  test('is not made where there are too many, which is remembered', () => {
    const { requisitions } = queries;
    const reading = <T>(read: () => T): T => queries.reading(read);
    expect(reading(() => listTextCandidates(requisitions, WORD, CANDIDATES - 1))).toBe('too-many');
    expect(reading(() => getTextCandidatesState(requisitions, WORD))).toBe('too-many');
    expect(reading(() => listTextCandidates(requisitions, WORD, CANDIDATES))).toBe('listed');
  });
});
