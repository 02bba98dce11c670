import { useStore } from 'zustand';
import { SortMenu } from '#renderer/records/query/OrderMenu.tsx';
import { QueryCount } from '#renderer/records/query/QueryCount.tsx';
import { QueryPane } from '#renderer/records/query/QueryPane.tsx';
import { useDays } from '#renderer/records/query/use-days.ts';
import type { InboxSort } from '#renderer/state/inbox-query.ts';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { InboxPicks } from './InboxPicks.tsx';
import { InboxRows } from './InboxRows.tsx';
import { InboxTools } from './InboxTools.tsx';
import { MarkFoundRead } from './MarkFound.tsx';
import { MarkReadStrip } from './MarkStrip.tsx';
import { useInboxQuery } from './use-inbox-query.ts';
import './inbox.css';

const ORDERS = {
  unreadFirst: { unreadFirst: true },
  byTime: { unreadFirst: false },
} as const satisfies Readonly<Record<string, InboxSort>>;

/** The inbox: search, filters, how many there are, and the lines. */
export function InboxPane() {
  const { list } = useStores().browsers.notification;
  useDays(list.changed);
  return (
    <QueryPane
      className="inbox"
      list={list}
      tools={<InboxTools />}
      head={
        <div className="query-head">
          <InboxCount />
          <InboxPicks />
          <MarkReadStrip />
        </div>
      }
    >
      <InboxRows />
    </QueryPane>
  );
}

/** How many alerts there are and how many of them are unread, and in which order they stand. */
function InboxCount() {
  const text = useText();
  const { browsers, inbox, totals } = useStores();
  const query = useInboxQuery();
  const counts = useTrueCounts(
    'notification',
    browsers.notification.list,
    useStore(inbox.counts, (state) => (state.text === query.text ? state.counts : null)),
    ({ notifications }) => notifications,
  );
  const all = useStore(totals.store, (state) => state.unread);
  // Of the whole inbox it is the number that the rail shows, so that they cannot differ.
  const unread = query.text === '' ? (all?.count ?? counts?.unread) : counts?.unread;
  const words =
    counts === null
      ? null
      : [
          text('count.notifications', {
            count: counts.notifications,
            shown: countText(counts.notifications),
          }),
          text('inbox.unreadCount', { count: unread ?? 0 }),
        ].join(' · ');
  return (
    <QueryCount
      list={browsers.notification.list}
      words={words}
      text={query.text}
      onText={(typed) => inbox.ask({ text: typed })}
    >
      <MarkFoundRead />
      <SortMenu<InboxSort>
        orders={(['unreadFirst', 'byTime'] as const).map((id) => ({
          id,
          label: text(`inbox.orders.${id}`),
          order: ORDERS[id],
        }))}
        order={query.order}
        onOrder={(order) => inbox.ask({ order })}
      />
    </QueryCount>
  );
}
