/**
 * Migrates a file to the newest schema in a process of its own, and ends the process like a power cut inside
 * one step: after the step's changes and before their commit. Arguments: the kind of file, its path, the step
 * to end in (0 for none).
 */
import { TEST_KEY } from '../support/engine.ts';
import { MIGRATIONS } from '#main/engine/cache/open.ts';
import { LOCAL_MIGRATIONS } from '#main/engine/local/recovery/open.ts';
import { connect, settle } from '#main/engine/sqlite/connection.ts';
import { migrate, type Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** A step as a later version might add it: it changes every row. */
const LATER = {
  cache: sql`ALTER TABLE form ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE form SET extra = hex(randomblob(2000));`,
  local: sql`ALTER TABLE operation ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE operation SET extra = hex(randomblob(2000));`,
} as const;

/** Every step of the cache or of the local store, and one more. */
export function toSteps(which: keyof typeof LATER): readonly Migration[] {
  const steps = which === 'cache' ? MIGRATIONS : LOCAL_MIGRATIONS;
  return [...steps, { version: steps.length + 1, name: 'a later one', schema: LATER[which] }];
}

if (import.meta.main) {
  const [which, file = '', deadly = '0'] = process.argv.slice(2);
  const db = connect(file, TEST_KEY);
  settle(db, 'full');
  process.stdout.write('begins\n');
  const steps = toSteps(which === 'local' ? 'local' : 'cache').map((step): Migration => {
    if (step.version !== Number(deadly)) return step;
    return {
      ...step,
      fill: (target) => {
        step.fill?.(target);
        process.kill(process.pid, 'SIGKILL');
      },
    };
  });
  migrate(db, steps, `${file}.copy`);
  db.close();
}
