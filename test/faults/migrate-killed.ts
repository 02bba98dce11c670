/**
 * Brings a file to the newest schema in a process of its own, and ends it like a power cut inside one migration: after its changes and
 * before their commit. Arguments: which file, its path, the migration to end in (0 for none).
 */
import { TEST_KEY } from '../support/engine.ts';
import { STORES, withLater } from '../support/migrations.ts';
import { openDatabaseFile, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate, type Migration } from '#main/engine/sqlite/migrate.ts';

/** A connection that ends the process once it has run the schema of a migration. */
function endAfter(db: Connection, deadly: Migration | undefined): Connection {
  return {
    ...db,
    execute: (query) => {
      db.execute(query);
      if (query === deadly?.schema) process.kill(process.pid, 'SIGKILL');
    },
  };
}

const [which, file = '', deadly = '0'] = process.argv.slice(2);
const store = STORES.find((name) => name === which) ?? 'cache';
const db = openDatabaseFile(file, TEST_KEY);
applyConnectionSettings(db, 'full');
process.stdout.write('begins\n');
const migrations = withLater(store);
const last = migrations.find(({ version }) => version === Number(deadly));
migrate(endAfter(db, last), migrations, `${file}.copy`);
db.close();
