import type { Notification } from '#contract/notifications.ts';
import { readNotification } from '#main/engine/api/parse/notification.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { isFlagged } from '../tables/notifications.ts';
import { INBOX_UPDATERS } from '../tables/notifications.ts';
import { bit, truncateId } from '../tables/columns.ts';
import type { IndexUpdater } from '../tables/table.ts';
import { fillIndexes } from './fill-indexes.ts';

const columnsUpdater: IndexUpdater<Notification> = (db, row, { after }) => {
  if (after === null) return;
  db.run(sql`
    UPDATE notification SET created_by = ${truncateId(after.createdBy)}, flagged = ${bit(isFlagged(after))} WHERE row = ${row}`);
};

/**
 * Columns of the inbox and the day sheet: who caused a notification, the searched text, and for notifications
 * about appointments which one and when it starts. Existing records are read again, in the same transaction.
 */
export const inbox: Migration = {
  version: 5,
  name: 'inbox',
  schema: sql`
ALTER TABLE notification ADD COLUMN created_by TEXT NOT NULL DEFAULT '';

CREATE TABLE appointment (
  row INTEGER PRIMARY KEY REFERENCES notification (row) ON DELETE CASCADE,
  appointment TEXT NOT NULL,
  start_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX appointment_start ON appointment (start_at);
CREATE INDEX appointment_notified ON appointment (appointment, created_at);

CREATE TABLE notification_text (
  row INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
`,
  fill: (db) => fillIndexes(db, 'notification', readNotification, [columnsUpdater, ...INBOX_UPDATERS]),
};
