import type { CompletionRequestFilter, CompletionRequestSort } from '#contract/completion-requests.ts';
import { toEpochMs } from '#contract/time.ts';
import type { SearchTextQuery } from '../list/query-list.ts';

/** The query of the list of completion requests. */
export interface CompletionRequestQuery extends SearchTextQuery {
  readonly show: CompletionRequestFilter['show'];
  /** Minimum age of a request in days; null for all. */
  readonly days: number | null;
  readonly order: CompletionRequestSort;
}

/** The query for all open requests, longest waiting first. */
export const OPEN_REQUESTS_QUERY: CompletionRequestQuery = {
  text: '',
  show: 'open',
  days: null,
  order: { by: 'asked', descending: false },
};

/** Names what the counts of a query depend on: its text and its age. */
export const getCountsKeyOfRequests = ({ text, days }: CompletionRequestQuery): string =>
  JSON.stringify([text, days]);

const DAY_MS = 86_400_000;

/** Converts a query to the filter of the procedure; an age in days becomes a time. */
export function toCompletionRequestFilter({
  text,
  days,
}: CompletionRequestQuery): Omit<CompletionRequestFilter, 'show'> {
  return { search: text, ...(days === null ? {} : { askedUntil: toEpochMs(Date.now() - days * DAY_MS) }) };
}
