import path from 'node:path';
import { parsePage, type Condition, type FoundRecord, type Peer, type StoredRequisition } from '../peer.ts';
import { requirePeer } from './packages.ts';
import type { Adapter, Database, Watermelon } from './watermelon-types.ts';

const TABLE = 'requisition';
const COLUMNS = [
  { name: 'type', type: 'string' },
  { name: 'name', type: 'string' },
  { name: 'patient', type: 'string', isIndexed: true },
  { name: 'updated', type: 'number', isIndexed: true },
  { name: 'text', type: 'string' },
  { name: 'body', type: 'string' },
];

function toRow({ text, updated, ...record }: StoredRequisition) {
  const { id, type, name, patient } = record;
  return { id, type, name, patient, updated, text, body: JSON.stringify(record) };
}

/** WatermelonDB on SQLite, with the columns that are asked for and the record as text. */
export function createWatermelonPeer(): Peer {
  let library: Watermelon;
  let file = '';
  let db: Database;
  const toClauses = (condition: Condition): readonly unknown[] => {
    const { Q } = library;
    if (condition.kind === 'all') return [];
    if (condition.kind === 'search')
      return [Q.where('text', Q.like(`%${Q.sanitizeLikeString(condition.text)}%`))];
    return [Q.where('patient', condition.patient), Q.where('type', condition.type)];
  };
  const change = async (page: Uint8Array): Promise<void> => {
    const records = new Map(parsePage(page).map((record) => [record.id, record]));
    const found = await db
      .get(TABLE)
      .query(library.Q.where('id', library.Q.oneOf([...records.keys()])))
      .fetch();
    const changes = found.map((model) =>
      model.prepareUpdate((edited) => {
        const record = records.get(model.id);
        if (record === undefined) return;
        const { id: _same, ...columns } = toRow(record);
        for (const [column, value] of Object.entries(columns)) edited._setRaw(column, value);
      }),
    );
    await db.batch(changes);
  };
  return {
    prepare: async (folder) => {
      library = requirePeer('@nozbe/watermelondb') as Watermelon; // see its documentation
      file = path.join(folder, 'watermelon.db');
    },
    open: async () => {
      const { default: SqliteAdapter } = requirePeer('@nozbe/watermelondb/adapters/sqlite') as Adapter; // likewise
      class Requisition extends library.Model {
        static table = TABLE;
      }
      const schema = library.appSchema({
        version: 1,
        tables: [library.tableSchema({ name: TABLE, columns: COLUMNS })],
      });
      const adapter = new SqliteAdapter({ dbName: file, schema, jsi: false });
      await adapter.initializingPromise;
      db = new library.Database({ adapter, modelClasses: [Requisition] });
    },
    ingest: async (pages) => {
      const records = db.get(TABLE);
      for (const page of pages) {
        const rows = parsePage(page).map((record) => records.prepareCreateFromDirtyRaw(toRow(record)));
        await db.write(() => db.batch(rows));
      }
    },
    update: async (pages) => {
      for (const page of pages) await db.write(() => change(page));
    },
    list: async (condition, limit) => {
      const { Q } = library;
      const clauses = [...toClauses(condition), Q.sortBy('updated', Q['desc']), Q.take(limit)];
      const found = await db
        .get(TABLE)
        .query(...clauses)
        .fetch();
      return found.map((model) => model._raw);
    },
    get: async (id) => JSON.parse((await db.get(TABLE).find(id))._raw.body) as FoundRecord, // as `toRow` wrote it
    close: async () => {},
  };
}
