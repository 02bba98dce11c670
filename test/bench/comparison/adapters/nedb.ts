import path from 'node:path';
import { parsePage, type Condition, type FoundRecord, type Peer, type StoredRequisition } from '../peer.ts';
import { escapePattern } from '../plan.ts';
import { requirePeer } from './packages.ts';

interface Cursor {
  sort(order: object): Cursor;
  limit(count: number): Cursor;
  execAsync(): Promise<readonly FoundRecord[]>;
}

interface Datastore {
  loadDatabaseAsync(): Promise<void>;
  ensureIndexAsync(options: object): Promise<void>;
  insertAsync(records: readonly object[]): Promise<unknown>;
  updateAsync(query: object, record: StoredRequisition, options: object): Promise<unknown>;
  findAsync(query: object): Cursor;
  findOneAsync(query: object): Promise<FoundRecord | null>;
}

function toQuery(condition: Condition): object {
  if (condition.kind === 'all') return {};
  if (condition.kind === 'search') return { text: new RegExp(escapePattern(condition.text)) };
  return { patient: condition.patient, type: condition.type };
}

/** NeDB: all records in memory, with indexes; every change is appended to one file. */
export function createNedbPeer(): Peer {
  let db: Datastore;
  return {
    prepare: async (folder) => {
      const nedb = requirePeer('@seald-io/nedb') as new (options: object) => Datastore; // see its documentation
      db = new nedb({ filename: path.join(folder, 'nedb.jsonl') });
    },
    open: async () => {
      await db.loadDatabaseAsync();
      await db.ensureIndexAsync({ fieldName: 'id', unique: true });
      for (const fieldName of ['updated', 'patient']) await db.ensureIndexAsync({ fieldName });
    },
    ingest: async (pages) => {
      for (const page of pages) await db.insertAsync(parsePage(page));
    },
    update: async (pages) => {
      for (const record of pages.flatMap(parsePage)) await db.updateAsync({ id: record.id }, record, {});
    },
    list: (condition, limit) =>
      db.findAsync(toQuery(condition)).sort({ updated: -1 }).limit(limit).execAsync(),
    get: (id) => db.findOneAsync({ id }),
    close: async () => {},
  };
}
