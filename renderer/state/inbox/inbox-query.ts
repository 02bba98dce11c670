import type { z } from 'zod';
import type { inboxSortSchema } from '#contract/notifications.ts';
import type { SearchTextQuery } from '../list/query-list.ts';

export type InboxSort = Readonly<z.infer<typeof inboxSortSchema>>;

/** The query of the inbox: search text and sort order. */
export interface InboxQuery extends SearchTextQuery {
  readonly order: InboxSort;
}

/** All notifications, unread ones first. */
export const WHOLE_INBOX_QUERY: InboxQuery = { text: '', order: { unreadFirst: true } };

/** The view that Intray brings: what is snoozed. */
export const BUILT_IN_INBOX_VIEWS = [
  { id: 'snoozed', query: { text: 'snoozed:yes', order: { unreadFirst: false } } },
] as const satisfies readonly { readonly id: string; readonly query: InboxQuery }[];
