import { sql } from '#main/engine/sqlite/sql.ts';

/** The index of unread notifications also gets for whom each is, so that those for other users are told apart without their rows. */
export const recipientOfUnreadMigration = {
  version: 18,
  name: 'recipient-of-unread',
  schema: sql`
DROP INDEX notification_unread;
CREATE INDEX notification_unread ON notification (created_at, row, about_kind, user) WHERE read = 0;
`,
};
