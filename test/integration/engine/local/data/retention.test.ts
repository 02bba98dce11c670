import { describe, expect, test } from 'vitest';
import type { MissingRecord } from '#contract/missing-records.ts';
import { toEpochMs } from '#contract/time.ts';
import { DAY } from '#main/base/durations.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

const START = Date.parse('2026-04-01T08:00:00.000Z');

async function openedStore(): Promise<LocalDataStore> {
  const local = await localDataStore();
  local.clock.at = START;
  return local;
}

/** Passes a number of days, and removes what was not used for 30. */
function expireAfter(local: LocalDataStore, days: number) {
  local.clock.at += days * DAY;
  const before = toEpochMs(local.clock.at - 30 * DAY);
  let versions = 0;
  for (let after: number | null = 0; after !== null; ) {
    const slice: { removed: number; next: number | null } = unwrap(
      local.kept.removeExpiredViewedVersions({ before, after }),
    );
    versions += slice.removed;
    after = slice.next;
  }
  return { versions, missing: unwrap(local.kept.removeExpiredMissingRecords({ before })).removed };
}

/** The ids of the missing records that the file holds. */
function listMissing(local: LocalDataStore): readonly string[] {
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  const rows = db.all(sql<{ id: string }>`SELECT id FROM missing_record ORDER BY id`);
  db.close();
  return rows.map(({ id }) => id);
}

function move(local: LocalDataStore, ids: readonly string[], reason: MissingRecord['reason'] = 'gone'): void {
  const fetchedAt = toEpochMs(START);
  const records = ids.map((id) => ({
    id,
    reason,
    raw: JSON.stringify({ object: 'requisition', id, name: 'Blood' }),
    fetchedAt,
    needsReview: false,
  }));
  unwrap(local.kept.saveMissing({ kind: 'requisition', records }));
}

describe('versions that were viewed', () => {
  test('are removed after the time, but for the newest of each record', async () => {
    const local = await openedStore();
    for (const name of ['A', 'B', 'C']) local.look('req_1', { name });
    local.look('req_2', { name: 'A' });
    expect(expireAfter(local, 29)).toMatchObject({ versions: 0 });
    expect(expireAfter(local, 2)).toMatchObject({ versions: 2 });
    // The next version is compared with the one that stayed.
    expect(local.look('req_1', { name: 'D' }).fields).toEqual([{ field: 'name', was: '"C"', is: '"D"' }]);
    expect(expireAfter(local, 0)).toMatchObject({ versions: 0 });
  });

  test('stay where the record has an unsent change or a draft', async () => {
    const local = await openedStore();
    for (const id of ['req_1', 'req_2', 'req_3']) for (const name of ['A', 'B']) local.look(id, { name });
    local.save(
      { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } },
      { id: 'req_1', name: 'B' },
    );
    const draft = {
      key: '["requisitions.update","req_2",""]',
      target: 'req_2',
      label: '',
      fields: {},
      seen: {},
    };
    unwrap(local.kept['drafts.save']({ ...draft, operation: 'requisitions.update' }));
    expect(expireAfter(local, 31)).toMatchObject({ versions: 1 });
  });

  test('are looked at in slices, so that other calls need not wait', async () => {
    const local = await openedStore();
    for (let number = 0; number < 150; number++)
      for (const name of ['A', 'B']) local.look(`req_${number}`, { name });
    local.clock.at += 31 * DAY;
    const before = toEpochMs(local.clock.at - 30 * DAY);
    const first = unwrap(local.kept.removeExpiredViewedVersions({ before, after: 0 }));
    expect(first).toEqual({ removed: 100, next: 200 });
    expect(unwrap(local.kept.removeExpiredViewedVersions({ before, after: 200 }))).toEqual({
      removed: 50,
      next: null,
    });
  });
});

describe('last copies of records that the service no longer returns', () => {
  test('are removed after the time since they were confirmed', async () => {
    const local = await openedStore();
    move(local, ['req_1', 'req_2']);
    expect(expireAfter(local, 29)).toMatchObject({ missing: 0 });
    expect(expireAfter(local, 2)).toMatchObject({ missing: 2 });
    expect(listMissing(local)).toEqual([]);
    expect(local.changedLocalData.at(-1)).toEqual({ what: 'missing', ids: ['req_1', 'req_2'] });
  });

  test('stay with a follow-up mark, an unsent change or a draft, and before they are confirmed', async () => {
    const local = await openedStore();
    unwrap(
      local.kept['followUps.set']({ kind: 'requisition', id: 'req_marked', note: 'call', remindOn: null }),
    );
    local.save(
      { operation: 'requisitions.update', data: { id: 'req_unsent', name: 'Mine' } },
      { id: 'req_unsent', name: 'B' },
    );
    const ids = ['req_draft', 'req_free', 'req_marked', 'req_unsent'];
    const draft = { key: '["requisitions.update","req_draft",""]', label: '', fields: {}, seen: {} };
    unwrap(local.kept['drafts.save']({ ...draft, operation: 'requisitions.update', target: 'req_draft' }));
    move(local, ids);
    // What waits for the user is not confirmed yet.
    expect(expireAfter(local, 31)).toMatchObject({ missing: 1 });
    unwrap(local.kept.confirmMissing({ kind: 'requisition', ids }));
    expect(expireAfter(local, 31)).toMatchObject({ missing: 0 });
    expect(listMissing(local)).toEqual(['req_draft', 'req_marked', 'req_unsent']);
  });

  test('whose access was withdrawn stay, because they keep the PDF closed', async () => {
    const local = await openedStore();
    move(local, ['req_1'], 'forbidden');
    expect(expireAfter(local, 400)).toMatchObject({ missing: 0 });
    expect(listMissing(local)).toEqual(['req_1']);
  });
});

test('what is not on the service is known, with the requisitions that it refers to', async () => {
  const local = await openedStore();
  expect(unwrap(local.kept.findUnsentWork(null))).toEqual({ isThere: false, protectedRequisitions: [] });
  const draft = { key: '["forms.create","1",""]', target: null, label: '', fields: {}, seen: {} };
  unwrap(local.kept['drafts.save']({ ...draft, operation: 'forms.create' }));
  expect(unwrap(local.kept.findUnsentWork(null))).toEqual({ isThere: true, protectedRequisitions: [] });
  local.save({ operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } }, { id: 'req_1' });
  expect(unwrap(local.kept.findUnsentWork(null)).protectedRequisitions).toEqual(['req_1']);
});

test('a last copy with a follow-up mark keeps its PDF, which cannot be fetched again', async () => {
  const local = await openedStore();
  for (const id of ['req_copy', 'req_closed', 'req_listed'])
    unwrap(local.kept['followUps.set']({ kind: 'requisition', id, note: 'call', remindOn: null }));
  move(local, ['req_copy', 'req_unmarked']);
  move(local, ['req_closed'], 'forbidden');
  expect(unwrap(local.kept.findUnsentWork(null))).toEqual({
    isThere: false,
    protectedRequisitions: ['req_copy'],
  });
});
