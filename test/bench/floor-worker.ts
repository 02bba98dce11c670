/** The inserting thread of the lower bound: only JSON.parse and INSERT, into a file like the product's. */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
// oxlint-disable-next-line import/default -- Node gives the exports of a CommonJS module as default
import Database from 'better-sqlite3';
import { openDatabaseFile, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import { migrate } from '#main/engine/sqlite/migrate.ts';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';

const ROWS_PER_TRANSACTION = 20_000;
const CACHE_KIB = 32_000; // twice what the connections of the product keep at rest

interface Entry {
  readonly code?: string;
  readonly name?: string;
  readonly description: string;
}

interface Wire {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly patient: string;
  readonly service_facility: string;
  readonly ordering_provider: string;
  readonly share_with_patient: boolean;
  readonly diagnoses: readonly Entry[];
  readonly scripts: readonly Entry[];
  readonly order_details: string;
  readonly comments: readonly { readonly comment: string; readonly created_by: string }[];
  readonly reviews: readonly { readonly reviewer: string; readonly review_deadline: string | null }[];
  readonly created_by: string;
  readonly created_at: string;
  readonly last_updated_at: string;
  readonly status_history: readonly {
    readonly status: string;
    readonly changed_at: string;
    readonly changed_by: string;
  }[];
}

const { folder, key } = workerData as { readonly folder: string; readonly key: string };
const file = path.join(folder, 'floor.db');
const made = openDatabaseFile(file, key);
applyConnectionSettings(made, 'normal');
migrate(made, CACHE_MIGRATIONS, `${file}.copy`);
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
  db.prepare(`INSERT INTO requisition (id, type, name, normalized_name, name_key, patient, service_facility,
  ordering_provider, status, status_since, share_with_patient, needs_review, review_deadline, reviewer, codes, flagged,
  created_at, last_updated_at, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, 0, ?, ?, x'00')`);
const body = db.prepare('INSERT INTO requisition_body (row, raw, fetched_at) VALUES (?, ?, 0)');
const searched = db.prepare('INSERT INTO requisition_text (row, text) VALUES (?, ?)');
const search = db.prepare('INSERT INTO requisition_search (rowid, text) VALUES (?, ?)');
const addId = db.prepare('INSERT INTO referenced_id (id) VALUES (?)');
const reference = db.prepare('INSERT INTO numbered_reference (number, kind, row, role) VALUES (?, 1, ?, 0)');
const numbers = new Map<string, number | bigint>();
const use = db.prepare(`INSERT INTO code_usage (list, code, description, uses) VALUES (?, ?, ?, 1)
  ON CONFLICT (list, code, description) DO UPDATE SET uses = uses + 1`);
const decoder = new TextDecoder();
let rows = 0;

function insertSummary(record: Wire): number | bigint {
  const normalizedText = record.name.toLowerCase();
  const last = record.status_history.at(-1);
  const review = record.reviews.at(-1);
  return summary.run(
    record.id,
    record.type,
    record.name,
    normalizedText,
    normalizedText,
    record.patient,
    record.service_facility,
    record.ordering_provider,
    last?.status ?? '',
    Date.parse(last?.changed_at ?? ''),
    record.share_with_patient ? 1 : 0,
    review?.review_deadline ? Date.parse(review.review_deadline) : null,
    review?.reviewer ?? '',
    record.diagnoses.map(({ code }) => code).join(' '),
    Date.parse(record.created_at),
    Date.parse(record.last_updated_at),
  ).lastInsertRowid;
}

function insertIndexRows(record: Wire, row: number | bigint): void {
  const { name, diagnoses, scripts, order_details: details, comments, reviews } = record;
  const entries = [...diagnoses, ...scripts].map(
    (entry) => `${entry.code ?? entry.name} ${entry.description}`,
  );
  const text = [name, ...entries, details, ...comments.map(({ comment }) => comment)].join(' ').toLowerCase();
  searched.run(row, text);
  search.run(row, text);
  const people = [
    record.patient,
    record.service_facility,
    record.ordering_provider,
    record.created_by,
    ...comments.map((comment) => comment.created_by),
    ...reviews.map(({ reviewer }) => reviewer),
    ...record.status_history.map((entry) => entry.changed_by),
  ];
  for (const id of new Set(people)) {
    const number = numbers.get(id) ?? addId.run(id).lastInsertRowid;
    numbers.set(id, number);
    reference.run(number, row);
  }
  for (const { code, description } of diagnoses) use.run('diagnoses', code, description);
  for (const script of scripts) use.run('scripts', script.name, script.description);
}

function insert(record: Wire): void {
  const row = insertSummary(record);
  body.run(row, JSON.stringify(record));
  insertIndexRows(record, row);
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
