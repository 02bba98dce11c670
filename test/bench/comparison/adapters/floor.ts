import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
// oxlint-disable-next-line import/default -- Node gives the exports of a CommonJS module as default
import SqliteDatabase from 'better-sqlite3';
import { DATA_KEY } from '../../worklist-data.ts';
import { parsePage, type Condition, type Peer, type StoredRequisition } from '../peer.ts';

const CACHE_KIB = 32_000; // twice what the connections of the product keep at rest
/** With more hits of the search index, reading from the newest record on is faster. */
const MANY_HITS = 2_000;
const LIST = `SELECT body.raw FROM requisition CROSS JOIN requisition_body AS body USING (row)`;
const NEWEST = 'ORDER BY last_updated_at DESC LIMIT :limit';
const BY_NEWEST = `${LIST} ${NEWEST}`;
const BY_PATIENT = `SELECT body.raw FROM requisition INDEXED BY requisition_patient
  CROSS JOIN requisition_body AS body USING (row) WHERE patient = :patient AND type = :type ${NEWEST}`;
const HITS = 'SELECT rowid FROM requisition_search WHERE requisition_search MATCH :trigrams';
const COUNT_HITS = `SELECT count(*) AS hits FROM (${HITS} LIMIT ${MANY_HITS})`;
const FEW_HITS = `SELECT body.raw FROM (${HITS}) AS hit CROSS JOIN requisition_text AS searched ON searched.row = hit.rowid
  CROSS JOIN requisition ON requisition.row = hit.rowid CROSS JOIN requisition_body AS body ON body.row = hit.rowid
  WHERE instr(searched.text, :text) > 0 ${NEWEST}`;
const FREQUENT = `${LIST} CROSS JOIN requisition_text AS searched USING (row) WHERE instr(searched.text, :text) > 0 ${NEWEST}`;

function toTrigrams(text: string): string {
  return Array.from({ length: text.length - 2 }, (_none, at) => `"${text.slice(at, at + 3)}"`).join(' AND ');
}

function listRaw(db: Database, condition: Condition, limit: number): readonly string[] {
  const all = (text: string, values: object): string[] => db.prepare(text).pluck().all(values) as string[]; // each column is TEXT
  if (condition.kind === 'all') return all(BY_NEWEST, { limit });
  if (condition.kind === 'filter') return all(BY_PATIENT, { ...condition, limit });
  const values = { text: condition.text, trigrams: toTrigrams(condition.text), limit };
  const { hits } = db.prepare(COUNT_HITS).get(values) as { hits: number }; // its only column
  return all(hits < MANY_HITS ? FEW_HITS : FREQUENT, values);
}

function change(db: Database, records: readonly StoredRequisition[]): void {
  const find = db.prepare('SELECT row FROM requisition WHERE id = ?').pluck();
  const summary = db.prepare(
    'UPDATE requisition SET name = ?, normalized_name = ?, name_key = ?, last_updated_at = ? WHERE row = ?',
  );
  const body = db.prepare('UPDATE requisition_body SET raw = ? WHERE row = ?');
  const unindex = db.prepare(`INSERT INTO requisition_search (requisition_search, rowid, text)
    SELECT 'delete', row, text FROM requisition_text WHERE row = ?`);
  const searched = db.prepare('UPDATE requisition_text SET text = ? WHERE row = ?');
  const index = db.prepare('INSERT INTO requisition_search (rowid, text) VALUES (?, ?)');
  for (const { text, updated, ...record } of records) {
    const row = find.get(record.id);
    const name = record.name.toLowerCase();
    summary.run(record.name, name, name, updated, row);
    body.run(JSON.stringify(record), row);
    unindex.run(row);
    searched.run(text, row);
    index.run(row, text);
  }
}

/** The lower bound: the tables of Intray's cache, encrypted alike, with plain statements in the process that asks. */
export function createFloorPeer(): Peer {
  let folder = '';
  let db: Database;
  return {
    prepare: async (given) => {
      folder = given;
    },
    open: async () => {
      db = new SqliteDatabase(path.join(folder, 'floor.db'));
      for (const setting of [
        "cipher = 'aegis'",
        `key = 'raw:${DATA_KEY}'`,
        'synchronous = 1',
        'temp_store = 2',
      ])
        db.pragma(setting);
      db.pragma(`cache_size = -${CACHE_KIB}`);
    },
    ingest: async (pages) => {
      db.close();
      const workerData = { folder, key: DATA_KEY };
      const worker = new Worker(new URL('../../floor-worker.ts', import.meta.url), { workerData });
      await once(worker, 'message');
      for (const page of pages) worker.postMessage(page);
      worker.postMessage('end');
      await once(worker, 'message');
      await worker.terminate();
    },
    update: async (pages) => db.transaction(() => change(db, pages.flatMap(parsePage)))(),
    list: async (condition, limit) =>
      listRaw(db, condition, limit).map((raw) => JSON.parse(raw) as StoredRequisition), // as it was stored
    get: async (id) => {
      const query = 'SELECT raw FROM requisition CROSS JOIN requisition_body USING (row) WHERE id = ?';
      const raw = db.prepare(query).pluck().get(id) as string | undefined; // the column is TEXT
      return raw === undefined ? null : (JSON.parse(raw) as StoredRequisition); // as it was stored
    },
    close: async () => void db.close(),
  };
}
