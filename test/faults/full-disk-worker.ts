/**
 * Entry of the engine's threads as they are, but that SQLite itself takes no further page while the disk is said to be full. It
 * runs everywhere, where a file system of its own may not be mounted.
 */
import { getEnvironmentData } from 'node:worker_threads';
// oxlint-disable-next-line import/default -- a CommonJS module; Node and the compiler take it so
import Database from 'better-sqlite3';
import { DISK } from './full-disk.ts';

const MAX_PAGES = 4_294_967_294; // SQLite's own limit
const disk = getEnvironmentData(DISK) as Int32Array; // as `full-disk.ts` sets it

function limit(database: Database.Database): void {
  const isFull = Atomics.load(disk, 0) === 1;
  const pages = isFull ? Number(database.pragma('page_count', { simple: true })) : MAX_PAGES;
  database.pragma(`max_page_count = ${pages}`);
}

/** Every statement and transaction passes one of these when it begins. */
for (const name of ['exec', 'transaction'] as const) {
  const begin = Database.prototype[name] as (this: Database.Database, input: never) => never;
  Object.assign(Database.prototype, {
    [name](this: Database.Database, input: never): never {
      if (this.name.endsWith('.db') && !this.readonly) limit(this);
      return begin.call(this, input);
    },
  });
}

await import('../../main/engine/worker.ts');
