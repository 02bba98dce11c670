import { HOUR } from '#main/base/durations.ts';
import type { DemoClinicState } from '../clinic.ts';
import type { RecordFilter } from '../collection.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { createBadRequestProblem, createReadResult, createUpdateResult } from './responses.ts';
import type { NotificationOutline } from '../resources.ts';
import {
  getListedRecipient,
  getNotificationOrThrowNotFound,
  updateNotification,
} from '../rules/notifications.ts';
import { parseNotificationTime, toUtcDayNumber } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';
import { ListPageCache, type ListingBehaviour, PAGE_PARAMETERS } from './listing.ts';
import {
  refuseUnknownParameters,
  type QueryParameters,
  readTextParameter,
  readTimeParameter,
} from './query.ts';

const PARAMETERS = [...PAGE_PARAMETERS, 'user', 'search_from', 'search_until', 'search_on'];

/** The endpoints of the service's document, section 4.3. */
export function createNotificationEndpoints(
  clinic: DemoClinicState,
  behaviour: () => ListingBehaviour,
): readonly Endpoint[] {
  const listing = new ListPageCache(clinic.listed.notifications, behaviour, clinic);
  return [
    {
      method: 'GET',
      path: '/v2/notifications/:id',
      answer: ({ id }) =>
        createReadResult(clinic, getNotificationOrThrowNotFound(clinic, id, clinic.read.notifications)),
    },
    {
      method: 'POST',
      path: '/v2/notifications/:id',
      answer: ({ id, body }) =>
        createUpdateResult(
          clinic,
          getNotificationOrThrowNotFound(clinic, id),
          updateNotification(clinic, id, body),
        ),
    },
    {
      method: 'GET',
      path: '/v2/notifications',
      answer: ({ query }) => listing.page(query, toNotificationFilter(clinic, query)),
    },
  ];
}

/** How far the clinic's local day is behind the UTC day, in dialects that use the local day. */
const LOCAL_DAY_OFFSET = 5 * HOUR;

/** Returns a test whether an instant is on the day of another; both are epoch milliseconds. */
function createDayTest(how: DialectChoices['searchOn']): (at: number, on: number) => boolean {
  switch (how) {
    case 'utc-day':
      return (at, on) => toUtcDayNumber(at) === toUtcDayNumber(on);
    case 'local-day':
      return (at, on) => toUtcDayNumber(at - LOCAL_DAY_OFFSET) === toUtcDayNumber(on);
    case 'ignored':
      return () => true;
  }
}

/**
 * Returns the filter of a query. `search_from` and `search_until` exclude their own instant; `search_on` is a
 * whole day of the dialect and cannot be combined with them.
 */
function toNotificationFilter(
  clinic: DemoClinicState,
  query: QueryParameters,
): RecordFilter<NotificationOutline> | null {
  refuseUnknownParameters(query, PARAMETERS);
  const user = readTextParameter(query, 'user') ?? getListedRecipient(clinic);
  const from = readTimeParameter(query, 'search_from');
  const until = readTimeParameter(query, 'search_until');
  const on = readTimeParameter(query, 'search_on');
  if (on !== null && (from !== null || until !== null)) {
    throw createBadRequestProblem(
      '"search_on" is used instead of "search_from" and "search_until", not together.',
    );
  }
  const isOnDay = createDayTest(clinic.choices.searchOn);
  if ([user, from, until, on].every((given) => given === null)) return null;
  return {
    key: JSON.stringify([user, from, until, on]),
    test: (outline) => {
      const at = parseNotificationTime(outline.created_at);
      return (
        (user === null || outline.user === user) &&
        (from === null || at > from) &&
        (until === null || at < until) &&
        (on === null || isOnDay(at, on))
      );
    },
  };
}
