import path from 'node:path';
import { promisify } from 'node:util';
import { parsePage, type Condition, type Peer, type StoredRequisition } from '../peer.ts';
import { requirePeer } from './packages.ts';

interface Chain {
  find(query: object): Chain;
  simplesort(field: string, options: { desc: boolean }): Chain;
  limit(count: number): Chain;
  data(): readonly StoredRequisition[];
}

interface Collection {
  insert(records: readonly StoredRequisition[]): void;
  update(record: StoredRequisition): void;
  by(field: string, value: string): StoredRequisition | undefined;
  chain(): Chain;
}

interface Database {
  addCollection(name: string, options: object): Collection;
  getCollection(name: string): Collection | null;
  saveDatabase(done: (error?: Error) => void): void;
  loadDatabase(options: object, done: (error?: Error) => void): void;
  close(done: (error?: Error) => void): void;
}

type Loki = (new (file: string, options: object) => Database) & { readonly LokiFsAdapter: new () => object };

function toQuery(condition: Condition): object {
  if (condition.kind === 'all') return {};
  if (condition.kind === 'search') return { text: { $contains: condition.text } };
  return { patient: condition.patient, type: condition.type };
}

/** LokiJS: all records in memory, with indexes, saved into one JSON file. */
export function createLokiPeer(): Peer {
  let db: Database;
  let records: Collection;
  const save = (): Promise<void> => promisify(db.saveDatabase.bind(db))();
  return {
    prepare: async (folder) => {
      const loki = requirePeer('lokijs') as Loki; // see its documentation
      db = new loki(path.join(folder, 'loki.json'), { adapter: new loki.LokiFsAdapter() });
    },
    open: async () => {
      await promisify(db.loadDatabase.bind(db))({});
      const options = { unique: ['id'], indices: ['updated', 'patient'] };
      records = db.getCollection('requisition') ?? db.addCollection('requisition', options);
    },
    ingest: async (pages) => {
      for (const page of pages) records.insert(parsePage(page));
      await save();
    },
    update: async (pages) => {
      for (const record of pages.flatMap(parsePage)) {
        const stored = records.by('id', record.id);
        if (stored !== undefined) records.update(Object.assign(stored, record));
      }
      await save();
    },
    list: async (condition, limit) =>
      records.chain().find(toQuery(condition)).simplesort('updated', { desc: true }).limit(limit).data(),
    get: async (id) => records.by('id', id) ?? null,
    close: () => promisify(db.close.bind(db))(),
  };
}
