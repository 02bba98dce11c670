import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import type { RecordTable } from './table.ts';

/** The columns by which requisitions are counted in totals: those that tabs and most filters test. */
const COLUMNS_OF_TOTALS = sql`type, status, needs_review, share_with_patient, review_state`;
/** The columns by which requisitions are counted in groups. */
const COLUMNS = sql`service_facility, ordering_provider, ${COLUMNS_OF_TOTALS}`;

/**
 * The open reviews of requisitions, one for each reviewer and row: the one that is due first. A review without a
 * deadline has one beyond all dates.
 */
const OPEN_REVIEWS = sql`
  SELECT review.value ->> 0 AS reviewer, min(coalesce(review.value ->> 1, 9000000000000000)) AS deadline,
    requisition.row AS row
  FROM requisition CROSS JOIN json_each(open_reviews) AS review`;

// Rows wait here so that a page of them is counted in four statements.
const queues = new WeakMap<WritableDb, Set<number>>();

/** Queues a row that was written, for `storeGroupsAndOpenReviewsOfQueuedRows`. */
function queueRow(db: WritableDb, row: number): void {
  const queue = queues.get(db) ?? new Set<number>();
  queues.set(db, queue);
  queue.add(row);
}

/** Takes a row out of its group, its total and the open reviews, by its columns as they are stored. */
function takeOut(db: WritableDb, row: number): void {
  if (queues.get(db)?.delete(row) === true) return;
  const group = db.get(sql<{ number: number; total: number }>`
    SELECT number, total FROM requisition CROSS JOIN requisition_group USING (${COLUMNS}) WHERE requisition.row = ${row}`);
  if (group === undefined) return;
  const { number, total } = group;
  db.run(sql`DELETE FROM requisition_group_row WHERE number = ${number} AND row = ${row}`);
  db.run(sql`UPDATE requisition_group SET row_count = row_count - 1 WHERE number = ${number}`);
  db.run(sql`DELETE FROM requisition_group WHERE number = ${number} AND row_count = 0`);
  db.run(sql`UPDATE requisition_total SET row_count = row_count - 1 WHERE number = ${total}`);
  db.run(sql`DELETE FROM requisition_total WHERE number = ${total} AND row_count = 0`);
  db.run(sql`DELETE FROM open_review WHERE (reviewer, deadline, row) IN
    (${OPEN_REVIEWS} WHERE requisition.row = ${row} GROUP BY 1)`);
}

/** Counts the queued rows in their groups and totals. Call it at the end of each page and before every commit. */
export function storeGroupsAndOpenReviewsOfQueuedRows(db: WritableDb): void {
  const queue = queues.get(db);
  if (queue === undefined || queue.size === 0) return;
  const rows = toSqlList(queue);
  db.run(sql`
    INSERT INTO requisition_total (${COLUMNS_OF_TOTALS}, row_count)
    SELECT ${COLUMNS_OF_TOTALS}, count(*) FROM requisition WHERE row IN ${rows} GROUP BY ${COLUMNS_OF_TOTALS}
    ON CONFLICT (${COLUMNS_OF_TOTALS}) DO UPDATE SET row_count = row_count + excluded.row_count`);
  db.run(sql`
    INSERT INTO requisition_group (${COLUMNS}, total, row_count)
    SELECT ${COLUMNS}, requisition_total.number, count(*)
    FROM requisition CROSS JOIN requisition_total USING (${COLUMNS_OF_TOTALS}) WHERE row IN ${rows} GROUP BY ${COLUMNS}
    ON CONFLICT (${COLUMNS}) DO UPDATE SET row_count = row_count + excluded.row_count`);
  db.run(sql`
    INSERT INTO requisition_group_row (number, row)
    SELECT number, row FROM requisition CROSS JOIN requisition_group USING (${COLUMNS}) WHERE row IN ${rows}`);
  db.run(sql`
    INSERT INTO open_review (reviewer, deadline, row)
    ${OPEN_REVIEWS} WHERE requisition.row IN ${rows} AND open_reviews <> '[]' GROUP BY 3, 1`);
  queues.delete(db);
}

/** Removes the queued rows after their transaction was rolled back. */
export function forgetRowsQueuedForGroups(db: WritableDb): void {
  queues.delete(db);
}

/**
 * Wraps the table of requisitions so that its groups, totals and open reviews follow each write, in its transaction. They
 * follow the stored columns, not the record, which another version of the program may have read differently.
 */
export function withRequisitionGroups<R extends { readonly id: string }>(
  table: RecordTable<R>,
): RecordTable<R> {
  return {
    ...table,
    put: (db, stored, fresh) => {
      if (stored !== undefined) takeOut(db, stored.row);
      const row = table.put(db, stored, fresh);
      queueRow(db, row);
      return row;
    },
    remove: (db, stored) => {
      takeOut(db, stored.row);
      table.remove(db, stored);
    },
  };
}
