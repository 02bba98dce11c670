import type { Clinic } from '../clinic.ts';
import { flag, toObject, readBody } from '../http/fields.ts';
import type { Notification } from '../resources.ts';
import { findIn } from './find.ts';

const notificationUpdate = toObject({}, { read: flag });

/** The notification, or a 404. */
export function findNotification(clinic: Clinic, id: string): Notification {
  return findIn(clinic, clinic.notifications, id, 'notification');
}

/** `POST /v2/notifications/:id`, section 4.3: `read` as supplied, else unchanged. */
export function updateNotification(clinic: Clinic, id: string, body: unknown): Notification {
  const notification = { ...findNotification(clinic, id), ...readBody(notificationUpdate, body) };
  clinic.notifications.replace(notification);
  return notification;
}
