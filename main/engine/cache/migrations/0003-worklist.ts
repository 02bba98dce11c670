import type { Requisition } from '#contract/requisitions.ts';
import { readForm } from '#main/engine/api/parse/form.ts';
import { readNotification } from '#main/engine/api/parse/notification.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findFormReferences, findNotificationReferences, idReferenceUpdater } from '../tables/mentions.ts';
import { REQUISITION_UPDATERS } from '../tables/requisitions.ts';
import type { IndexUpdater } from '../tables/table.ts';
import { toColumns } from '../tables/requisition-columns.ts';
import { fillIndexes } from './fill-indexes.ts';

const SCHEMA = sql`
ALTER TABLE requisition ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE requisition ADD COLUMN ordering_provider TEXT NOT NULL DEFAULT '';
ALTER TABLE requisition ADD COLUMN status_since INTEGER;
ALTER TABLE requisition ADD COLUMN review_state INTEGER NOT NULL DEFAULT 0;
ALTER TABLE requisition ADD COLUMN review_deadline INTEGER;
ALTER TABLE requisition ADD COLUMN reviewer TEXT NOT NULL DEFAULT '';
ALTER TABLE requisition ADD COLUMN codes TEXT NOT NULL DEFAULT '';

CREATE TABLE requisition_text (
  row INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
DROP TABLE requisition_search;
CREATE VIRTUAL TABLE requisition_search USING fts5 (
  text, content='requisition_text', content_rowid='row', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
);

CREATE TABLE search_queue (row INTEGER PRIMARY KEY) STRICT;

CREATE TABLE id_reference (
  id TEXT NOT NULL,
  kind INTEGER NOT NULL,
  row INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (id, kind, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE code_usage (
  list TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  uses INTEGER NOT NULL,
  PRIMARY KEY (list, code, description)
) STRICT, WITHOUT ROWID;

DROP INDEX requisition_scan;
`;

const INDEXES = sql`
CREATE INDEX requisition_scan ON requisition
  (last_updated_at, row, share_with_patient, type, status, needs_review, normalized_name);
CREATE INDEX requisition_created ON requisition (created_at, row, status, needs_review);
CREATE INDEX requisition_name ON requisition (name_key, row, status, needs_review);
CREATE INDEX requisition_by_patient ON requisition (patient, row, status, needs_review);
CREATE INDEX requisition_deadline ON requisition (review_deadline, row, status, needs_review);
`;

const columnsUpdater: IndexUpdater<Requisition> = (db: WritableDb, row, { after }) => {
  if (after === null) return;
  const of = toColumns(after);
  db.run(sql`
    UPDATE requisition SET name_key = ${of.nameKey}, ordering_provider = ${of.orderingProvider},
      status_since = ${of.statusSince}, review_state = ${of.reviewState}, review_deadline = ${of.reviewDeadline},
      reviewer = ${of.reviewer}, codes = ${of.codes}
    WHERE row = ${row}`);
};

/**
 * Tables of the worklist: columns and an index for each of its sort orders, the whole searched text with a
 * trigram index, the ids that each record refers to, and the diagnoses and scripts in use. An index of a sort
 * order contains the columns that the tabs filter by, so that a scan reads the summaries of matching rows
 * alone. Existing records are read again, in the same transaction.
 */
export const worklist: Migration = {
  version: 3,
  name: 'worklist',
  schema: SCHEMA,
  fill: (db) => {
    fillIndexes(db, 'requisition', readRequisition, [columnsUpdater, ...REQUISITION_UPDATERS]);
    fillIndexes(db, 'form', readForm, [idReferenceUpdater('form', findFormReferences)]);
    fillIndexes(db, 'notification', readNotification, [
      idReferenceUpdater('notification', findNotificationReferences),
    ]);
    // Creating an index over existing rows is faster than updating it row by row.
    db.execute(INDEXES);
  },
};
