import { parsePage, type Condition, type FoundRecord, type Peer } from '../peer.ts';
import { escapePattern } from '../plan.ts';

interface RxDocument {
  toJSON(): FoundRecord;
}

interface RxCollection {
  bulkInsert(records: readonly object[]): Promise<{ readonly error: readonly unknown[] }>;
  bulkUpsert(records: readonly object[]): Promise<{ readonly error: readonly unknown[] }>;
  find(query: object): { exec(): Promise<readonly RxDocument[]> };
  findOne(id: string): { exec(): Promise<RxDocument | null> };
}

interface RxDatabase {
  addCollections(collections: object): Promise<{ readonly requisition: RxCollection }>;
  close(): Promise<unknown>;
}

/** The parts of RxDB that the comparison uses; see its documentation. */
export interface RxLibrary {
  readonly createRxDatabase: (options: object) => Promise<RxDatabase>;
  /** The storage of the database: memory, or IndexedDB. */
  readonly storage: object;
}

const text = (maxLength: number) => ({ type: 'string', maxLength });
const MAX_TIME = 10_000_000_000_000;
/** An index serves ascending orders alone, so that records have the time of change counted down. */
const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(100),
    patient: text(100),
    type: text(20),
    age: { type: 'number', minimum: 0, maximum: MAX_TIME, multipleOf: 1 },
    text: { type: 'string' },
  },
  required: ['id', 'patient', 'type', 'age', 'text'],
  additionalProperties: true,
  indexes: ['age', ['patient', 'type', 'age']],
};

function toSelector(condition: Condition): object {
  if (condition.kind === 'all') return {};
  if (condition.kind === 'search') return { text: { $regex: escapePattern(condition.text) } };
  return { patient: condition.patient, type: condition.type };
}

/** RxDB with one of its storages, with indexes and without hooks. */
export function createRxPeer(load: () => Promise<RxLibrary>): Peer {
  let library: RxLibrary;
  let db: RxDatabase;
  let records: RxCollection;
  const put = async (name: 'bulkInsert' | 'bulkUpsert', pages: readonly Uint8Array[]): Promise<void> => {
    for (const page of pages) {
      const { error } = await records[name](
        parsePage(page).map((record) => ({ ...record, age: MAX_TIME - record.updated })),
      );
      if (error.length > 0) throw new Error(JSON.stringify(error[0]));
    }
  };
  return {
    prepare: async () => {
      library = await load();
    },
    open: async () => {
      const { createRxDatabase, storage } = library;
      db = await createRxDatabase({ name: 'comparison', storage, multiInstance: false, eventReduce: true });
      ({ requisition: records } = await db.addCollections({ requisition: { schema: SCHEMA } }));
    },
    ingest: (pages) => put('bulkInsert', pages),
    update: (pages) => put('bulkUpsert', pages),
    list: async (condition, limit) => {
      const found = await records
        .find({ selector: toSelector(condition), sort: [{ age: 'asc' }], limit })
        .exec();
      return found.map((document) => document.toJSON());
    },
    get: async (id) => (await records.findOne(id).exec())?.toJSON() ?? null,
    close: async () => void (await db.close()),
  };
}
