import { HOUR } from '#main/base/durations.ts';
import type { Clinic } from '../clinic.ts';
import type { Filter } from '../collection.ts';
import type { Choices } from '../dialect/points.ts';
import { badRequest, readAnswer, updatedAnswer } from './responses.ts';
import type { NotificationOutline } from '../resources.ts';
import { findNotification, updateNotification } from '../rules/notifications.ts';
import { readNotificationTime, utcDay } from '../ids.ts';
import type { Endpoint } from './endpoint.ts';
import { Listing, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { onlyKnown, type Query, textParameter, timeParameter } from './query.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'user', 'search_from', 'search_until', 'search_on'];

/** The endpoints of the service's document, section 4.3. */
export function notificationEndpoints(
  clinic: Clinic,
  behaviour: () => ListingBehaviour,
): readonly Endpoint[] {
  const listing = new Listing(clinic.notifications, behaviour, clinic);
  return [
    {
      method: 'GET',
      path: '/v2/notifications/:id',
      answer: ({ id }) => readAnswer(clinic, findNotification(clinic, id)),
    },
    {
      method: 'POST',
      path: '/v2/notifications/:id',
      answer: ({ id, body }) =>
        updatedAnswer(clinic, findNotification(clinic, id), updateNotification(clinic, id, body)),
    },
    {
      method: 'GET',
      path: '/v2/notifications',
      answer: ({ query }) => listing.page(query, notificationFilter(clinic.choices, query)),
    },
  ];
}

/** How far the clinic's local day is behind the UTC day, in dialects that use the local day. */
const LOCAL_BEHIND = 5 * HOUR;

/** Returns a test whether an instant is on the day of another; both are epoch milliseconds. */
function dayFilter(how: Choices['searchOn']): (at: number, on: number) => boolean {
  switch (how) {
    case 'utc-day':
      return (at, on) => utcDay(at) === utcDay(on);
    case 'local-day':
      return (at, on) => utcDay(at - LOCAL_BEHIND) === utcDay(on);
    case 'ignored':
      return () => true;
  }
}

/**
 * Returns the filter of a query. `search_from` and `search_until` exclude their own instant; `search_on` is a
 * whole day of the dialect and cannot be combined with them.
 */
function notificationFilter(choices: Choices, query: Query): Filter<NotificationOutline> | null {
  onlyKnown(query, PARAMETERS);
  const user = textParameter(query, 'user');
  const from = timeParameter(query, 'search_from');
  const until = timeParameter(query, 'search_until');
  const on = timeParameter(query, 'search_on');
  if (on !== null && (from !== null || until !== null)) {
    throw badRequest('"search_on" is used instead of "search_from" and "search_until", not together.');
  }
  const isOnDay = dayFilter(choices.searchOn);
  if ([user, from, until, on].every((given) => given === null)) return null;
  return {
    key: JSON.stringify([user, from, until, on]),
    test: (outline) => {
      const at = readNotificationTime(outline.created_at);
      return (
        (user === null || outline.user === user) &&
        (from === null || at > from) &&
        (until === null || at < until) &&
        (on === null || isOnDay(at, on))
      );
    },
  };
}
