import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordIdSchema } from '#contract/record-schemas.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import type { RawRecord } from '../../../support/clinic.ts';
import { unwrap, until } from '../../../support/engine.ts';
import { localFile } from '../../../support/pending.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
const ACCOUNT = '0123456789abcdef';
const getFolder = ({ folder }: TestApp): string => path.join(folder, 'accounts', ACCOUNT);

/** Deletes the cache, as when it is thrown away. */
function throwCacheAway(app: TestApp): void {
  const files = readdirSync(getFolder(app)).filter((name) => name.startsWith('cache.db'));
  expect(files).toContain('cache.db');
  for (const name of files) rmSync(path.join(getFolder(app), name));
}

/** A requisition with a result and a completed review. */
function findReviewed(app: TestApp): RawRecord {
  const found = [...app.serviceRecords('requisition').values()].find(
    (record) =>
      record['requisition_result'] !== null &&
      (record['reviews'] as readonly { status: string }[]).some(({ status }) => status === 'reviewed'),
  );
  if (found === undefined) throw new Error('the clinic has no reviewed requisition');
  return found;
}

/** From now on the service returns another result for a requisition. */
function replaceResult({ clinic }: TestApp, id: string): void {
  const change = (record: RawRecord): RawRecord =>
    record.id === id
      ? { ...record, requisition_result: 'rslt_corrected', last_updated_at: '2030-01-01T00:00:00.000Z' }
      : record;
  clinic.faults.add({
    match: { method: 'GET', path: /\/v2\/requisitions\?/ },
    action: {
      kind: 'replace',
      body: (list) => {
        const { data, ...rest } = list as { readonly data: readonly RawRecord[] }; // a list of the clinic
        return { ...rest, data: data.map(change) };
      },
    },
  });
}

const getShown = async (app: TestApp, id: string) => {
  const { record } = unwrap(
    await app.engine().call('requisitions.get', { id: recordIdSchema('requisition').parse(id) }),
  );
  return { needsReview: record.needsReview, reviewedResult: record.resultChange?.reviewedResult };
};

function countNoted(app: TestApp): number {
  const file = localFile(getFolder(app));
  const found = file.get(sql<{ count: number }>`SELECT count(*) AS count FROM reviewed_version`);
  file.close();
  return found?.count ?? 0;
}

test('a result that changed after its review still needs one, with what changed, after the cache was thrown away', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id, requisition_result: result } = findReviewed(app);
  replaceResult(app, id);
  await app.sync();
  const changed = { needsReview: true, reviewedResult: result };
  expect(await getShown(app, id)).toEqual(changed);
  await app.restart({ between: () => throwCacheAway(app) });
  await app.sync();
  expect(await getShown(app, id)).toEqual(changed);
});

test('a result that changes while there is no cache needs review again, with what changed', async () => {
  const app = await openTestApp({ requisitions: 300 });
  await app.sync();
  const { id, requisition_result: result } = findReviewed(app);
  const reviewed = [...app.serviceRecords('requisition').values()].filter((record) =>
    (record['reviews'] as readonly { status: string }[]).some(({ status }) => status === 'reviewed'),
  );
  // More requisitions than a commit names are compared at the end of the sync.
  await until(() => countNoted(app) >= reviewed.length, 'the reviewed results are noted');
  await app.restart({ between: () => throwCacheAway(app) });
  replaceResult(app, id);
  await app.sync();
  expect(await getShown(app, id)).toEqual({ needsReview: true, reviewedResult: result });
});

test('a result that was reviewed again before the cache was thrown away needs no review', async () => {
  const app = await openTestApp();
  await app.sync();
  const { id } = findReviewed(app);
  await app.save({
    operation: 'requisitions.update',
    data: { id, review: { status: 'reviewed', reviewer: 'user_r1' } },
  });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  await app.restart({ between: () => throwCacheAway(app) });
  await app.sync();
  expect(await getShown(app, id)).toEqual({ needsReview: false, reviewedResult: undefined });
});
