import type { Form } from '#contract/forms.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Kind, PendingState } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { createInsertBuilder } from '#main/engine/sqlite/columns.ts';
import type { Connection, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { FORM_COLUMNS, toFormColumns } from './forms.ts';
import {
  findIdsInForm,
  findIdsInRequisition,
  insertIdReferences,
  KIND_NUMBERS,
  type IdsWithRoles,
} from './id-references.ts';
import { NOTIFICATION_COLUMNS, toNotificationColumns } from './notifications.ts';
import { REQUISITION_COLUMNS, toRequisitionColumns } from './requisition-columns.ts';
import { toRequisitionSearchedText } from './search-text.ts';
import { updateUsualWaitsOfPendingRows } from './usual-waits.ts';

/** A record with its pending changes applied, and its row: that of the cached record, or one of its own. */
export interface RowWithPendingChanges<R> {
  readonly row: number;
  readonly pending: PendingState;
  readonly record: R;
}

/**
 * The TEMP table of a kind: the rows that pending changes make, beside the stored ones and with the same
 * columns, so that the same SQL finds both.
 */
export interface TempTableOfPendingRows<R> {
  /** The FROM clause for the TEMP table, under the name of the stored table. */
  readonly from: Sql;
  /** The TEMP table with the ids that the pending rows contain. */
  readonly references: Sql;
  /** The condition that leaves out the stored rows that pending ones replace. */
  readonly notReplaced: Sql;
  /** The condition for the stored rows that pending ones replace. */
  readonly replaced: Sql;
  put(db: WritableDb, pending: RowWithPendingChanges<R>): void;
  remove(db: WritableDb, row: number): void;
  clear(db: WritableDb): void;
}

/** The columns are copied from the stored tables, so that a column added there is here too. */
const SCHEMA = sql`
CREATE TEMP TABLE pending_requisition AS SELECT *, '' AS pending FROM requisition LIMIT 0;
CREATE UNIQUE INDEX temp.pending_requisition_row ON pending_requisition (row);
CREATE TEMP TABLE pending_requisition_text AS SELECT * FROM requisition_text LIMIT 0;
CREATE UNIQUE INDEX temp.pending_requisition_text_row ON pending_requisition_text (row);
CREATE TEMP TABLE pending_form AS SELECT *, '' AS pending FROM form LIMIT 0;
CREATE UNIQUE INDEX temp.pending_form_row ON pending_form (row);
CREATE TEMP TABLE pending_notification AS SELECT *, '' AS pending FROM notification LIMIT 0;
CREATE UNIQUE INDEX temp.pending_notification_row ON pending_notification (row);
CREATE TEMP TABLE pending_thread (thread INTEGER PRIMARY KEY, delta INTEGER NOT NULL);
CREATE TEMP TABLE pending_id_reference AS SELECT * FROM id_reference LIMIT 0;
CREATE UNIQUE INDEX temp.pending_id_reference_id ON pending_id_reference (id, kind, row);
CREATE INDEX temp.pending_id_reference_row ON pending_id_reference (row, kind);
`;

/** Creates the TEMP tables on a connection. They are in memory, because every connection has that setting. */
export function createPendingTables(db: Connection): void {
  db.execute(SCHEMA);
}

const OWN_COLUMNS = { row: sql`row`, id: sql`id`, pending: sql`pending` };

interface RowWriting<R> {
  readonly table: Sql;
  readonly from: Sql;
  readonly toRow: (pending: RowWithPendingChanges<R>, db: WritableDb) => Sql;
}

function pendingTable<R>({ table, from, toRow }: RowWriting<R>): TempTableOfPendingRows<R> {
  return {
    from,
    references: sql`id_reference`,
    notReplaced: sql`row NOT IN (SELECT row FROM ${table})`,
    replaced: sql`row IN (SELECT row FROM ${table})`,
    put: (db, pending) => void db.run(toRow(pending, db)),
    remove: (db, row) => void db.run(sql`DELETE FROM ${table} WHERE row = ${row}`),
    clear: (db) => void db.run(sql`DELETE FROM ${table}`),
  };
}

type RowWriter<R> = Pick<TempTableOfPendingRows<R>, 'put' | 'remove' | 'clear'>;

/** Returns a writer that calls both writers, the first one first. */
function combineWriters<R>(first: RowWriter<R>, second: RowWriter<R>): RowWriter<R> {
  return {
    put: (db, pending) => {
      first.put(db, pending);
      second.put(db, pending);
    },
    remove: (db, row) => {
      first.remove(db, row);
      second.remove(db, row);
    },
    clear: (db) => {
      first.clear(db);
      second.clear(db);
    },
  };
}

/** Extends a TEMP table: its writes also store the ids in the pending rows. */
function withReferences<R>(
  table: TempTableOfPendingRows<R>,
  kind: Kind,
  findReferences: (record: R) => IdsWithRoles,
): TempTableOfPendingRows<R> {
  const references = sql`pending_id_reference`;
  const ofKind = sql`DELETE FROM ${references} WHERE kind = ${KIND_NUMBERS[kind]}`;
  const writer = combineWriters(table, {
    put: (db, { row, record }) => insertIdReferences(db, references, { kind, row }, findReferences(record)),
    remove: (db, row) => void db.run(sql`${ofKind} AND row = ${row}`),
    clear: (db) => void db.run(ofKind),
  });
  return { ...table, references, ...writer };
}

/** Extends a TEMP table of requisitions: its writes also store the searched text of each. */
function withText(table: TempTableOfPendingRows<Requisition>): TempTableOfPendingRows<Requisition> {
  const texts = sql`pending_requisition_text`;
  const writer = combineWriters(table, {
    put: (db, { row, record }) =>
      void db.run(
        sql`INSERT INTO ${texts} (row, text) VALUES (${row}, ${toRequisitionSearchedText(record)})`,
      ),
    remove: (db, row) => void db.run(sql`DELETE FROM ${texts} WHERE row = ${row}`),
    clear: (db) => void db.run(sql`DELETE FROM ${texts}`),
  });
  return { ...table, ...writer };
}

const insertRequisition = createInsertBuilder(sql`pending_requisition`, {
  ...OWN_COLUMNS,
  ...REQUISITION_COLUMNS,
});
const insertForm = createInsertBuilder(sql`pending_form`, { ...OWN_COLUMNS, ...FORM_COLUMNS });
const insertNotification = createInsertBuilder(sql`pending_notification`, {
  ...OWN_COLUMNS,
  ...NOTIFICATION_COLUMNS,
});

/** The TEMP tables of requisitions with pending changes: rows, searched text, and the ids in them. */
export const PENDING_REQUISITION_TABLE = withText(
  withReferences(
    pendingTable<Requisition>({
      table: sql`pending_requisition`,
      from: sql`pending_requisition AS requisition`,
      toRow: ({ row, pending, record }, db) =>
        insertRequisition({ row, id: record.id, pending, ...toRequisitionColumns(record, db) }),
    }),
    'requisition',
    findIdsInRequisition,
  ),
);

/** Writes the usual waits of requisitions with pending changes again, after these waits have changed. */
export function updateUsualWaitsOfPendingRequisitions(db: WritableDb): void {
  updateUsualWaitsOfPendingRows(db, sql`pending_requisition`);
}

/** The TEMP tables of forms with pending changes: rows, and the ids in them. */
export const PENDING_FORM_TABLE = withReferences(
  pendingTable<Form>({
    table: sql`pending_form`,
    from: sql`pending_form AS form`,
    toRow: ({ row, pending, record }) =>
      insertForm({ row, id: record.id, pending, ...toFormColumns(record) }),
  }),
  'form',
  findIdsInForm,
);

/** Extends the TEMP table of notifications: each is in the thread of its stored row. */
function withThread(table: TempTableOfPendingRows<Notification>): TempTableOfPendingRows<Notification> {
  return {
    ...table,
    put: (db, pending) => {
      table.put(db, pending);
      db.run(sql`
        UPDATE pending_notification SET thread = (
          SELECT thread FROM main.notification AS stored WHERE stored.row = ${pending.row}) WHERE row = ${pending.row}`);
    },
  };
}

/** The notifications with pending changes. These change no id in them, so the stored references and threads hold. */
export const PENDING_NOTIFICATION_TABLE = withThread(
  pendingTable<Notification>({
    table: sql`pending_notification`,
    from: sql`pending_notification AS notification`,
    toRow: ({ row, pending, record }) =>
      insertNotification({ row, id: record.id, pending, ...toNotificationColumns(record) }),
  }),
);
