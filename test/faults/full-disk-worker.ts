/**
 * Entry of the engine's threads in which SQLite refuses further pages while the disk is said to be full. It
 * works where no file system can be mounted.
 */
import { getEnvironmentData } from 'node:worker_threads';
// oxlint-disable-next-line import/default -- Node gives the exports of a CommonJS module as default
import Database from 'better-sqlite3';
import { DISK, WORKER_URL } from '../support/worker-entries.ts';

const MAX_PAGES = 4_294_967_294; // SQLite's own limit
const disk = getEnvironmentData(DISK) as Int32Array; // as `full-disk.ts` sets it

function limit(database: Database.Database): void {
  const isFull = Atomics.load(disk, 0) === 1;
  const pages = isFull ? Number(database.pragma('page_count', { simple: true })) : MAX_PAGES;
  database.pragma(`max_page_count = ${pages}`);
}

/** Every statement and transaction calls one of these when it begins. */
for (const name of ['exec', 'transaction'] as const) {
  const begin = Database.prototype[name] as (this: Database.Database, input: never) => never;
  Object.assign(Database.prototype, {
    [name](this: Database.Database, input: never): never {
      if (this.name.endsWith('.db') && !this.readonly) limit(this);
      return begin.call(this, input);
    },
  });
}

await import(WORKER_URL.href);
