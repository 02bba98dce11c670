import { useCallback } from 'react';
import { useStore } from 'zustand';
import { type InboxListRow as Row, INBOX_SEARCH_SYNTAX } from '#contract/notifications.ts';
import type { EpochMs } from '#contract/time.ts';
import { RecordListRows, useRowSelection } from '#renderer/shared/query/ListContent.tsx';
import { useSearchedWords } from '#renderer/shared/query/use-query.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import type { InboxQuery } from '#renderer/state/inbox/inbox-query.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import type { DateFormat } from '#renderer/ui/format.ts';
import { InboxRow } from './InboxRow.tsx';

interface Grouping {
  readonly format: Pick<DateFormat, 'isoDay' | 'date'>;
  /** A day in the time zone of the settings, as `2026-03-12`. */
  readonly today: string;
  readonly unreadFirst: boolean;
}

const DAY_MS = 86_400_000;

/**
 * The heading of a row: `Unread` if those are sorted first, otherwise the row's day in the user's time zone.
 */
export function formatGroupHeadingOfRow(
  text: TextFunction,
  { unread, createdAt, isBack }: Pick<Row, 'unread' | 'createdAt' | 'isBack'>,
  { format, today, unreadFirst }: Grouping,
): string {
  if (isBack) return text('inbox.group.back');
  if (unreadFirst && unread > 0) return text('inbox.group.unread');
  if (createdAt === null) return text('inbox.group.noDay');
  const age = Date.parse(today) - Date.parse(format.isoDay(createdAt));
  if (age === 0) return text('inbox.group.today');
  return age === DAY_MS ? text('inbox.group.yesterday') : format.date(createdAt);
}

/** Returns the current query of the inbox: search text and sort order. */
export function useInboxQuery(): InboxQuery {
  return useStore(useStores().inbox.list.store, ({ filter }) => filter);
}

/**
 * Returns the function that yields a row's heading; it is replaced when the day, the time zone or the sort
 * order changes.
 */
function useGroupOf(now: EpochMs): (row: Row) => string {
  const text = useText();
  const format = useDateFormat();
  const { unreadFirst } = useInboxQuery().order;
  const today = format.isoDay(now);
  return useCallback(
    (row: Row) => formatGroupHeadingOfRow(text, row, { format, today, unreadFirst }),
    [text, format, today, unreadFirst],
  );
}

/** The rows of the inbox, or its loading, empty or error state. */
export function InboxRows() {
  const text = useText();
  const now = useCurrentTime();
  const { browsers, inbox } = useStores();
  const query = useInboxQuery();
  const words = useSearchedWords(INBOX_SEARCH_SYNTAX, query.text);
  const picking = useRowSelection(inbox.selection, inbox.list);
  // A row shows its text as it is: no line of its own says where a word was found.
  return (
    <RecordListRows
      list={inbox}
      browser={browsers.notification}
      label={text('screen.notifications')}
      getGroup={useGroupOf(now)}
      picking={picking}
      none={text('list.emptyNotifications')}
    >
      {(row, { isFocused }) => (
        <InboxRow
          row={row}
          now={now}
          isUnderDay={!row.isBack && !(query.order.unreadFirst && row.unread > 0)}
          words={words}
          isFocused={isFocused}
          isPicked={picking.picked.has(row.id)}
        />
      )}
    </RecordListRows>
  );
}
