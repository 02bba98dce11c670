import type { Notification } from '#contract/notifications.ts';
import { isId } from '#contract/records.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { findIdsInValue } from '#main/engine/cache/tables/id-references.ts';
import type { DocumentNameReading } from '#main/engine/local/data/protocol.ts';
import { findNameOfPerson } from './names-in-text.ts';

/** Patient and name of the requisition that a notification is about; null where it is not cached. */
interface AboutRequisition {
  readonly patient: string | null;
  readonly name: string | null;
}

/** A notification as the service sent it, and the requisition that it is about. */
export interface NotificationAndRequisition extends AboutRequisition {
  readonly raw: string;
}

function getPropText(props: JsonObject, field: string): string {
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
  const host = getPropText(props, 'host');
  const people = new Set<string>(findIdsInValue(props).filter((id) => isId('user', id)));
  people.delete(notification.user);
  people.delete(host);
  const [person] = people;
  return people.size === 1 && person !== undefined ? person : null;
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
  const objectName = getPropText(props, 'name');
  const isAppointment = notification.aboutKind === 'appointment';
  const others = [about.name ?? '', objectName];
  // Whether a user in other objects is a patient is not known: a patient who is named there may be another one.
  const isPatient = notification.aboutKind === 'requisition';
  const visit = [objectName, getPropText(props, 'description')];
  const found =
    findNameOfPerson([notification.title, notification.text], { others, isPatient }) ??
    (isAppointment ? findNameOfPerson(visit, { others: [], isPatient }) : null);
  return found === null ? null : { id, ...found, document: notification.id };
}

/** Returns what a cached notification says about the person whom it is about; null where it contains no name. */
export function readNameInCachedNotification({
  raw,
  patient,
  name,
}: NotificationAndRequisition): DocumentNameReading | null {
  const reading = parseNotification(JSON.parse(raw));
  return reading.ok ? readNameInNotification(reading.record, { patient, name }) : null;
}
