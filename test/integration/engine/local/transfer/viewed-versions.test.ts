import { expect, test } from 'vitest';
import { sql } from '#main/engine/sqlite/sql.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import { unwrap } from '../../../../support/engine.ts';
import type { TestLocalStore } from '../../../../support/local-store.ts';
import { clock, createComputer, transfer } from './computers.ts';

function view({ kept }: TestLocalStore, id: string): void {
  const raw = JSON.stringify({ id });
  clock.run(1_000);
  unwrap(kept.markViewed({ kind: 'requisition', id, raw, hash: hashResourceText(raw) }));
}

/** The viewed records in the order in which they are removed where there are too many. */
function listViewed({ store }: TestLocalStore): readonly string[] {
  const found = store.change((db) => ({
    ok: true,
    value: db.all(sql<{ id: string }>`SELECT id FROM viewed_version ORDER BY number`).map(({ id }) => id),
  }));
  return unwrap(found);
}

test('Views that an import adds are removed before those that were made here later', async () => {
  const [from, to] = [await createComputer(), await createComputer()];
  view(to, 'req_first');
  view(from, 'req_theirs');
  view(to, 'req_mine');
  transfer(from, to);
  expect(listViewed(to)).toEqual(['req_first', 'req_theirs', 'req_mine']);
  view(to, 'req_last');
  expect(listViewed(to)).toEqual(['req_first', 'req_theirs', 'req_mine', 'req_last']);
});
