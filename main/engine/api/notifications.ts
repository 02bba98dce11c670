import type { HttpClient, HttpResult } from './http.ts';
import { type LimitAndOffset, getResourcePath } from './http-types.ts';

const NOTIFICATIONS = '/v2/notifications';

/** The filters of `GET /v2/notifications` (section 4.3); dates are ISO 8601 texts. */
export interface NotificationQuery extends LimitAndOffset {
  readonly user?: string;
  readonly search_from?: string;
  readonly search_until?: string;
  /** The day of the notifications, in place of `search_from` and `search_until`; never sent with them. */
  readonly search_on?: string;
}

/** Requests one notification: `GET /v2/notifications/:id`. */
export function getNotification(http: HttpClient, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'GET', path: getResourcePath(NOTIFICATIONS, id), signal });
}

/** `POST /v2/notifications/:id`: sets the read flag. Safe to repeat. */
export function setNotificationRead(
  http: HttpClient,
  id: string,
  read: boolean,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({ method: 'POST', path: getResourcePath(NOTIFICATIONS, id), body: { read }, signal });
}

/** Requests a page of the list of notifications: `GET /v2/notifications`. */
export function listNotifications(
  http: HttpClient,
  query: NotificationQuery,
  signal?: AbortSignal,
  knownEtag?: string,
): Promise<HttpResult> {
  return http.request({ method: 'GET', path: NOTIFICATIONS, query: { ...query }, signal, knownEtag });
}
