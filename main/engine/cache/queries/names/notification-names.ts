import type { Notification } from '#contract/notifications.ts';
import { isId } from '#contract/records.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { findIdsInValue } from '#main/engine/cache/tables/id-references.ts';
import type { DocumentNameReading } from '#main/engine/local/data/protocol.ts';
import { toNameKey } from '#main/engine/local/names/name-key.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findPersonNameIfOnlyOneInText, type NameInText, type TextSubject } from './names-in-text.ts';

/**
 * The last notification that was searched for names: where its row now has another id, the cache was
 * replaced.
 */
export interface LastScannedNotification {
  readonly row: number;
  readonly id: string;
}

/** Reads of names in notifications, which only the engine calls. */
export interface NameReadsForEngineOnly {
  'names.inNotifications': {
    input: { readonly after: LastScannedNotification | null; readonly limit: number };
    output: {
      readonly readings: readonly DocumentNameReading[];
      readonly read: number;
      /** The last notification of this result; null after the last of all. */
      readonly last: LastScannedNotification | null;
    };
  };
}

/** Patient and name of the requisition that a notification is about; null where it is not cached. */
interface AboutRequisition {
  readonly patient: string | null;
  readonly name: string | null;
}

interface NotificationBody extends LastScannedNotification, AboutRequisition {
  readonly raw: string;
}

function getMainProcessText(props: JsonObject, field: string): string {
  const value = props[field];
  return typeof value === 'string' ? value : '';
}

function parseProps(text: string): JsonObject {
  try {
    const props: unknown = JSON.parse(text);
    return isJsonObject(props) ? props : {};
  } catch {
    return {};
  }
}

/** Returns the one person whom a notification is about; null where that is not certain. */
function findPerson(notification: Notification, props: JsonObject, patient: string | null): string | null {
  if (notification.aboutKind === 'requisition') return patient === '' ? null : patient;
  const host = getMainProcessText(props, 'host');
  const people = new Set<string>(findIdsInValue(props).filter((id) => isId('user', id)));
  people.delete(notification.user);
  people.delete(host);
  const [person] = people;
  return people.size === 1 && person !== undefined ? person : null;
}

/** Returns the name that title, text and object of a notification agree on. */
function findName(texts: readonly string[], subject: TextSubject): NameInText | null {
  const found = texts.flatMap((text) => findPersonNameIfOnlyOneInText(text, subject) ?? []);
  const keys = new Set(found.map(({ name }) => toNameKey(name)));
  return keys.size === 1 ? (found[0] ?? null) : null;
}

/**
 * Returns what a notification says about the person whom it is about (service's document, section 2.4); null where it
 * contains no name.
 */
export function readNameInNotification(
  notification: Notification,
  about: AboutRequisition,
): DocumentNameReading | null {
  const props = parseProps(notification.propsText);
  const id = findPerson(notification, props, about.patient);
  if (id === null) return null;
  const objectName = getMainProcessText(props, 'name');
  const isAppointment = notification.aboutKind === 'appointment';
  const others = [about.name ?? '', objectName];
  // Whether a user in other objects is a patient is not known: a patient who is named there may be another one.
  const isPatient = notification.aboutKind === 'requisition';
  const visit = [objectName, getMainProcessText(props, 'description')];
  const found =
    findName([notification.title, notification.text], { others, isPatient }) ??
    (isAppointment ? findName(visit, { others: [], isPatient }) : null);
  return found === null ? null : { id, ...found, document: notification.id };
}

function readOne({ raw, patient, name }: NotificationBody): DocumentNameReading | null {
  const reading = parseNotification(JSON.parse(raw));
  return reading.ok ? readNameInNotification(reading.record, { patient, name }) : null;
}

/** Returns the position to go on from; the beginning where another notification has its row now. */
function getStart(db: ReadableDb, after: LastScannedNotification | null): number {
  if (after === null) return 0;
  const found = db.get(sql<{ id: string }>`SELECT id FROM notification WHERE row = ${after.row}`);
  return found?.id === after.id ? after.row : 0;
}

/** Returns the names in notifications, in the order in which they were stored. */
export function listNamesInNotifications(
  db: ReadableDb,
  { after, limit }: NameReadsForEngineOnly['names.inNotifications']['input'],
): NameReadsForEngineOnly['names.inNotifications']['output'] {
  const rows = db.all(sql<NotificationBody>`
    SELECT notification.row, notification.id, body.raw, requisition.patient, requisition.name
    FROM notification JOIN notification_body AS body ON body.row = notification.row
    LEFT JOIN requisition ON notification.about_kind = 'requisition' AND requisition.id = notification.about_id
    WHERE notification.row > ${getStart(db, after)} ORDER BY notification.row LIMIT ${limit}`);
  const readings = rows.flatMap((row) => readOne(row) ?? []);
  const end = rows.at(-1);
  return {
    readings,
    read: rows.length,
    last: end === undefined ? null : { row: end.row, id: end.id },
  };
}
