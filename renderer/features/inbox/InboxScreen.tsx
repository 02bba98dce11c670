import { Mail, MailOpen } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { hasForeignDay, INBOX_LANGUAGE } from '#contract/notifications.ts';
import { SplitScreen } from '#renderer/shared/SplitScreen.tsx';
import { useIdLabels, QueryChips } from '#renderer/shared/query/QueryChips.tsx';
import { QueryPane } from '#renderer/shared/query/QueryRows.tsx';
import { QueryProblems, QueryCount, useTrueCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { QuerySearch, SortMenu } from '#renderer/shared/query/QueryTools.tsx';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { useReadQuery, useDays } from '#renderer/shared/query/use-query.ts';
import { RecordPane } from '#renderer/shared/record/RecordPane.tsx';
import type { InboxSort } from '#renderer/state/inbox/inbox.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { countText } from '#renderer/ui/format.ts';
import { useInboxQuery, InboxRows } from './InboxRows.tsx';
import { MarkFoundRead, MarkReadStrip } from './MarkProgress.tsx';
import { NotificationRecord } from './NotificationRecord.tsx';
import { UtcDates } from './UtcDates.tsx';
import { inboxChipLabel, inboxMenus } from './inbox-filters.ts';
import './inbox.css';

/** The actions for the selected notifications. */
function InboxPicks() {
  const text = useText();
  const { inbox } = useStores();
  return (
    <SelectionBar marks={inbox.selection}>
      <Button size="small" icon={<Icon of={MailOpen} size={14} />} onPress={() => inbox.markPickedRead(true)}>
        {text('notification.markRead')}
      </Button>
      <Button size="small" icon={<Icon of={Mail} size={14} />} onPress={() => inbox.markPickedRead(false)}>
        {text('notification.markUnread')}
      </Button>
    </SelectionBar>
  );
}

const MAX_RECIPIENTS = 12;

/** The recipients of the visible notifications; while there are none, those of the previous rows. */
function useRecipients(): readonly string[] {
  const rows = useStore(useStores().browsers.notification.list.store, (state) => state.rows);
  const found = [...new Set(rows.map(({ user }) => user))].filter((user) => user !== '');
  const [known, setKnown] = useState<readonly string[]>(found);
  if (found.length > 0 && found.join() !== known.join()) setKnown(found);
  return known.slice(0, MAX_RECIPIENTS);
}

/** Search and filters of the inbox. */
function InboxTools() {
  const text = useText();
  const { inbox } = useStores();
  const query = useInboxQuery();
  const idLabels = useIdLabels();
  const recipients = useRecipients();
  const onText = useCallback((typed: string) => inbox.ask({ text: typed }), [inbox]);
  const search = { language: INBOX_LANGUAGE, text: query.text };
  const words = { text, idLabels };
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('inbox.search')} text={query.text} onText={onText} />
        <UtcDates text={query.text} onText={onText} />
      </div>
      <QueryProblems {...search} />
      <ForeignDay />
      <QueryChips
        {...search}
        onText={onText}
        menus={inboxMenus(words, recipients)}
        toText={(term, typed) => inboxChipLabel(words, term, typed)}
      />
    </div>
  );
}

/** Explains that a UTC day filter cannot be combined with others. */
function ForeignDay() {
  const text = useText();
  const { terms } = useReadQuery(INBOX_LANGUAGE, useInboxQuery().text);
  return (
    <div className="query-problems" aria-live="polite">
      {hasForeignDay(terms) && <p>{text('inbox.foreignDay')}</p>}
    </div>
  );
}

const ORDERS = {
  unreadFirst: { unreadFirst: true },
  byTime: { unreadFirst: false },
} as const satisfies Readonly<Record<string, InboxSort>>;

/** The inbox: search, filters, counts and rows. */
function InboxPane() {
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

/** The number of notifications, how many are unread, and the sort order. */
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
  // Without a search this uses the same number as the navigation rail, so that the two cannot differ.
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

/** The inbox beside the open notification. */
export function NotificationsScreen() {
  const text = useText();
  const browser = useStores().browsers.notification;
  return (
    <SplitScreen
      title={text('place.notifications')}
      selection={browser.selection}
      list={<InboxPane />}
      record={
        <RecordPane kind="notification" browser={browser}>
          {(notification, fetchedAt) => (
            <NotificationRecord notification={notification} fetchedAt={fetchedAt} onClose={browser.close} />
          )}
        </RecordPane>
      }
    />
  );
}
