import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The threads of the inbox: all notifications to one recipient about one object, each with its newest notification and
 * its counts. A notification without an object has a thread of its own, whose number is that of its row, negative. The
 * numbers of the others count up from 1, whatever negative ones the table holds: hence AUTOINCREMENT.
 */
export const inboxThreadsMigration = {
  version: 6,
  name: 'inbox-threads',
  schema: sql`
ALTER TABLE notification ADD COLUMN thread INTEGER NOT NULL DEFAULT 0;
CREATE TABLE inbox_thread (
  thread INTEGER PRIMARY KEY AUTOINCREMENT,
  about_id TEXT NOT NULL,
  about_kind TEXT NOT NULL,
  user TEXT NOT NULL,
  created_at INTEGER NOT NULL DEFAULT 0,
  row INTEGER NOT NULL DEFAULT 0,
  notifications INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX inbox_thread_about ON inbox_thread (about_id, about_kind, user) WHERE about_id <> '';

INSERT INTO inbox_thread (about_id, about_kind, user, notifications, unread)
SELECT about_id, about_kind, user, count(*), sum(read = 0) FROM notification WHERE about_id <> '' GROUP BY 1, 2, 3;
INSERT INTO inbox_thread (thread, about_id, about_kind, user, created_at, row, notifications, unread)
SELECT -row, '', '', '', created_at, row, 1, read = 0 FROM notification WHERE about_id = '';
UPDATE notification SET thread = CASE about_id WHEN '' THEN -row ELSE (
  SELECT thread FROM inbox_thread AS mine
  WHERE mine.about_id = notification.about_id AND mine.about_id <> '' AND mine.about_kind = notification.about_kind
    AND mine.user = notification.user) END;
CREATE INDEX notification_thread ON notification (thread, created_at, row, read) WHERE thread <> 0;
UPDATE inbox_thread SET (created_at, row) = (
  SELECT created_at, row FROM notification WHERE notification.thread = inbox_thread.thread AND notification.thread <> 0
  ORDER BY created_at DESC, row DESC LIMIT 1)
WHERE thread > 0;
CREATE INDEX inbox_thread_newest ON inbox_thread (created_at, row, unread);
CREATE INDEX inbox_thread_unread ON inbox_thread (created_at, row, unread) WHERE unread > 0;
`,
};
