import type { DocumentNameReading } from '#main/engine/local/data/protocol.ts';
import { SUMMARY_TABLES } from '#main/engine/cache/tables/bodies.ts';
import { findReusedRows, type ReusedRows } from '#main/engine/cache/tables/reused-rows.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { readNameInCachedNotification, type NotificationAndRequisition } from './notification-names.ts';

/** A row and the id that it had: where it now has another id, or none, the cache was replaced or the record removed. */
interface ScannedRow {
  readonly row: number;
  readonly id: string;
}

/** The last notification that was searched for names. */
export type LastScannedNotification = ScannedRow;

/** The last requisition whose notifications were searched for names again. */
export interface LastScannedRequisition extends ScannedRow {
  /** The row of its last notification that was searched; null after all of them. */
  readonly notification: number | null;
  /** The number of the newest removal that the place allows for (`reused-rows.ts`). */
  readonly removals: number;
}

/** The names in some notifications. */
interface NotificationNames {
  readonly readings: readonly DocumentNameReading[];
  /** Number of notifications that were searched. */
  readonly read: number;
}

/**
 * Reads of names in notifications, which only the engine calls. A notification may be cached before the requisition that it is
 * about, whose patient it names: where the first read has come to notification N, the second one searches the notifications up
 * to N of requisitions that were cached later. Each of the two goes on behind its own last row, so that together they search
 * every notification with its requisition, and none of them again and again.
 */
export interface NameReadsForEngineOnly {
  'names.inNotifications': {
    input: { readonly after: LastScannedNotification | null; readonly limit: number };
    /** `last`: the last notification of this result; null after the last of all. */
    output: NotificationNames & { readonly last: LastScannedNotification | null };
  };
  'names.inNotificationsOfLaterRequisitions': {
    input: {
      readonly after: LastScannedRequisition | null;
      /** The last notification that the other read has searched. */
      readonly until: LastScannedNotification | null;
      readonly limit: number;
    };
    /** `last`: where to go on, before the first where none is cached. `isEnd`: all requisitions are done. */
    output: NotificationNames & { readonly last: LastScannedRequisition; readonly isEnd: boolean };
  };
}

interface FoundNotification extends ScannedRow, NotificationAndRequisition {}

function toNames(rows: readonly NotificationAndRequisition[]): NotificationNames {
  return { readings: rows.flatMap((row) => readNameInCachedNotification(row) ?? []), read: rows.length };
}

/** Returns whether a row still has the id that it had. */
function isUnchanged(db: ReadableDb, kind: 'requisition' | 'notification', { row, id }: ScannedRow): boolean {
  const found = db.get(sql<{ id: string }>`SELECT id FROM ${SUMMARY_TABLES[kind]} WHERE row = ${row}`);
  return found?.id === id;
}

/** Returns the number of a notification's row; 0, which is before all rows, where another notification has that row now. */
function getRow(db: ReadableDb, place: LastScannedNotification | null): number {
  return place !== null && isUnchanged(db, 'notification', place) ? place.row : 0;
}

/** Returns the names in notifications, in the order in which they were stored. */
export function listNamesInNotifications(
  db: ReadableDb,
  { after, limit }: NameReadsForEngineOnly['names.inNotifications']['input'],
): NameReadsForEngineOnly['names.inNotifications']['output'] {
  const rows = db.all(sql<FoundNotification>`
    SELECT notification.row, notification.id, body.raw, requisition.patient, requisition.name
    FROM notification JOIN notification_body AS body ON body.row = notification.row
    LEFT JOIN requisition ON notification.about_kind = 'requisition' AND requisition.id = notification.about_id
    WHERE notification.row > ${getRow(db, after)} ORDER BY notification.row LIMIT ${limit}`);
  const end = rows.at(-1);
  return { ...toNames(rows), last: end === undefined ? null : { row: end.row, id: end.id } };
}

/** Before the first requisition. */
const FIRST: LastScannedRequisition = { row: 0, id: '', notification: null, removals: 0 };

/** Returns where to go on: behind the last requisition, or before the first row that has had another one since. */
function getStart(
  db: ReadableDb,
  after: LastScannedRequisition | null,
  { first }: ReusedRows,
): Pick<LastScannedRequisition, 'row' | 'notification'> {
  if (after === null || !isUnchanged(db, 'requisition', after)) return FIRST;
  return first !== null && first <= after.row ? { row: first - 1, notification: null } : after;
}

/** Returns the names in notifications that were stored before the requisition that they are about, requisition by requisition. */
export function listNamesInNotificationsOfLaterRequisitions(
  db: ReadableDb,
  { after, until, limit }: NameReadsForEngineOnly['names.inNotificationsOfLaterRequisitions']['input'],
): NameReadsForEngineOnly['names.inNotificationsOfLaterRequisitions']['output'] {
  const newest = db.get(sql<ScannedRow>`SELECT row, id FROM requisition ORDER BY row DESC LIMIT 1`);
  const reused = findReusedRows(db, after?.removals ?? 0);
  const { removals } = reused;
  if (newest === undefined) return { readings: [], read: 0, last: { ...FIRST, removals }, isEnd: true };
  const all = { last: { ...newest, notification: null, removals }, isEnd: true };
  const searched = getRow(db, until);
  if (searched === 0) return { readings: [], read: 0, ...all };
  const { row, notification } = getStart(db, after, reused);
  // The cross joins fix the order of the tables: the requisitions are few, and their notifications have an index.
  const rows = db.all(sql<FoundNotification & { readonly notification: number }>`
    SELECT requisition.row, requisition.id, notification.row AS notification, body.raw, requisition.patient, requisition.name
    FROM requisition CROSS JOIN inbox_thread AS thread
      ON thread.about_id = requisition.id AND thread.about_id <> '' AND thread.about_kind = 'requisition'
    CROSS JOIN notification ON notification.thread = thread.thread AND notification.thread <> 0
    CROSS JOIN notification_body AS body ON body.row = notification.row
    WHERE requisition.row >= ${row} AND requisition.row <= ${newest.row} AND notification.row <= ${searched}
      AND (requisition.row > ${row} OR notification.row > ${notification ?? searched})
    ORDER BY requisition.row, notification.row LIMIT ${limit}`);
  const end = rows.at(-1);
  if (end === undefined || rows.length < limit) return { ...toNames(rows), ...all };
  const last = { row: end.row, id: end.id, notification: end.notification, removals };
  return { ...toNames(rows), last, isEnd: false };
}
