import type { HomeCounts } from '#contract/home-procedures.ts';
import { quoteSearchValue } from '#contract/search/syntax.ts';
import { OPEN_REQUESTS_QUERY } from '../forms/completion-request-query.ts';
import { ALL_FORMS_QUERY } from '../forms/form-query.ts';
import { WHOLE_INBOX_QUERY } from '../inbox/inbox-query.ts';
import { WHOLE_WORKLIST_QUERY } from '../requisitions/worklist-query.ts';
import { isSearchableStatus, type ListLink } from './list-links.ts';

/** After how many days a form that a patient was asked to complete counts as asked too long. */
export const OVERDUE_COMPLETION_REQUEST_DAYS = 14;

/** The names of the queues that are lists with a fixed filter. */
export type QueueName =
  | 'overdue'
  | 'results'
  | 'unassigned'
  | 'toReview'
  | 'drafts'
  | 'askedTooLong'
  | 'messages'
  | 'requisitionReminders'
  | 'formReminders'
  | 'requestReminders';

const DEADLINE_FIRST = { by: 'deadline', descending: false } as const;
const LONGEST_UNCHANGED = { by: 'updated', descending: false } as const;

/** Returns the search for a user's reviews that are past their deadline, with those that name no reviewer. */
function toOverdueForSearch(user: string): string {
  return `overdue_for:${quoteSearchValue(user)}`;
}

/** Returns the search for what a user has to review, with what names no reviewer. */
export function toReviewsForUserOrNobodySearch(user: string): string {
  return `review_for:${quoteSearchValue(user)}`;
}

/**
 * Returns the queues.
 * @param user whose reviews they hold, with those that name no reviewer; null for all reviews
 */
export function createQueueLinks(user: string | null): Readonly<Record<QueueName, ListLink>> {
  const forUser = user === null ? '' : toReviewsForUserOrNobodySearch(user);
  const worklist = (query: Partial<typeof WHOLE_WORKLIST_QUERY>): ListLink => ({
    screen: 'requisitions',
    query: { ...WHOLE_WORKLIST_QUERY, ...query },
  });
  return {
    overdue: worklist({
      text: user === null ? 'review:overdue' : toOverdueForSearch(user),
      order: DEADLINE_FIRST,
    }),
    results: worklist({
      text: `status:results_received ${forUser}`.trim(),
      tab: 'needs_review',
      order: DEADLINE_FIRST,
    }),
    unassigned: worklist({
      text: 'status:results_received review:unassigned',
      tab: 'needs_review',
      order: LONGEST_UNCHANGED,
    }),
    toReview: worklist({ text: forUser, tab: 'needs_review', order: DEADLINE_FIRST }),
    drafts: worklist({ tab: 'draft', order: LONGEST_UNCHANGED }),
    askedTooLong: {
      screen: 'completion-requests',
      query: { ...OPEN_REQUESTS_QUERY, days: OVERDUE_COMPLETION_REQUEST_DAYS },
    },
    messages: {
      screen: 'notifications',
      // Those for other users are not unread here: the inbox does not count them either.
      query: { ...WHOLE_INBOX_QUERY, text: 'about:message unread:yes mine:yes' },
    },
    requisitionReminders: worklist({ text: 'followup:due', order: LONGEST_UNCHANGED }),
    formReminders: { screen: 'forms', query: { ...ALL_FORMS_QUERY, text: 'followup:due' } },
    requestReminders: { screen: 'completion-requests', query: { ...OPEN_REQUESTS_QUERY, show: 'due' } },
  };
}

/** A queue of requisitions whose status the service's document does not name. */
export interface UnknownStatusQueue {
  /** As the service sent them; empty for the requisitions of all other statuses. */
  readonly statuses: readonly string[];
  readonly count: number;
  readonly link: ListLink;
}

/** Returns the queues of the statuses that the service's document does not name, each under its own name. */
export function createUnknownStatusQueues({
  statuses,
  moreStatuses,
}: Pick<HomeCounts, 'statuses' | 'moreStatuses'>): readonly UnknownStatusQueue[] {
  const link = (text: string): ListLink => ({
    screen: 'requisitions',
    query: { ...WHOLE_WORKLIST_QUERY, text, tab: 'unknown', order: LONGEST_UNCHANGED },
  });
  const named = statuses.filter(({ status }) => isSearchableStatus(status));
  const others = statuses.filter((each) => !named.includes(each));
  const othersCount = others.reduce((sum, { count }) => sum + count, moreStatuses);
  const without = named.map(({ status }) => `-status:${quoteSearchValue(status)}`).join(' ');
  return [
    ...named.map(({ status, count }) => ({
      statuses: [status],
      count,
      link: link(`status:${quoteSearchValue(status)}`),
    })),
    ...(othersCount === 0
      ? []
      : [
          {
            statuses: moreStatuses === 0 ? others.map(({ status }) => status) : [],
            count: othersCount,
            link: link(without),
          },
        ]),
  ];
}
