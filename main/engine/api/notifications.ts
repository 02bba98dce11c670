import type { Http, HttpResult } from './http.ts';
import { type PageRange, getResourcePath } from './http-types.ts';

const NOTIFICATIONS = '/v2/notifications';

/** The filters of `GET /v2/notifications` (section 4.3); dates are ISO 8601 texts. */
export interface NotificationQuery extends PageRange {
  readonly user?: string;
  readonly search_from?: string;
  readonly search_until?: string;
  /** Replaces the other two dates; it is never sent together with them. */
  readonly search_on?: string;
}

/** `GET /v2/notifications/:id`. */
export function getNotification(http: Http, id: string, signal?: AbortSignal): Promise<HttpResult> {
  return http.request({ method: 'GET', path: getResourcePath(NOTIFICATIONS, id), signal });
}

/** `POST /v2/notifications/:id`: sets the read flag. Safe to repeat. */
export function setNotificationRead(
  http: Http,
  id: string,
  read: boolean,
  signal?: AbortSignal,
): Promise<HttpResult> {
  return http.request({ method: 'POST', path: getResourcePath(NOTIFICATIONS, id), body: { read }, signal });
}

/** `GET /v2/notifications`. */
export function listNotifications(
  http: Http,
  query: NotificationQuery,
  signal?: AbortSignal,
  knownEtag?: string,
): Promise<HttpResult> {
  return http.request({ method: 'GET', path: NOTIFICATIONS, query: { ...query }, signal, knownEtag });
}
