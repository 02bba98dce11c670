import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_ROWS_LOOKED_UP_SINGLY } from '#main/engine/cache/query/full-text.ts';
import { howMuch } from '../../../faults/size.ts';
import { rawForm, rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { unwrap } from '../../../support/engine.ts';
import { idsOf } from '../../../support/results.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache();
});
afterEach(() => cache.close());

/**
 * A plain model of the service's search: a part of the name, ignoring case; an empty query finds everything.
 */
function isFound(name: string, query: string): boolean {
  const plain = (text: string): string => text.toWellFormed().toLowerCase();
  return plain(name).includes(plain(query));
}

/** The ids that a query finds in a list, over all its pages. */
function search(query: string, kind: 'form' | 'requisition' = 'requisition'): string[] {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const asked = { kind, filter: { search: query }, limit: 500, ...(after === undefined ? {} : { after }) };
    const page = unwrap(cache.read('records.list', asked));
    ids.push(...idsOf(page));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids.sort();
}

// Few letters, so that queries have hits; and characters special to SQL, LIKE, the search index or Unicode.
const ODD = 'aBßéÉİiΣς血液\u0301\u202e\u200d\0\ufffd\ud800\u2028"\'*-:%_\\() ;';
const piece = fc.constantFrom(...ODD.split(''), '😀', '\udc00', 'NEAR(', 'AND', 'OR');
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test('the result equals a plain filter, for any names and any query', () => {
  let turn = 0;
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), text, fc.nat(), (names, other, pick) => {
      turn += 1;
      // Twelve rows change their names in place from turn to turn: the search index has to follow.
      const records = Array.from({ length: 12 }, (_none, n) => ({ id: `req_${n}`, name: names[n] ?? '§' }));
      cache.sweep(
        'requisition',
        records.map((record) => rawRequisition({ ...record, order_details: String(turn) })),
      );
      const part = names[pick % names.length] ?? '';
      for (const query of [other, part, part.slice(1, 5), part.slice(2)]) {
        const expected = records.filter(({ name }) => isFound(name, query)).map(({ id }) => id);
        expect({ query, ids: search(query) }).toEqual({ query, ids: expected.sort() });
      }
    }),
    { numRuns: howMuch(50, 150) },
  );
});

test.each([
  '"',
  "'",
  '*',
  '-',
  ':',
  'NEAR(',
  'AND',
  'foo:bar',
  'a\0b',
  '\0',
  '%',
  '_',
  '\\',
  "'; DROP TABLE requisition; --",
])('the query %j is treated as plain text', (query) => {
  cache.sweep('requisition', [
    rawRequisition({ id: 'req_1', name: `Panel ${query} follow-up` }),
    rawRequisition({ id: 'req_2', name: 'Lipids' }),
  ]);
  const expected = isFound('Lipids', query) ? ['req_1', 'req_2'] : ['req_1'];
  expect(search(query)).toEqual(expected);
});

test('one and two characters are searched, in any script', () => {
  cache.sweep('requisition', [
    rawRequisition({ id: 'req_1', name: '血液検査' }),
    rawRequisition({ id: 'req_2', name: 'Chest X-ray' }),
  ]);
  expect(search('液')).toEqual(['req_1']);
  expect(search('液検')).toEqual(['req_1']);
  expect(search('X-')).toEqual(['req_2']);
});

test('a query of ten thousand characters finds its name and nothing else', () => {
  const name = Array.from({ length: 2500 }, (_none, n) => `w${n}`)
    .join('')
    .slice(0, 10_000);
  cache.sweep('requisition', [
    rawRequisition({ id: 'req_1', name }),
    rawRequisition({ id: 'req_2', name: name.slice(0, 9_000) }),
  ]);
  expect(search(name)).toEqual(['req_1']);
});

test('a frequent word is found by scanning, a rare one by the index, and both match a filter', () => {
  const names = Array.from({ length: MAX_ROWS_LOOKED_UP_SINGLY + 500 }, (_none, n) =>
    n % 700 === 0 ? 'Ferritin level' : 'Blood count',
  );
  cache.sweep(
    'requisition',
    names.map((name, n) => rawRequisition({ id: `req_${n}`, name })),
  );
  expect(search('ferritin')).toHaveLength(4);
  expect(search('blood')).toHaveLength(MAX_ROWS_LOOKED_UP_SINGLY + 496);
  expect(search('o')).toHaveLength(MAX_ROWS_LOOKED_UP_SINGLY + 496);
});

test('a name that changes is found by its new text alone', () => {
  cache.sweep('requisition', [rawRequisition({ id: 'req_1', name: 'Ferritin' })]);
  cache.sweep('requisition', [rawRequisition({ id: 'req_1', name: 'Transferrin' })]);
  expect(search('ferritin')).toEqual([]);
  expect(search('transfer')).toEqual(['req_1']);
});

test('forms are searched the same way', () => {
  cache.sweep('form', [
    rawForm({ id: 'form_1', name: 'Einwilligung ÄRZTE' }),
    rawForm({ id: 'form_2', name: 'Intake' }),
  ]);
  expect(search('ärz', 'form')).toEqual(['form_1']);
  expect(search('arz', 'form')).toEqual([]);
  expect(search('', 'form')).toHaveLength(2);
  expect(search('intake', 'form')).toEqual(['form_2']);
});
