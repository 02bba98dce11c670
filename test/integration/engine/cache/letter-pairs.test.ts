import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';
import { isInNoText, LetterPairCollector } from '#main/engine/cache/tables/letter-pairs.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

// Letters of one, two and three bytes and of two code units, and those that SQL or Unicode treat in a special way.
const LETTERS = [
  'a',
  'B',
  'é',
  'ß',
  'İ',
  'Σ',
  '血',
  '😀',
  '😁',
  '\u0301',
  '\0',
  '\u001f',
  ' ',
  "'",
  '%',
  '_',
];
const letter = fc.constantFrom(...LETTERS);
const text = fc.array(letter, { maxLength: 5 }).map((letters) => letters.join(''));
const query = fc.array(letter, { minLength: 1, maxLength: 2 }).map((letters) => letters.join(''));

function findIds(value: string): readonly string[] {
  const terms = [{ field: 'text', value, isNot: false }] as const;
  const order = { by: 'name', descending: false } as const;
  const { items } = unwrap(cache.read('worklist.page', { tab: 'all', terms, order, limit: 100 }));
  return items.map(({ id }) => id).toSorted();
}

test('a search for one or two letters finds what a plain search finds, also after the texts have changed', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), query, (names, value) => {
      // Six rows change their names in place from turn to turn.
      const records = Array.from({ length: 6 }, (_none, n) => ({ id: `req_${n}`, name: names[n] ?? '§' }));
      cache.sweep(
        'requisition',
        records.map((record) => rawRequisition({ ...record, order_details: '', diagnoses: [], scripts: [] })),
      );
      const normalized = normalizeText(value);
      const expected = records.filter(({ name }) => normalizeText(name).includes(normalized));
      expect(findIds(value)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: howMuch(60, 300) },
  );
});

test('what is in no text is known without reading one', () => {
  cache.sweep('requisition', [
    // The last letter of a text begins no pair.
    rawRequisition({
      id: 'req_1',
      name: 'Lipid panel',
      diagnoses: [],
      scripts: [],
      comments: [],
      order_details: 'K',
    }),
  ]);
  const known = (value: string): boolean => isInNoText(cache.reader, value);
  expect(['zq', 'q', '血', 'lp'].filter(known)).toEqual(['zq', 'q', '血', 'lp']);
  expect(['li', 'l', 'd ', 'el', 'k'].filter(known)).toEqual([]);
  // SQLite sees no letter behind NUL in a text.
  cache.sweep('requisition', [rawRequisition({ id: 'req_1', comments: [], order_details: 'a\0Q' })]);
  expect(known('q')).toBe(false);
  // Nothing is known of other lengths.
  expect(['', 'zqz'].filter(known)).toEqual([]);
});

test('the pairs of a file from before are those of its texts', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const target = { file: `${folder.path}/cache.db`, key: TEST_KEY, durability: 'normal' } as const;
  const texts = ['lipid panel', 'blutbild 血液 😀', 'x', 'qj', 'końcówka'];
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: CACHE_MIGRATIONS.slice(0, 8) }));
  for (const [row, each] of texts.entries())
    before.run(sql`INSERT INTO requisition_text (row, text) VALUES (${row + 1}, ${each})`);
  before.run(sql`INSERT INTO requisition_search (rowid, text) SELECT row, text FROM requisition_text`);
  before.close();
  const migrated = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: CACHE_MIGRATIONS }));
  onTestFinished(() => migrated.close());
  const stored = migrated.all(sql<{ readonly pair: string }>`SELECT pair FROM letter_pair`);
  const collector = new LetterPairCollector();
  for (const each of texts) collector.add(each);
  expect(stored.map(({ pair }) => pair).toSorted()).toEqual(collector.list().toSorted());
});
