import { expect, onTestFinished, test } from 'vitest';
import { findReusedRows } from '#main/engine/cache/tables/reused-rows.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { testCache } from '../../../support/cache.ts';
import { unwrap } from '../../../support/engine.ts';

test('the rows behind the last requisition are free again after it was removed, and no others', async () => {
  const cache = await testCache();
  onTestFinished(() => cache.close());
  cache.sweep(
    'requisition',
    [1, 2, 3].map((n) => rawRequisition({ id: `req_${n}` })),
  );
  const remove = (id: string) =>
    unwrap(cache.writer.removeOne({ kind: 'requisition', id, writeSequence: 1 }));
  remove('req_1');
  expect(findReusedRows(cache.reader, 0)).toEqual({ removals: 0, first: null });
  remove('req_3');
  expect(findReusedRows(cache.reader, 0)).toEqual({ removals: 1, first: 3 });
  expect(findReusedRows(cache.reader, 1)).toEqual({ removals: 1, first: null });
  remove('req_2');
  expect(findReusedRows(cache.reader, 1)).toEqual({ removals: 2, first: 1 });
  // What is known is of another cache, which this one has replaced.
  expect(findReusedRows(cache.reader, 7)).toEqual({ removals: 2, first: 1 });
});
