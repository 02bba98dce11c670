import type { Clinic } from '../clinic.ts';
import type { Filter } from '../collection.ts';
import { badRequest } from '../problem.ts';
import type { NotificationOutline } from '../resources.ts';
import { findNotification, updateNotification } from '../rules/notifications.ts';
import { readNotificationTime, utcDay } from '../times.ts';
import type { Endpoint } from './endpoint.ts';
import { Listing, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import { onlyKnown, type Query, textParameter, timeParameter } from './query.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'user', 'search_from', 'search_until', 'search_on'];

/** The service's document, section 4.3. */
export function notificationEndpoints(
  clinic: Clinic,
  behaviour: () => ListingBehaviour,
): readonly Endpoint[] {
  const listing = new Listing(clinic.notifications, behaviour);
  return [
    {
      method: 'GET',
      path: '/v2/notifications/:id',
      answer: ({ id }) => JSON.stringify(findNotification(clinic, id)),
    },
    {
      method: 'POST',
      path: '/v2/notifications/:id',
      answer: ({ id, body }) => JSON.stringify(updateNotification(clinic, id, body)),
    },
    {
      method: 'GET',
      path: '/v2/notifications',
      answer: ({ query }) => listing.page(query, notificationFilter(query)),
    },
  ];
}

/** `search_from` and `search_until` exclude their own instant; `search_on` is a whole UTC day and stands alone. */
function notificationFilter(query: Query): Filter<NotificationOutline> | null {
  onlyKnown(query, PARAMETERS);
  const user = textParameter(query, 'user');
  const from = timeParameter(query, 'search_from');
  const until = timeParameter(query, 'search_until');
  const on = timeParameter(query, 'search_on');
  if (on !== null && (from !== null || until !== null)) {
    throw badRequest('"search_on" is used instead of "search_from" and "search_until", not together.');
  }
  if ([user, from, until, on].every((given) => given === null)) return null;
  return {
    key: JSON.stringify([user, from, until, on]),
    test: (outline) => {
      const at = readNotificationTime(outline.created_at);
      return (
        (user === null || outline.user === user) &&
        (from === null || at > from) &&
        (until === null || at < until) &&
        (on === null || utcDay(at) === utcDay(on))
      );
    },
  };
}
