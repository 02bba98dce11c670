import { parseDateSpan } from '#contract/search/date-range.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { getTimeDirection } from '#renderer/state/list/time-order.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { focusPane } from '#renderer/ui/panes.ts';
import { getCurrentListAndRecordStore } from './current-list.ts';

/** The list on screen, whose rows are in an order by time. */
interface ListByTime {
  readonly isNewestFirst: boolean;
  readonly moveToTime: (time: EpochMs) => Promise<void>;
}

/** Returns the order of the list of the current screen; null where the screen has no list. */
function getOrder({ view, worklist, formList, completions, inbox }: Stores): object | null {
  switch (view.store.getState().screen) {
    case 'requisitions':
      return worklist.list.store.getState().filter.order;
    case 'forms':
      return formList.list.store.getState().filter.order;
    case 'completion-requests':
      return completions.list.store.getState().filter.order;
    case 'notifications':
      return inbox.list.store.getState().filter.order;
    default:
      return null;
  }
}

function getListByTime(stores: Stores): ListByTime | null {
  const list = getCurrentListAndRecordStore(stores);
  const order = getOrder(stores);
  const direction = order === null ? null : getTimeDirection(order);
  if (list === null || direction === null) return null;
  return { isNewestFirst: direction === 'newest-first', moveToTime: list.moveToTime };
}

/** Returns whether the screen shows a list in an order by time, so that it can go to a date. */
export function canGoToDate(stores: Stores): boolean {
  return getListByTime(stores) !== null;
}

/**
 * Makes the first row of a day the current one in the list on screen; where that day has none, the next row in the
 * order of the list.
 * @param day for example `2026-03-12`
 * @param zone IANA name of the user's time zone, or `system`
 * @returns false where the day is none, or the screen has no list in an order by time
 */
export function goToDay(stores: Stores, day: string, zone: string): boolean {
  const list = getListByTime(stores);
  const span = /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? parseDateSpan(day, { now: toEpochMs(0), zone }, 'back')
    : null;
  if (list === null || span === null || span.from === null || span.until === null) return false;
  // Newest first, the first row of the day is the last one in time.
  void list.moveToTime(list.isNewestFirst ? toEpochMs(span.until - 1) : span.from);
  focusPane('list');
  return true;
}
