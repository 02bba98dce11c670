import { useCallback } from 'react';
import { useStore } from 'zustand';
import { INBOX_LANGUAGE, type InboxRow as Row } from '#contract/inbox.ts';
import type { EpochMs } from '#contract/time.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { QueryListRows, usePicking } from '#renderer/records/query/QueryLines.tsx';
import { QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSearchedWords } from '#renderer/records/query/use-read-query.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { groupLabel } from './inbox-groups.ts';
import { InboxRow } from './InboxLine.tsx';
import { useInboxQuery } from './use-inbox-query.ts';

const NO_WORDS: readonly string[] = [];

/** The lines of the inbox, in every state they can be in. */
export function InboxRows() {
  const text = useText();
  const { browsers, inbox } = useStores();
  const query = useInboxQuery();
  // A line shows its text as it is: it needs no third line for where a word was found.
  const rowHeight = useRowHeight(NO_WORDS);
  return (
    <QueryRows
      list={browsers.notification.list}
      rowHeight={rowHeight}
      empty={
        <QueryEmpty
          kind="notification"
          list={browsers.notification.list}
          text={query.text}
          onText={(typed) => inbox.ask({ text: typed })}
          all={0}
          onShowAll={() => inbox.ask({ text: '' })}
          none={text('list.emptyNotifications')}
        />
      }
    >
      <Rows rowHeight={rowHeight} />
    </QueryRows>
  );
}

/** The heading of a line; another function when another day begins, and where days or the order are others. */
function useGroupOf(now: EpochMs): (row: Row) => string {
  const text = useText();
  const format = useFormat();
  const { unreadFirst } = useInboxQuery().order;
  const today = format.isoDay(now);
  return useCallback(
    (row: Row) => groupLabel(text, row, { format, today, unreadFirst }),
    [text, format, today, unreadFirst],
  );
}

function Rows({ rowHeight }: { readonly rowHeight: number }) {
  const text = useText();
  const now = useNow();
  const { browsers, inbox } = useStores();
  const browser = browsers.notification;
  const rows = useStore(browser.list.store, (state) => state.rows);
  const picking = usePicking(inbox.selection, rows);
  const query = useInboxQuery();
  const words = useSearchedWords(INBOX_LANGUAGE, query.text);
  const getGroup = useGroupOf(now);
  return (
    <QueryListRows
      label={text('place.notifications')}
      browser={browser}
      rowHeight={rowHeight}
      groupOf={getGroup}
      picking={picking}
    >
      {(row, { isFocused }) => (
        <InboxRow
          row={row}
          now={now}
          isUnderDay={!(query.order.unreadFirst && row.unread > 0)}
          words={words}
          isFocused={isFocused}
          isPicked={picking.picked.has(row.id)}
        />
      )}
    </QueryListRows>
  );
}
