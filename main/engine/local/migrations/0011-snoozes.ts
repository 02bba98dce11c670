import { sql } from '#main/engine/sqlite/sql.ts';

/** Notifications that are hidden until a time; `is_over` once it has come and the notification is shown again. */
export const snoozesMigration = {
  version: 11,
  name: 'snoozes',
  opensFrom: 3,
  schema: sql`
CREATE TABLE snooze (
  notification TEXT PRIMARY KEY,
  until INTEGER NOT NULL,
  snoozed_at INTEGER NOT NULL,
  is_over INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`,
};
