import type { ValidatedInput } from '#contract/api.ts';
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getCachePath, openCacheForReading } from '#main/engine/cache/file/open.ts';
import { Sql, sql } from '#main/engine/sqlite/sql.ts';
import {
  toBytes,
  rawForm,
  rawNotification,
  rawRequisition,
  rawRequisitions,
} from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { getCode, unwrap } from '../../../support/engine.ts';
import { type StandingClock, standingClock } from '../../../support/clocks.ts';

let clock: StandingClock;
let cache: TestCache;
beforeEach(async () => {
  clock = standingClock();
  cache = await testCache(clock);
});
afterEach(() => cache.close());

/** The first requisition that is found, as the worklist shows it. */
function getRows(terms: ValidatedInput<'worklist.page'>['terms'] = []) {
  const order = { by: 'updated', descending: true } as const;
  return unwrap(cache.read('worklist.page', { tab: 'all', terms, order, limit: 1 })).items;
}

test('a page that is asked for urgently is committed at once, later ones together', () => {
  cache.begin('requisition');
  cache.page('requisition', rawRequisitions(3), { isUrgent: true });
  expect(cache.visible()).toBe(3);
  cache.page('requisition', rawRequisitions(3, 3));
  expect(cache.visible()).toBe(3);
  expect(cache.changes()).toHaveLength(1);
  unwrap(cache.end('requisition'));
  expect(cache.visible()).toBe(6);
  expect(cache.changes().map(({ revision, ids }) => [revision, ids.length])).toEqual([
    [1, 3],
    [2, 3],
  ]);
});

test('a batch is committed after a second, with the next page', () => {
  cache.begin('requisition');
  cache.page('requisition', rawRequisitions(3));
  clock.at += 999;
  cache.page('requisition', rawRequisitions(3, 3));
  expect(cache.visible()).toBe(0);
  clock.at += 1;
  cache.page('requisition', rawRequisitions(3, 6));
  expect(cache.visible()).toBe(9);
});

test('a change of many rows names none of them', () => {
  cache.sweep('requisition', rawRequisitions(201));
  expect(cache.changes()).toEqual([{ revision: 1, kind: 'requisition', ids: [] }]);
  const feed = cache.reader.all(sql`SELECT revision, kind, id FROM change`);
  expect(feed).toEqual([{ revision: 1, kind: 'requisition', id: '' }]);
});

test('the revision goes on counting after the file was closed and opened', () => {
  cache.sweep('form', [rawForm()]);
  cache.writer.close();
  unwrap(cache.writer.open(cache.file));
  cache.sweep('form', [rawForm({ name: 'Changed' })]);
  expect(cache.changes()).toEqual([
    { revision: 1, kind: 'form', ids: ['form_1'] },
    { revision: 2, kind: 'form', ids: ['form_1'] },
  ]);
});

test('an unchanged record is not written, and no event is emitted', () => {
  cache.sweep('requisition', rawRequisitions(5));
  const before = cache.reader.all(sql`SELECT * FROM requisition_body_block`);
  clock.at += 5000;
  expect(cache.sweep('requisition', rawRequisitions(5))).toMatchObject({
    records: 5,
    newInPass: 5,
    isUnchanged: true,
  });
  expect(cache.changes()).toHaveLength(1);
  expect(cache.reader.all(sql`SELECT * FROM requisition_body_block`)).toEqual(before);
});

test('a record that is missing from a later sweep stays', () => {
  cache.sweep('requisition', rawRequisitions(5));
  cache.sweep('requisition', rawRequisitions(2));
  expect(cache.visible()).toBe(5);
  expect(cache.emitted.at(-1)?.states.find(({ kind }) => kind === 'requisition')?.cached).toBe(5);
});

test('of two versions in one sweep the newer one stays, in any order', () => {
  const older = rawRequisition({ name: 'older', last_updated_at: '2026-01-01T00:00:00.000Z' });
  const newer = rawRequisition({ name: 'newer', last_updated_at: '2026-01-02T00:00:00.000Z' });
  const nameAfter = (...versions: readonly unknown[]): string | undefined => {
    cache.sweep('requisition', versions);
    return getRows()[0]?.name;
  };
  expect(nameAfter(newer, older)).toBe('newer');
  expect(nameAfter(older, newer)).toBe('newer');
  // A later sweep is trusted though it goes back in time: a service may have been restored from a backup.
  expect(nameAfter(older)).toBe('older');
});

test('a page reports how many of its records are new in the sweep', () => {
  cache.begin('requisition');
  expect(unwrap(cache.page('requisition', rawRequisitions(4)))).toMatchObject({ records: 4, newInPass: 4 });
  expect(unwrap(cache.page('requisition', rawRequisitions(4, 2)))).toMatchObject({
    records: 4,
    newInPass: 2,
  });
  expect(unwrap(cache.page('requisition', ['garbage', 'garbage', 7]))).toMatchObject({
    records: 3,
    newInPass: 2,
  });
});

test('a record that is nested too deeply to be cloned is quarantined with the reason, and the others are stored', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
  cache.sweep('requisition', [
    rawRequisition({ id: 'req_1', extra: nested(900) }),
    rawRequisition({ id: 'req_2', extra: nested(2_000) }),
  ]);
  expect(cache.reader.all(sql`SELECT reason, id FROM quarantine`)).toEqual([
    { reason: 'too-deep', id: 'req_2' },
  ]);
  expect(cache.visible()).toBe(1);
});

test('a quarantined record is noted without its content, once, and forgotten when the service has repaired it', () => {
  cache.sweep('requisition', [
    rawRequisition({ id: 'req_1', name: 'kept' }),
    rawRequisition({ id: undefined, name: 'SECRET' }),
    rawRequisition({ id: undefined, name: 'SECRET' }),
    rawRequisition({ id: 'form_1' }),
    rawRequisition({ id: ['req_1'] }),
    null,
  ]);
  const kept = cache.reader.all(
    sql<{ reason: string; id: string | null }>`SELECT reason, id FROM quarantine`,
  );
  expect(kept.map(({ reason }) => reason).sort()).toEqual([
    'bad-id',
    'bad-id',
    'missing-id',
    'not-an-object',
  ]);
  expect(kept.flatMap(({ id }) => id ?? [])).toEqual(['form_1']);
  expect(JSON.stringify(cache.reader.all(sql`SELECT * FROM quarantine`))).not.toContain('SECRET');
  expect(cache.visible()).toBe(1);
  clock.at += 1;
  cache.sweep('requisition', rawRequisitions(1, 1));
  expect(cache.reader.all(sql`SELECT * FROM quarantine`)).toEqual([]);
});

test('hostile keys and texts are stored unchanged and have no effect', () => {
  const raw =
    `{"id":"req_1","object":"requisition","__proto__":{"type":"lab"},"constructor":1,"then":2,"toJSON":3,
    "name":"'); DROP TABLE requisition; --","patient":"\\u0000\\ud800","type":{"$gt":""}}`.replaceAll(
      /\n\s*/g,
      '',
    );
  cache.begin('requisition');
  const bytes = toBytes(`{"object":"list","data":[${raw}]}`);
  unwrap(cache.page('requisition', [], { bytes, isUrgent: true }));
  const { record } = unwrap(cache.read('requisitions.get', { id: 'req_1' as never }));
  expect(record.type).toBe('');
  expect(record.flags.map(({ field }) => field)).toContain('type');
  expect(
    unwrap(cache.read('records.raw', { kind: 'requisition', id: 'req_1', withPending: false })).raw,
  ).toBe(raw);
});

test('texts of five megabytes are stored whole and listed short', () => {
  const long = 'Ferritin '.repeat(600_000);
  cache.sweep('requisition', [rawRequisition({ name: long, order_details: long })]);
  cache.sweep('notification', [rawNotification({ title: long, text: long })]);
  const [row] = getRows([{ field: 'text', value: 'ferritin', isNot: false }]);
  expect(row?.name).toHaveLength(300);
  expect(unwrap(cache.read('requisitions.get', { id: 'req_7Hq2' as never })).record.orderDetails).toBe(long);
  const [notification] = unwrap(
    cache.read('inbox.page', { terms: [], order: { unreadFirst: false }, limit: 1 }),
  ).items;
  expect([notification?.title.length, notification?.text.length]).toEqual([300, 200]);
});

test.each(['', '<html>', '{"object":"list"}', '{"object":"list","data":{}}', '[]', 'null', '\ufeff'])(
  'a page that is no list changes nothing: %j',
  (body) => {
    cache.begin('form');
    expect(getCode(cache.page('form', [], { bytes: toBytes(body) }))).toBe('bad-payload');
    expect(cache.emitted).toEqual([]);
  },
);

test('a full disk is reported, what was committed stays, and the sweep learns that the rest is lost', () => {
  cache.sweep('requisition', rawRequisitions(50));
  cache.begin('requisition');
  cache.begin('form');
  const limited = limitPages(cache);
  const padded = rawRequisitions(400, 100).map((record) => ({ ...record, order_details: 'x'.repeat(5000) }));
  const stored = [0, 1, 2, 3].map((n) =>
    getCode(cache.page('requisition', padded.slice(n * 100, n * 100 + 100), { isUrgent: true })),
  );
  expect(stored).toContain('storage-full');
  // The transaction was one for all kinds, so each running sweep is notified.
  expect(getCode(cache.page('form', [rawForm()]))).toBe('storage-full');
  limited.lift();
  expect(cache.visible()).toBeGreaterThanOrEqual(50);
  expect(cache.reader.pragma('quick_check')).toBe('ok');
  cache.begin('form');
  expect(unwrap(cache.page('form', [rawForm()], { isUrgent: true }))).toMatchObject({
    records: 1,
    newInPass: 1,
  });
});

test('codes are counted once per record that has them, without the records of a page that was rolled back', () => {
  const withCodes = (from: number, codes: readonly string[]) =>
    rawRequisitions(3, from).map((record) => ({
      ...record,
      diagnoses: codes.map((code) => ({ code, description: `about ${code}` })),
    }));
  const countUses = () =>
    cache
      .connection()
      .all(
        sql<{
          code: string;
          uses: number;
        }>`SELECT code, uses FROM code_usage WHERE list = 'diagnoses' ORDER BY code`,
      )
      .map(({ code, uses }) => [code, uses]);
  cache.sweep('requisition', withCodes(0, ['A', 'B']));
  cache.begin('requisition');
  cache.page('requisition', withCodes(3, ['A']));
  // The last record of the next page cannot be written.
  const [, , last] = rawRequisitions(3, 6);
  const failure = sql`CREATE TEMP TRIGGER refuse BEFORE INSERT ON requisition BEGIN
    SELECT RAISE(FAIL, 'refused') WHERE NEW.id = '${new Sql(String(last?.['id']), [])}'; END`;
  cache.connection().execute(failure);
  expect(getCode(cache.page('requisition', withCodes(6, ['A', 'C'])))).toBe('internal');
  cache.connection().execute(sql`DROP TRIGGER refuse`);
  cache.page('requisition', withCodes(9, ['B', 'B']));
  cache.page('requisition', withCodes(0, ['B', 'D']));
  unwrap(cache.end('requisition', 'incomplete'));
  expect(countUses()).toEqual([
    ['A', 3],
    ['B', 6],
    ['D', 3],
  ]);
});

/** Prevents the file from growing, as a full disk would. */
function limitPages(target: TestCache): { lift(): void } {
  const db = target.connection();
  const before = Number(db.pragma('max_page_count'));
  db.pragma(`max_page_count = ${Number(db.pragma('page_count')) + 20}`);
  return { lift: () => void db.pragma(`max_page_count = ${before}`) };
}

test('a file that was removed while it is open is noticed, and no longer written to', () => {
  cache.sweep('form', [rawForm()]);
  cache.begin('form');
  renameSync(getCachePath(cache.file.folder), `${getCachePath(cache.file.folder)}.elsewhere`);
  expect(getCode(cache.page('form', [rawForm({ name: 'Lost' })], { isUrgent: true }))).toBe(
    'storage-damaged',
  );
});

test('the outcome of a sweep is known after the file was opened again; one without changes keeps it', () => {
  const stateAfterOpening = () => {
    cache.writer.close();
    return unwrap(cache.writer.open(cache.file)).states.find(({ kind }) => kind === 'form');
  };
  cache.begin('form');
  cache.page('form', [rawForm()]);
  unwrap(cache.end('form', 'incomplete'));
  expect(stateAfterOpening()).toMatchObject({ outcome: 'incomplete', lastSuccessAt: null, cached: 1 });
  clock.at = 7000;
  cache.sweep('form', [rawForm()]);
  cache.begin('form');
  unwrap(cache.end('form', 'failed'));
  expect(stateAfterOpening()).toMatchObject({ outcome: 'complete', lastSuccessAt: 7000, cached: 1 });
});

test('a page for a sweep that never began is refused', () => {
  expect(getCode(cache.page('form', [rawForm()]))).toBe('cancelled');
});

test('the search index agrees with the rows after many changes', () => {
  for (let turn = 0; turn < 5; turn++) {
    const records = rawRequisitions(60).map((record, n) => ({
      ...record,
      name: createHash('md5')
        .update(`${turn}${n % 7}`)
        .digest('hex'),
    }));
    cache.sweep('requisition', records);
  }
  cache.writer.close();
  unwrap(cache.writer.open(cache.file));
  const db = openCacheForReading(cache.file);
  db.pragma('query_only = 0');
  expect(() =>
    db.execute(sql`INSERT INTO requisition_search (requisition_search, rank) VALUES ('integrity-check', 1)`),
  ).not.toThrow();
  db.close();
});
