import path from 'node:path';
import { escapePattern } from '../plan.ts';
import { parsePage, type Condition, type FoundRecord, type Peer } from '../peer.ts';
import { requirePeer } from './packages.ts';

interface Database {
  bulkDocs(records: readonly object[]): Promise<readonly { readonly error?: unknown }[]>;
  allDocs(
    options: object,
  ): Promise<{ readonly rows: readonly { readonly value: { readonly rev: string } }[] }>;
  createIndex(options: object): Promise<unknown>;
  find(query: object): Promise<{ readonly docs: readonly FoundRecord[] }>;
  get(id: string): Promise<FoundRecord>;
  close(): Promise<void>;
}

type Pouch = (new (folder: string, options: object) => Database) & { plugin(plugin: unknown): Pouch };

const NEWEST = [{ updated: 'desc' }];

function toQuery(condition: Condition): object {
  const updated = { $gt: null };
  if (condition.kind === 'all') return { selector: { updated }, sort: NEWEST };
  if (condition.kind === 'search')
    return { selector: { updated, text: { $regex: escapePattern(condition.text) } }, sort: NEWEST };
  const { patient, type } = condition;
  const sort = ['patient', 'type', 'updated'].map((field) => ({ [field]: 'desc' }));
  return { selector: { patient, type, updated }, sort };
}

/** PouchDB on LevelDB, with the indexes of its plugin for queries. */
export function createPouchPeer(): Peer {
  let folder = '';
  let pouch: Pouch;
  let db: Database;
  const put = async (records: readonly object[]): Promise<void> => {
    const failed = (await db.bulkDocs(records)).find(({ error }) => error !== undefined);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
  };
  /** Brings the indexes up to date, which the first query would do otherwise. */
  const index = async (): Promise<void> => {
    for (const fields of [['updated'], ['patient', 'type', 'updated']]) {
      await db.createIndex({ index: { fields } });
    }
    await db.find({ ...toQuery({ kind: 'all' }), limit: 1 });
    await db.find({ ...toQuery({ kind: 'filter', patient: '', type: '' }), limit: 1 });
  };
  return {
    prepare: async (given) => {
      folder = given;
      pouch = (requirePeer('pouchdb') as Pouch).plugin(requirePeer('pouchdb-find')); // see its documentation
    },
    open: async () => {
      db = new pouch(path.join(folder, 'pouch'), { adapter: 'leveldb', auto_compaction: true });
    },
    ingest: async (pages) => {
      for (const page of pages) await put(parsePage(page).map((record) => ({ _id: record.id, ...record })));
      await index();
    },
    update: async (pages) => {
      for (const page of pages) {
        const records = parsePage(page);
        const { rows } = await db.allDocs({ keys: records.map(({ id }) => id) });
        await put(records.map((record, at) => ({ _id: record.id, _rev: rows[at]?.value.rev, ...record })));
      }
      await index();
    },
    list: async (condition, limit) => (await db.find({ ...toQuery(condition), limit })).docs,
    get: (id) => db.get(id),
    close: () => db.close(),
  };
}
