import { readdirSync, readlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { Sql, sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../../support/builders.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../support/overlay.ts';
import { localId } from '../../../../support/pending.ts';

let cache: CacheAndLocal;
let reader: Connection;
let local: ReadOnlyLocalStoreView;
let overlay: PendingOverlay;
beforeEach(async () => {
  cache = await cacheAndLocal();
  reader = openCacheForReading(cache.file);
  local = new ReadOnlyLocalStoreView(cache.file);
  overlay = new PendingOverlay(reader, local);
});
afterEach(async () => {
  reader.close();
  local.close();
  await cache.close();
});

type Row = Readonly<Record<string, unknown>>;

/** All rows of a table, as the reader sees them. */
function rowsOf(table: string): readonly Row[] {
  return reader.all(new Sql<Row>(`SELECT * FROM ${table} ORDER BY 1`, []));
}

/** The ids of the TEMP table of requisitions. */
function pendingIds(): readonly unknown[] {
  return overlay.runRead(() => rowsOf('pending_requisition').map(({ id }) => id));
}

const CHANGES = [
  {
    kind: 'requisition',
    id: 'req_1',
    build: rawRequisition,
    operation: 'requisitions.update',
    unchanged: { name: 'Blood count' },
  },
  {
    kind: 'form',
    id: 'form_1',
    build: rawForm,
    operation: 'forms.update',
    unchanged: { name: 'Intake' },
  },
  {
    kind: 'notification',
    id: 'notf_1',
    build: rawNotification,
    operation: 'notifications.update',
    unchanged: { read: true },
  },
] as const;

/** What a stored row and a pending one do not share: the hash of the text, the state, when it was saved. */
const DIFFERENT = { hash: null, pending: null, last_updated_at: null };

test.each(CHANGES)(
  'a $kind whose pending change changes nothing has the same values in every column of both tables',
  ({ kind, id, build, operation, unchanged }) => {
    cache.store(kind, build({ id, ...unchanged }));
    cache.addPendingChange({ operation, target: id, data: unchanged, state: 'uncertain' });
    const [stored, pending] = overlay.runRead(() => [rowsOf(kind), rowsOf(`pending_${kind}`)]);
    expect(stored).toHaveLength(1);
    expect(pending).toMatchObject([{ id, pending: 'uncertain' }]);
    expect({ ...pending?.[0], ...DIFFERENT }).toEqual({ ...stored?.[0], ...DIFFERENT });
  },
);

test('the searched text and the ids of a pending requisition are those of the stored one', () => {
  cache.store('requisition', rawRequisition({ id: 'req_1', name: 'Lipids' }));
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_1', data: { name: 'Lipids' } });
  overlay.runRead(() => {
    expect(rowsOf('pending_requisition_text')).toEqual(rowsOf('requisition_text'));
    expect(rowsOf('pending_id_reference')).toEqual(rowsOf('id_reference'));
  });
});

test('the tables follow the outbox', () => {
  cache.store('requisition', rawRequisition({ id: 'req_1' }));
  expect(pendingIds()).toEqual([]);
  const first = cache.addPendingChange({
    operation: 'requisitions.update',
    target: 'req_1',
    data: { name: 'Mine' },
  });
  const data = { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' };
  cache.addPendingChange({ operation: 'requisitions.create', target: localId('requisition'), data });
  expect(pendingIds()).toEqual(['req_1', localId('requisition')]);
  deleteStoredChange(cache.app, first);
  expect(pendingIds()).toEqual([localId('requisition')]);
  overlay.runRead(() => {
    expect(rowsOf('pending_requisition_text')).toHaveLength(1);
    expect(new Set(rowsOf('pending_id_reference').map(({ row }) => row)).size).toBe(1);
  });
});

test('only rows that changed are written again', () => {
  const written: string[] = [];
  const noting = new PendingOverlay(
    {
      ...reader,
      run: (query) => {
        written.push(query.text);
        return reader.run(query);
      },
    },
    local,
  );
  const requisitions = [0, 1, 2, 3].map((n) => rawRequisition({ id: `req_${n}` }));
  cache.sweep('requisition', requisitions);
  for (const n of [0, 1, 2]) {
    cache.addPendingChange({ operation: 'requisitions.update', target: `req_${n}`, data: { name: 'Mine' } });
  }
  const inserts = (): number => {
    written.length = 0;
    noting.runRead(() => null);
    return written.filter((text) => text.startsWith('INSERT INTO pending_requisition (')).length;
  };
  expect(inserts()).toBe(3);
  expect(inserts()).toBe(0);
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_3', data: { name: 'Mine' } });
  expect(inserts()).toBe(1);
  cache.store('requisition', rawRequisition({ id: 'req_1', order_details: 'changed' }));
  expect(inserts()).toBe(1);
});

test('a read that fails takes its changes of the tables back, and the next read makes them again', () => {
  cache.store('requisition', rawRequisition({ id: 'req_1' }));
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_1', data: { name: 'Mine' } });
  expect(() =>
    overlay.runRead(() => {
      throw new Error('this read fails');
    }),
  ).toThrow('this read fails');
  expect(rowsOf('pending_requisition')).toEqual([]);
  expect(pendingIds()).toEqual(['req_1']);
});

test('the connection still refuses changes of the file', () => {
  cache.store('requisition', rawRequisition({ id: 'req_1' }));
  cache.addPendingChange({ operation: 'requisitions.update', target: 'req_1', data: { name: 'Mine' } });
  expect(pendingIds()).toEqual(['req_1']);
  expect(() => reader.run(sql`DELETE FROM requisition`)).toThrow('readonly');
  expect(() => reader.run(sql`DELETE FROM pending_requisition`)).toThrow('readonly');
});

/** The files that this process has open. Only Linux lists them. */
function openAccountFilesOffline(): readonly string[] {
  const folder = '/proc/self/fd';
  return readdirSync(folder).flatMap((number) => {
    try {
      return readlinkSync(`${folder}/${number}`);
    } catch {
      return []; // the descriptor of the listing itself
    }
  });
}

// The open files of a process can be listed on Linux only.
test.runIf(process.platform === 'linux')('the tables stay in memory, however much they hold', () => {
  expect(reader.pragma('temp_store')).toBe(2);
  const before = new Set(openAccountFilesOffline());
  const data = { patient: 'user_p1', type: 'lab', ordering_provider: 'user_d1', name: 'Lipid panel' };
  cache.app.transaction(() => {
    for (let n = 1; n <= 20; n++) {
      const target = localId('requisition', n);
      cache.addPendingChange({
        operation: 'requisitions.create',
        target,
        data: { ...data, order_details: 'x'.repeat(1_000_000) },
      });
    }
  });
  overlay.runRead(() => {
    expect(rowsOf('pending_requisition')).toHaveLength(20);
    expect(
      openAccountFilesOffline().filter((file) => !before.has(file) && !file.startsWith(cache.file.folder)),
    ).toEqual([]);
  });
});
