import { parsePage, type Condition, type FoundRecord, type Peer, type StoredRequisition } from '../peer.ts';
import { requirePeer } from './packages.ts';

interface Database {
  init(): Promise<void>;
  executeBatch(query: string, values: readonly (readonly unknown[])[]): Promise<unknown>;
  getAll(query: string, values: readonly unknown[]): Promise<readonly { readonly body: string }[]>;
  getOptional(query: string, values: readonly unknown[]): Promise<{ readonly body: string } | null>;
  close(): Promise<void>;
}

/** See its documentation. */
interface NodeLibrary {
  readonly PowerSyncDatabase: new (options: object) => Database;
}

interface CommonLibrary {
  readonly Schema: new (tables: object) => object;
  readonly Table: new (columns: object, options: object) => object;
  readonly column: { readonly text: object; readonly integer: object };
}

const INSERT =
  'INSERT INTO requisition (type, name, patient, updated, text, body, id) VALUES (?, ?, ?, ?, ?, ?, ?)';
const UPDATE =
  'UPDATE requisition SET type = ?, name = ?, patient = ?, updated = ?, text = ?, body = ? WHERE id = ?';
const NEWEST = 'ORDER BY updated DESC LIMIT ?';

function toValues({ text, updated, ...record }: StoredRequisition): readonly unknown[] {
  const { id, type, name, patient } = record;
  return [type, name, patient, updated, text, JSON.stringify(record), id];
}

function toWhere(condition: Condition): { readonly where: string; readonly values: readonly unknown[] } {
  if (condition.kind === 'all') return { where: '', values: [] };
  if (condition.kind === 'search') return { where: 'WHERE instr(text, ?) > 0', values: [condition.text] };
  return { where: 'WHERE patient = ? AND type = ?', values: [condition.patient, condition.type] };
}

function parseBody({ body }: { readonly body: string }): FoundRecord {
  return JSON.parse(body) as FoundRecord; // as `toValues` wrote it
}

/** PowerSync on Node's SQLite, without a service: the columns that are asked for and the record as text. */
export function createPowerSyncPeer(): Peer {
  let db: Database;
  const put = async (query: string, pages: readonly Uint8Array[]): Promise<void> => {
    for (const page of pages) await db.executeBatch(query, parsePage(page).map(toValues));
  };
  return {
    prepare: async (folder) => {
      const { PowerSyncDatabase } = requirePeer('@powersync/node') as NodeLibrary;
      const { Schema, Table, column } = requirePeer('@powersync/common') as CommonLibrary;
      const { text, integer } = column;
      const indexes = { newest: ['updated'], by_patient: ['patient', 'type', 'updated'] };
      const columns = { type: text, name: text, patient: text, updated: integer, text, body: text };
      const requisition = new Table(columns, { localOnly: true, indexes });
      db = new PowerSyncDatabase({
        schema: new Schema({ requisition }),
        database: { dbFilename: 'powersync.db', dbLocation: folder, implementation: { type: 'node:sqlite' } },
      });
    },
    open: () => db.init(),
    ingest: (pages) => put(INSERT, pages),
    update: (pages) => put(UPDATE, pages),
    list: async (condition, limit) => {
      const { where, values } = toWhere(condition);
      const rows = await db.getAll(`SELECT body FROM requisition ${where} ${NEWEST}`, [...values, limit]);
      return rows.map(parseBody);
    },
    get: async (id) => {
      const row = await db.getOptional('SELECT body FROM requisition WHERE id = ?', [id]);
      return row === null ? null : parseBody(row);
    },
    close: () => db.close(),
  };
}
