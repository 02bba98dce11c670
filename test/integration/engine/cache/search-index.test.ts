import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { idsOf } from '../../../support/results.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

const COUNT = 40;

function withName(name: string, numbers: readonly number[]) {
  return numbers.map((number) => rawRequisition({ id: `req_${number}`, name: `${name} ${number}` }));
}

const ALL = Array.from({ length: COUNT }, (_none, number) => number);

/** How often the full-text index has written a part of itself so far. */
function countWrittenParts(): number {
  const found = cache
    .connection()
    .get(sql<{ n: number }>`SELECT max(segid) AS n FROM requisition_search_idx`);
  return found?.n ?? 0;
}

function search(text: string): readonly string[] {
  return idsOf(
    unwrap(cache.read('records.list', { kind: 'requisition', filter: { search: text }, limit: 100 })),
  );
}

/** Has SQLite compare the full-text index with the texts; it throws where they differ. */
function checkIndex(): void {
  const db = openCacheForReading(cache.file);
  db.pragma('query_only = 0');
  try {
    db.execute(sql`INSERT INTO requisition_search (requisition_search, rank) VALUES ('integrity-check', 1)`);
  } finally {
    db.close();
  }
}

test('a page of changed records is written to the full-text index as one part of removed and one of new texts, not one for each record', () => {
  cache.sweep('requisition', withName('Ferritin', ALL));
  const before = countWrittenParts();
  cache.sweep('requisition', withName('Transferrin', ALL));
  expect(countWrittenParts() - before).toBe(2);
  expect(search('transferrin')).toHaveLength(COUNT);
  expect(search('ferritin')).toEqual([]);
  checkIndex();
});

test('texts of a page that could not be written stay in the index, those of the pages around it change', () => {
  cache.sweep('requisition', withName('Ferritin', ALL));
  cache.begin('requisition');
  unwrap(cache.page('requisition', withName('Transferrin', [0, 1])));
  cache.connection().execute(sql`CREATE TEMP TRIGGER refuse BEFORE UPDATE ON requisition BEGIN
    SELECT RAISE(FAIL, 'refused') WHERE NEW.id = 'req_4'; END`);
  expect(getCode(cache.page('requisition', withName('Transferrin', [2, 3, 4])))).toBe('internal');
  cache.connection().execute(sql`DROP TRIGGER refuse`);
  unwrap(cache.page('requisition', withName('Transferrin', [5, 0])));
  unwrap(cache.end('requisition', 'incomplete'));
  expect(search('transferrin').toSorted()).toEqual(['req_0', 'req_1', 'req_5']);
  expect(search('ferritin')).toHaveLength(COUNT - 3);
  checkIndex();
});

test('a record that changes twice, or is removed after a change, before the index is written is found by its last text alone', () => {
  cache.sweep('requisition', withName('Ferritin', [0, 1, 2]));
  cache.begin('requisition');
  unwrap(cache.page('requisition', withName('Transferrin', [0, 1])));
  unwrap(cache.page('requisition', withName('Haptoglobin', [0])));
  unwrap(cache.writer.removeOne({ kind: 'requisition', id: 'req_1', writeSequence: 1 }));
  unwrap(cache.page('requisition', withName('Albumin', [2, 3])));
  unwrap(cache.end('requisition', 'incomplete'));
  const found = ['ferritin', 'transferrin', 'haptoglobin', 'albumin'].map((text) => search(text).toSorted());
  expect(found).toEqual([[], [], ['req_0'], ['req_2', 'req_3']]);
  checkIndex();
});
