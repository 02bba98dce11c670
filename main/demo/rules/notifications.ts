import type { DemoClinicState } from '../clinic.ts';
import { readBooleanField, createObjectReader, readRequestBody } from '../http/fields.ts';
import { createForbiddenProblem, createNotFoundProblem, ServiceProblem } from '../http/responses.ts';
import type { DemoNotification } from '../resources.ts';

/** Records that are found by their id. */
export interface Findable<Full> {
  find(id: string): Full | undefined;
}

/**
 * Returns the record, or throws the dialect's status for a record that does not exist, was deleted, or may
 * not be seen by this user.
 */
export function getAccessibleRecordOrThrow<Full>(
  clinic: DemoClinicState,
  records: Findable<Full>,
  id: string,
  kind: string,
): Full {
  const { access, choices } = clinic;
  const record = records.find(id);
  if (record !== undefined && access.isForbidden(id))
    throw createForbiddenProblem(Number(choices.forbiddenStatus));
  if (record !== undefined) return record;
  if (access.isDeleted(id) && choices.deletedStatus === '410')
    throw new ServiceProblem(410, `The ${kind} is gone.`);
  throw createNotFoundProblem(kind);
}

const notificationUpdate = createObjectReader({}, { read: readBooleanField });

/** Returns the notification as it is, or as one sort of reads shows it, or throws a 404. */
export function getNotificationOrThrowNotFound(
  clinic: DemoClinicState,
  id: string,
  records: Findable<DemoNotification> = clinic.notifications,
): DemoNotification {
  return getAccessibleRecordOrThrow(clinic, records, id, 'notification');
}

/** Returns the user whose notifications a list without `user` holds (section 4.3); null for all users. */
export function getListedRecipient({ choices, seedData }: DemoClinicState): string | null {
  return choices.notificationsListed === 'own' ? seedData.userId : null;
}

/** `POST /v2/notifications/:id`, section 4.3: `read` as supplied, otherwise unchanged. */
export function updateNotification(clinic: DemoClinicState, id: string, body: unknown): DemoNotification {
  const notification = {
    ...getNotificationOrThrowNotFound(clinic, id),
    ...readRequestBody(notificationUpdate, body),
  };
  clinic.notifications.replace(notification);
  return notification;
}
