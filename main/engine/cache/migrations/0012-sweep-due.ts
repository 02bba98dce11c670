import { sql } from '#main/engine/sqlite/sql.ts';

/** Whether the last reading of a whole list is incomplete, so that the next start reads it again. */
export const sweepDueMigration = {
  version: 12,
  name: 'sweep-due',
  opensFrom: 10,
  schema: sql`
ALTER TABLE sync_state ADD COLUMN is_sweep_due INTEGER NOT NULL DEFAULT 0;
`,
};
