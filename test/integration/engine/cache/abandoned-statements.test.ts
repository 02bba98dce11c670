import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { CacheReadInput, CacheReadName } from '#main/engine/cache/protocol.ts';
import { CacheReader } from '#main/engine/cache/reader.ts';
import { rawRequisition } from '../../../support/builders.ts';
import { NEWEST } from '../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../support/overlay.ts';

let cache: CacheAndLocal;
let reader: CacheReader;
beforeAll(async () => {
  cache = await cacheAndLocal();
  const records = Array.from({ length: 30 }, (_none, n) => rawRequisition({ id: `req_${n}`, type: 'lab' }));
  cache.sweep('requisition', records);
  reader = new CacheReader(openCacheForReading(cache.file), new ReadOnlyLocalStoreView(cache.file));
});
afterAll(async () => {
  reader.close();
  await cache.close();
});

const TERMS = [{ field: 'text', value: 'req', isNot: false }] as const;
const READS: readonly { readonly [N in CacheReadName]: readonly [N, CacheReadInput<N>] }[CacheReadName][] = [
  ['worklist.page', { tab: 'all', terms: TERMS, order: NEWEST, limit: 10 }],
  ['worklist.counts', { terms: TERMS }],
  ['worklist.ids', { tab: 'all', terms: [], order: NEWEST, limit: 10 }],
  ['related.get', { id: 'user_1', limit: 5 }],
  ['records.list', { kind: 'requisition', filter: {}, limit: 10 }],
];

/** Says that a read was abandoned from the look with this number on. */
function abandonedAt(look: number): () => boolean {
  let looks = 0;
  return () => looks++ >= look;
}

test('a read that is abandoned before any of its statements is cancelled, and changes no later read', () => {
  let edits = 0;
  fc.assert(
    fc.property(fc.nat(READS.length - 1), fc.nat(12), fc.boolean(), (index, look, isEdited) => {
      if (isEdited) {
        edits += 1;
        const id = `req_${edits % 30}`;
        cache.addPendingChange({
          operation: 'requisitions.update',
          target: id,
          data: { name: `edit ${edits}` },
        });
      }
      const [name, input] = READS[index] ?? ['worklist.counts', { terms: TERMS }];
      const fresh = new CacheReader(openCacheForReading(cache.file), new ReadOnlyLocalStoreView(cache.file));
      const alone = fresh.read(name, input);
      fresh.close();
      const abandoned = reader.read(name, input, abandonedAt(look));
      expect(abandoned).toEqual(abandoned.ok ? alone : err('cancelled'));
      expect(reader.read(name, input)).toEqual(alone);
    }),
    { numRuns: 80 },
  );
});

test('a read that is abandoned from its start runs none of its statements', () => {
  for (const [name, input] of READS)
    expect(reader.read(name, input, abandonedAt(0))).toEqual(err('cancelled'));
});
