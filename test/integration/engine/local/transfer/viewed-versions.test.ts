import { renameSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '#main/engine/sqlite/sql.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import { steppingClock } from '../../../../support/clocks.ts';
import { temporaryFolder, unwrap } from '../../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../../support/local-store.ts';

const KEY = 'ab'.repeat(32);
const clock = steppingClock();

/** A local store on a computer of its own. */
async function createComputer(seed: number): Promise<TestLocalStore> {
  const folder = await temporaryFolder();
  const local = testLocalStore(folder.path, { clock, seed });
  onTestFinished(async () => {
    local.store.close();
    await folder.remove();
  });
  return local;
}

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
  const [from, to] = [await createComputer(201), await createComputer(202)];
  view(to, 'req_first');
  view(from, 'req_theirs');
  view(to, 'req_mine');
  const { importPath } = unwrap(to.store.removeCopies());
  renameSync(unwrap(from.store.copyForExport({ key: KEY })).path, importPath);
  unwrap(to.store.importCopy({ key: KEY }));
  expect(listViewed(to)).toEqual(['req_first', 'req_theirs', 'req_mine']);
  view(to, 'req_last');
  expect(listViewed(to)).toEqual(['req_first', 'req_theirs', 'req_mine', 'req_last']);
});
