import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import { InboxQueries } from '#main/engine/cache/queries/inbox/inbox.ts';
import { INBOX_READ_HANDLERS } from '#main/engine/cache/queries/inbox/reads.ts';
import {
  buildSectionCountQuery,
  buildSectionQuery,
} from '#main/engine/cache/queries/inbox/stored-threads.ts';
import { createAdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import { emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawNotification } from '../../../../../support/builders.ts';
import { getCode, unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

const version = fc.record({
  id: fc.integer({ min: 0, max: 5 }).map((n) => `notf_${n}`),
  user: fc.constantFrom('user_d1', 'user_d2'),
  read: fc.boolean(),
  created_at: fc.constantFrom('2026-03-01 09:30:00.000+00', '2026-03-02 09:30:00.000+00', 'no date'),
  props: fc.constantFrom(
    {},
    { object: 'message', id: 'm_1' },
    { object: 'form', id: 'm_1' },
    { object: 'message' },
  ),
});

const records = fc.array(version, { maxLength: 4 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('page'), records }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove'), records }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('roll back'), records }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('defer'), records }) },
);

const toRecords = (versions: readonly JsonObject[]): readonly JsonObject[] =>
  versions.map((one) => rawNotification(one));

/** A page that is rolled back after its first records were written. */
function failPage(versions: readonly JsonObject[]): void {
  const db = cache.connection();
  db.execute(sql`CREATE TEMP TRIGGER refused BEFORE INSERT ON notification WHEN NEW.id = 'notf_bad'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  cache.begin('notification');
  const bad = rawNotification({ id: 'notf_bad' });
  expect(getCode(cache.page('notification', [...toRecords(versions), bad]))).toBe('internal');
  unwrap(cache.end('notification', 'incomplete'));
  db.execute(sql`DROP TRIGGER refused`);
}

/** Single records whose commit is deferred, then a page that is rolled back in the same transaction. */
function defer(versions: readonly JsonObject[]): void {
  for (const record of toRecords(versions)) {
    const text = JSON.stringify(record);
    unwrap(
      cache.writer.storeOne({
        kind: 'notification',
        text,
        fetchedAt: 1 as never,
        writeSequence: 1,
        isDeferred: true,
      }), // any time
    );
  }
  failPage(versions);
  unwrap(cache.writer.commitDeferred({ writes: versions.length }));
}

/** The threads as the writes keep them, and as a count of all notifications makes them. */
function readThreads() {
  const counted = sql`
    SELECT about_id, about_kind, user, alone, count(*) AS notifications, sum(read = 0) AS unread,
      max(place) AS place FROM (
        SELECT *, CASE about_id WHEN '' THEN row ELSE 0 END AS alone,
          row_number() OVER (ORDER BY created_at, row) AS place FROM notification)
    GROUP BY 1, 2, 3, 4 ORDER BY place`;
  const kept = sql`
    SELECT newest.about_id, newest.about_kind, newest.user,
      CASE newest.about_id WHEN '' THEN newest.row ELSE 0 END AS alone, notifications, unread,
      (SELECT count(*) FROM notification AS other
       WHERE (other.created_at, other.row) <= (newest.created_at, newest.row)) AS place
    FROM inbox_thread JOIN notification AS newest ON newest.row = inbox_thread.row
      AND newest.created_at = inbox_thread.created_at AND newest.thread = inbox_thread.thread
    ORDER BY place`;
  return { kept: cache.reader.all(kept), counted: cache.reader.all(counted) };
}

test('after any writes, removals and rollbacks the threads are those that a count of all notifications makes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await cache.close();
      cache = await cacheAndLocal();
      for (const { what, records: versions } of steps) {
        if (what === 'page') cache.sweep('notification', toRecords(versions));
        if (what === 'roll back') failPage(versions);
        if (what === 'defer') defer(versions);
        if (what === 'remove')
          for (const { id } of versions)
            unwrap(cache.writer.removeOne({ kind: 'notification', id, writeSequence: 0 }));
        const { kept, counted } = readThreads();
        expect(kept).toEqual(counted);
        expect(cache.reader.get(sql`SELECT count(*) AS n FROM inbox_thread`)).toEqual({ n: counted.length });
      }
    }),
    { numRuns: howMuch(25, 500) },
  );
}, 600_000);

function getPlan(query: Sql): string {
  const lines = cache.reader.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`);
  return lines.map(({ detail }) => detail).join('\n');
}

test.each([
  ['inbox', 'inbox_thread_newest'],
  ['unread', 'inbox_thread_unread'],
  ['read', 'inbox_thread_newest'],
] as const)(
  'a page and a count of the section %s come from one index, in its order, without a sort',
  (section, index) => {
    const after = { at: 5, row: 7 };
    const replaced = sql` AND thread NOT IN (SELECT value FROM json_each('[1]'))`;
    for (const others of [emptySql, replaced]) {
      const page = getPlan(buildSectionQuery(section, { after, offset: 0, limit: 50 }, others));
      expect(page).toContain(`SEARCH inbox_thread USING INDEX ${index} ((created_at,row)<(?,?))`);
      expect(page).not.toContain('TEMP B-TREE');
    }
    expect(getPlan(buildSectionCountQuery(section, null))).toContain(`COVERING INDEX ${index}`);
    expect(getPlan(buildSectionCountQuery(section, after))).toContain(`COVERING INDEX ${index}`);
  },
);

/** An inbox whose queries are counted: how many there were, and how many rows they returned. */
function openCounted() {
  const local = new ReadOnlyLocalStoreView(cache.file);
  const overlay = new PendingOverlay(cache.reader, local);
  const seen = { queries: 0, rows: 0 };
  const counted = {
    ...cache.reader,
    all: <Row>(query: Sql<Row>) => {
      const found = cache.reader.all(query);
      seen.queries += 1;
      seen.rows += found.length;
      return found;
    },
    get: <Row>(query: Sql<Row>) => {
      seen.queries += 1;
      seen.rows += 1;
      return cache.reader.get(query);
    },
  };
  const inbox = new InboxQueries(counted, overlay, {
    localData: new LocalAnnotationsReader(local),
    slices: createAdaptiveRowsPerSlice(() => 0),
  });
  const readPage = () =>
    overlay.runRead(() =>
      unwrap(
        INBOX_READ_HANDLERS['inbox.page'](
          { overlay, inbox },
          { terms: [], order: { unreadFirst: true }, limit: 20 },
        ),
      ),
    );
  return { seen, readPage, close: () => local.close() };
}

/** An inbox of 2,000 notifications in 700 threads. */
function fillInbox(): void {
  cache.sweep(
    'notification',
    Array.from({ length: 2_000 }, (_none, n) =>
      rawNotification({ id: `notf_${n}`, props: { object: 'message', id: `m_${n % 700}` } }),
    ),
  );
}

test('a page of a large inbox reads its own rows alone, also after each of a few pending read flags', () => {
  fillInbox();
  const { seen, readPage, close } = openCounted();
  expect(readPage().items).toHaveLength(20);
  expect(seen.rows).toBeLessThan(50);
  for (let n = 0; n < 5; n++) {
    cache.addPendingChange({ operation: 'notifications.update', target: `notf_${n}`, data: { read: true } });
    seen.rows = 0;
    seen.queries = 0;
    expect(readPage().items).toHaveLength(20);
    expect(seen.rows).toBeLessThan(60);
    expect(seen.queries).toBeLessThan(10);
  }
  close();
});

test('a page of a large inbox reads its own rows and the threads with snoozed notifications', () => {
  fillInbox();
  for (const [n, isOver] of [0, 1, 0].entries())
    cache.app.run(sql`INSERT INTO snooze (notification, until, snoozed_at, is_over)
      VALUES (${`notf_${n}`}, 5, 1, ${isOver})`);
  const { seen, readPage, close } = openCounted();
  const { items } = readPage();
  expect(items).toHaveLength(20);
  expect(items[0]).toMatchObject({ isBack: true, notifications: 3 });
  expect(seen.rows).toBeLessThan(60);
  expect(seen.queries).toBeLessThan(12);
  close();
});
