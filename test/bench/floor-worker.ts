/** The inserting thread of the floor: JSON.parse and INSERT, nothing else, into a file like the product's. */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
// oxlint-disable-next-line import/default -- a CommonJS module; Node and the compiler take it so
import Database from 'better-sqlite3';
import { connect, settle } from '#main/engine/store/connect.ts';
import { migrate } from '#main/engine/store/migrate.ts';
import { MIGRATIONS } from '#main/engine/cache/migrations/list.ts';

const ROWS_PER_TRANSACTION = 20_000;
const CACHE_KIB = 32_000; // as the product's connections have it

interface Wire {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly patient: string;
  readonly service_facility: string;
  readonly share_with_patient: boolean;
  readonly created_at: string;
  readonly last_updated_at: string;
  readonly status_history: readonly { readonly status: string }[];
}

const { folder, key } = workerData as { readonly folder: string; readonly key: string };
const file = path.join(folder, 'floor.db');
const made = connect(file, key);
settle(made, 'normal');
migrate(made, MIGRATIONS, `${file}.copy`);
made.close();

const db = new Database(file);
for (const setting of [
  "cipher = 'aegis'",
  `key = 'raw:${key}'`,
  'synchronous = 1',
  'temp_store = 2',
  'foreign_keys = 1',
]) {
  db.pragma(setting);
}
db.pragma(`cache_size = -${CACHE_KIB}`);

const summary =
  db.prepare(`INSERT INTO requisition (id, type, name, name_folded, patient, service_facility, status,
  share_with_patient, needs_review, flagged, created_at, last_updated_at, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, x'00')`);
const body = db.prepare('INSERT INTO requisition_body (row, raw, fetched_at) VALUES (?, ?, 0)');
const search = db.prepare('INSERT INTO requisition_search (rowid, name_folded) VALUES (?, ?)');
const decoder = new TextDecoder();
let rows = 0;

function insert(record: Wire): void {
  const folded = record.name.toLowerCase();
  const { lastInsertRowid: row } = summary.run(
    record.id,
    record.type,
    record.name,
    folded,
    record.patient,
    record.service_facility,
    record.status_history.at(-1)?.status ?? '',
    record.share_with_patient ? 1 : 0,
    Date.parse(record.created_at),
    Date.parse(record.last_updated_at),
  );
  body.run(row, JSON.stringify(record));
  search.run(row, folded);
  rows += 1;
  if (rows % ROWS_PER_TRANSACTION === 0) db.exec('COMMIT; BEGIN');
}

db.exec('BEGIN');
parentPort?.on('message', (message: Uint8Array | 'end') => {
  if (message === 'end') {
    db.exec('COMMIT');
    parentPort?.postMessage(rows);
    return db.close();
  }
  const { data } = JSON.parse(decoder.decode(message)) as { readonly data: readonly Wire[] };
  for (const record of data) insert(record);
});
parentPort?.postMessage('ready');
