import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  hasForeignDay,
  INBOX_LANGUAGE,
  type InboxCounts,
  type InboxRow,
  type InboxTerm,
  type inboxSortSchema,
} from '#contract/inbox.ts';
import { readQuery } from '#contract/query-language.ts';
import { ok } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { z } from 'zod';
import type { Calls } from './bridge.ts';
import type { ListSource } from './list.ts';

export type InboxSort = Readonly<z.infer<typeof inboxSortSchema>>;

/** What the inbox shows: a search as it was typed, and an order. */
export interface InboxQuery {
  readonly text: string;
  readonly order: InboxSort;
}

/** Everything, what is unread before what is read. */
export const WHOLE_INBOX: InboxQuery = { text: '', order: { unreadFirst: true } };

/** How a query is asked: with the conditions that its text means at this moment. */
export interface AskedInbox {
  readonly terms: readonly InboxTerm[];
  readonly order: InboxSort;
}

/** The conditions that hold: a day of the service's filters stands alone (service's document, section 4.3). */
export function heldTerms(terms: readonly InboxTerm[]): readonly InboxTerm[] {
  if (!hasForeignDay(terms)) return terms;
  return terms.filter(({ field }) => field !== 'search_from' && field !== 'search_until');
}

export type ReadInbox = (query: InboxQuery) => AskedInbox;

/** @param zone the time zone of the desk as it is when it is called */
export function inboxReader(zone: () => string): ReadInbox {
  return ({ text, order }) => ({
    order,
    terms: heldTerms(readQuery(INBOX_LANGUAGE, text, epochMs(Date.now()), zone()).terms),
  });
}

/** How many a search finds, and of which search. */
export interface FoundCounts {
  readonly text: string;
  /** Null before the first answer. */
  readonly counts: InboxCounts | null;
}

export interface InboxSource extends ListSource<InboxQuery, InboxRow> {
  readonly read: ReadInbox;
  readonly counts: StoreApi<FoundCounts>;
}

/**
 * The lines of the inbox, and how many alerts they hold.
 * @param zone the time zone of the desk as it is when it is called
 */
export function createInboxSource(calls: Calls, zone: () => string): InboxSource {
  const read = inboxReader(zone);
  const counts = createStore<FoundCounts>(() => ({ text: '', counts: null }));
  let ticket = 0;

  return {
    read,
    counts,
    count: async ({ filter }) => {
      const mine = ++ticket;
      const answer = await calls['inbox.counts']({ terms: read(filter).terms });
      if (!answer.ok) return answer;
      if (mine === ticket) counts.setState({ text: filter.text, counts: answer.value });
      return ok({ count: answer.value.rows, capped: false });
    },
    list: ({ filter, ...window }) => calls['inbox.page']({ ...read(filter), ...window }),
  };
}
