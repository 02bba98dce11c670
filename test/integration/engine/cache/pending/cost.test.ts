import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { CacheReader } from '#main/engine/cache/reader.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { Sql, sql } from '#main/engine/sqlite/sql.ts';
import { rawNotification } from '../../../../support/builders.ts';
import { unwrap } from '../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';

const MANY = 2_000;

let cache: CacheAndLocal;
let reader: CacheReader;
/** The reader's statements since the last call. */
let asked: Sql[] = [];

/** A connection that records its statements. */
function noting(db: Connection): Connection {
  return {
    ...db,
    all: (query) => {
      asked.push(query);
      return db.all(query);
    },
    get: (query) => {
      asked.push(query);
      return db.get(query);
    },
  };
}

/** The number of rows of the local store that were read since the last call. */
let localRows = 0;

class CountingView extends ReadOnlyLocalStoreView {
  override all<Row>(query: Sql<Row>): Row[] {
    const rows = super.all(query);
    localRows += rows.length;
    return rows;
  }
}

beforeAll(async () => {
  cache = await cacheAndLocal();
  cache.sweep(
    'notification',
    Array.from({ length: MANY + 100 }, (_none, n) => rawNotification({ id: `notf_${n}` })),
  );
  reader = new CacheReader(noting(openCacheForReading(cache.file)), new CountingView(cache.file));
});
afterAll(async () => {
  reader.close();
  await cache.close();
});

function unread(): number {
  return unwrap(reader.read('inbox.unread', {})).count;
}

/** Runs a read; returns the number of raw resources read, and the number of statements. */
function getCost(read: () => void): { readonly bodies: number; readonly queries: number } {
  asked = [];
  read();
  return {
    bodies: asked.filter(({ text }) => text.includes('_body')).length,
    queries: asked.length,
  };
}

function getPlan(query: Sql): string {
  return cache.reader
    .all(new Sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`, query.values))
    .map(({ detail }) => detail)
    .join('\n');
}

const readFlag = (n: number) =>
  ({ operation: 'notifications.update', target: `notf_${n}`, data: { read: true } }) as const;

test('with nothing in the outbox a read asks what it would ask without one', () => {
  expect(unread()).toBe(MANY + 100);
  expect(getCost(unread)).toEqual({ bodies: 0, queries: 1 });
  expect(asked[0]?.text).not.toContain('NOT IN');
  cache.store('notification', rawNotification({ id: 'notf_0', text: 'changed' }));
  expect(getCost(unread)).toEqual({ bodies: 0, queries: 1 });
});

test('of thousands of pending changes only those are applied again that changed, or whose record changed', () => {
  cache.app.transaction(() => {
    for (let n = 0; n < MANY; n++) cache.addPendingChange(readFlag(n));
  });
  expect(getCost(unread).bodies).toBe(MANY);
  expect(unread()).toBe(100);
  expect(getCost(unread)).toEqual({ bodies: 0, queries: 1 });
  const last = cache.addPendingChange(readFlag(MANY));
  // Its stored row and body, its thread, and the count.
  expect(getCost(unread)).toEqual({ bodies: 1, queries: 4 });
  cache.app.run(sql`UPDATE operation SET state = 'sending' WHERE number = ${last}`);
  expect(getCost(unread)).toEqual({ bodies: 1, queries: 3 });
  cache.store('notification', rawNotification({ id: 'notf_7', text: 'changed again' }));
  expect(getCost(unread)).toEqual({ bodies: 1, queries: 5 });
  cache.store('notification', rawNotification({ id: `notf_${MANY + 50}`, text: 'nothing waits for it' }));
  expect(getCost(unread)).toEqual({ bodies: 0, queries: 2 });
  deleteStoredChange(cache.app, last);
  expect(getCost(unread)).toEqual({ bodies: 0, queries: 2 });
});

test('of thousands of pending changes only those are read again that changed', () => {
  unread();
  localRows = 0;
  const one = cache.addPendingChange(readFlag(MANY));
  unread();
  // What a save changes, the change itself and its state, and the pending change that both name.
  expect(localRows).toBe(3);
  deleteStoredChange(cache.app, one);
  localRows = 0;
  unread();
  expect(localRows).toBe(1);
});

test('a reader that is further behind than the changes reach reads all pending changes', () => {
  expect(unread()).toBe(100);
  cache.app.transaction(() => {
    for (const n of [MANY, MANY + 1]) cache.addPendingChange(readFlag(n));
    cache.app.run(
      sql`DELETE FROM operation_change WHERE sequence < (SELECT max(sequence) FROM operation_change)`,
    );
  });
  expect(unread()).toBe(98);
  cache.app.run(sql`DELETE FROM operation WHERE target IN (${`notf_${MANY}`}, ${`notf_${MANY + 1}`})`);
  expect(unread()).toBe(100);
});

test.each([
  [{}, 'notification_scan'],
  [{ unread: true }, 'notification_unread'],
  [{ user: 'user_d1' }, 'notification_user (user=?'],
])(
  'with thousands of rows hidden the list by %j still comes from its index, without a sort',
  (filter, index) => {
    asked = [];
    unwrap(reader.read('records.list', { kind: 'notification', filter, limit: 50 }));
    const page = asked.find(({ text }) => text.includes('NOT IN'));
    const plan = page === undefined ? '' : getPlan(page);
    expect(plan).toContain(`notification USING INDEX ${index}`);
    expect(plan).not.toContain('TEMP B-TREE');
  },
);

test('the records with pending changes are looked up by their ids, not searched for', () => {
  cache.addPendingChange(readFlag(MANY + 1));
  asked = [];
  unread();
  const lookup = asked.find(({ text }) => text.includes('hex(hash)'));
  expect(lookup === undefined ? '' : getPlan(lookup)).toMatch(
    /SEARCH notification USING INDEX \S+ \(id=\?\)/,
  );
});

test('the reader writes into neither file', () => {
  cache.addPendingChange(readFlag(MANY + 2));
  const before = [cache.connection(), cache.app].map((db) => Number(db.pragma('data_version')));
  unread();
  expect([cache.connection(), cache.app].map((db) => Number(db.pragma('data_version')))).toEqual(before);
});
