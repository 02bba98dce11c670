/**
 * Imports an export's copy in a process of its own, and ends it like a power cut after a number of changes of the file, the
 * last one before the commit. Arguments: the account's folder, the copy, its key, the number of changes.
 */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { toEpochMs } from '#contract/time.ts';
import { systemClock } from '#main/base/clock.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { LocalDatabase } from '#main/engine/local/database.ts';
import { importAttachedStore } from '#main/engine/local/transfer/import-outbox.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { TEST_KEY } from '../support/results.ts';

const [folder = '', copy = '', key = '', changes = '0'] = process.argv.slice(2);
let left = Number(changes);

function countDown(): void {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
}

/** A connection that counts each change before it is made. */
function counting(db: WritableDb): WritableDb {
  return {
    ...db,
    run: (query) => {
      countDown();
      return db.run(query);
    },
  };
}

const database = new LocalDatabase(systemClock, systemRandomSource);
database.open({ folder, key: TEST_KEY });
// Opening removes copies that a crash left.
copyFileSync(copy, path.join(folder, 'local.import.db'));
database.importCopy(key, (db) => {
  importAttachedStore(counting(db), toEpochMs(1));
  countDown();
});
database.close();
