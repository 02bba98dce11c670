import { isSortByTime } from '#contract/paging.ts';

/**
 * Returns in which direction an order of a list goes in time; null for an order by something else. An order without `by` is
 * that of the inbox, which has the newest first.
 */
export function getTimeDirection(order: object): 'newest-first' | 'oldest-first' | null {
  if (!('by' in order)) return 'newest-first';
  if (!isSortByTime(String(order.by))) return null;
  return 'descending' in order && order.descending === true ? 'newest-first' : 'oldest-first';
}
