import type { Clinic } from '../clinic.ts';
import { flag, objectOf, readBody } from '../http/fields.ts';
import { notFound } from '../problem.ts';
import type { Notification } from '../resources.ts';

const notificationUpdate = objectOf({}, { read: flag });

/** The notification, or a 404. */
export function findNotification(clinic: Clinic, id: string): Notification {
  const notification = clinic.notifications.find(id);
  if (notification === undefined) throw notFound('notification');
  return notification;
}

/** `POST /v2/notifications/:id`, section 4.3: `read` as supplied, else unchanged. */
export function updateNotification(clinic: Clinic, id: string, body: unknown): Notification {
  const notification = { ...findNotification(clinic, id), ...readBody(notificationUpdate, body) };
  clinic.notifications.replace(notification);
  return notification;
}
