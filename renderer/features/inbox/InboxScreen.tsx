import { Mail, MailOpen } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { hasConflictingDayFilters, INBOX_SEARCH_SYNTAX } from '#contract/notifications.ts';
import { ExportButton } from '#renderer/shared/ExportButton.tsx';
import { ListAndRecordScreen } from '#renderer/shared/ListAndRecordScreen.tsx';
import { SearchFilterMenu, SearchProblemsAndChips } from '#renderer/shared/query/QueryChips.tsx';
import { ListPane } from '#renderer/shared/query/ListContent.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { useOwnUserId } from '#renderer/shared/record/review-labels.ts';
import { ListTools, SortMenu } from '#renderer/shared/query/ListTools.tsx';
import { SavedViewsMenu } from '#renderer/shared/query/SavedViewsMenu.tsx';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { useParsedSearch } from '#renderer/shared/query/use-query.ts';
import { BUILT_IN_INBOX_VIEWS, type InboxSort } from '#renderer/state/inbox/inbox-query.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import { useInboxQuery, InboxRows } from './InboxRows.tsx';
import { MarkResultsReadMenu, MarkReadProgressStrip } from './MarkProgress.tsx';
import { NotificationRecord } from './NotificationRecord.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { SnoozeSelectedMenu } from './SnoozeMenu.tsx';
import { UtcDateFilters } from './UtcDateFilters.tsx';
import { formatInboxChip, createInboxFilterMenus } from './inbox-filters.ts';
import styles from '#renderer/shared/query/query.module.css';
import { Status } from '#renderer/ui/Status.tsx';

/** The actions for the selected notifications. */
function SelectedNotificationActions() {
  const text = useText();
  const { inbox } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return (
    <SelectionBar selection={inbox.selection}>
      <ButtonWithHint
        size="small"
        icon={<Icon shape={MailOpen} size={14} />}
        shortcut={keyLabel('notification.read')}
        onPress={() => inbox.markSelectedRead(true)}
      >
        {text('notification.markRead')}
      </ButtonWithHint>
      <ButtonWithHint
        size="small"
        icon={<Icon shape={Mail} size={14} />}
        shortcut={keyLabel('notification.unread')}
        onPress={() => inbox.markSelectedRead(false)}
      >
        {text('notification.markUnread')}
      </ButtonWithHint>
      <SnoozeSelectedMenu />
    </SelectionBar>
  );
}

const MAX_RECIPIENTS = 12;

/** The recipients of the visible notifications; while there are none, those of the previous rows. */
function useRecipients(): readonly string[] {
  const rows = useStore(useStores().inbox.list.store, (state) => state.rows);
  const found = [...new Set(rows.map(({ user }) => user))].filter((user) => user !== '');
  const [known, setKnown] = useState<readonly string[]>(found);
  if (found.length > 0 && found.join() !== known.join()) setKnown(found);
  return known.slice(0, MAX_RECIPIENTS);
}

const ORDERS = {
  unreadFirst: { unreadFirst: true },
  byTime: { unreadFirst: false },
} as const satisfies Readonly<Record<string, InboxSort>>;

/** Search and filters of the inbox. */
function InboxTools() {
  const text = useText();
  const { inbox } = useStores();
  const { text: search, order } = useInboxQuery();
  const recipients = useRecipients();
  const ownUser = useOwnUserId();
  return (
    <ListTools
      list={inbox}
      label={text('inbox.search')}
      beside={
        <>
          <SearchFilterMenu
            list={inbox}
            createMenus={(labels) => createInboxFilterMenus(labels, recipients, ownUser)}
          />
          <UtcDateFilters text={search} onText={inbox.search} />
          <SortMenu
            orders={ORDERS}
            orderLabel={(id) => text(`inbox.orders.${id}`)}
            order={order}
            onOrder={(chosen) => inbox.updateQuery({ order: chosen })}
          />
          <SavedViewsMenu
            of={inbox}
            builtIn={BUILT_IN_INBOX_VIEWS.map((view) => ({ ...view, label: text('snooze.view') }))}
          />
        </>
      }
    >
      <SearchProblemsAndChips list={inbox} language={INBOX_SEARCH_SYNTAX} formatChip={formatInboxChip}>
        <ForeignDay />
      </SearchProblemsAndChips>
    </ListTools>
  );
}

/** Explains that a UTC day filter cannot be combined with others. */
function ForeignDay() {
  const text = useText();
  const { terms } = useParsedSearch(INBOX_SEARCH_SYNTAX, useInboxQuery().text);
  return (
    <Status as="div" className={styles.queryProblems}>
      {hasConflictingDayFilters(terms) && <p>{text('inbox.foreignDay')}</p>}
    </Status>
  );
}

/** The inbox: search, filters, counts and rows. */
function InboxPane() {
  return (
    <ListPane
      list={useStores().inbox.list}
      tools={<InboxTools />}
      head={
        <div className={styles.queryHead}>
          <InboxCount />
          <SelectedNotificationActions />
          <MarkReadProgressStrip />
        </div>
      }
    >
      <InboxRows />
    </ListPane>
  );
}

/** The number of notifications, how many of those for the user are unread, and how many are for others. */
function InboxCount() {
  const text = useText();
  const { inbox, totals } = useStores();
  const { text: search } = useInboxQuery();
  const counts = useListCounts(inbox).current;
  const all = useStore(totals.store, (state) => state.unread);
  // Without a search this uses the same number as the navigation rail, so that the two cannot differ.
  const ownUnread = counts === null ? 0 : counts.unread - counts.others.unread;
  const unread = search === '' ? (all?.count ?? ownUnread) : ownUnread;
  const others = counts?.others.notifications ?? 0;
  const words =
    counts === null
      ? null
      : [
          text('count.notifications', {
            count: counts.notifications,
            shown: formatCount(counts.notifications),
          }),
          text('inbox.unreadCount', { count: unread }),
          ...(others > 0 ? [text('inbox.othersCount', { count: others })] : []),
        ];
  return (
    <ListSummary list={inbox} words={words} look="shown">
      <ExportButton
        look="icon"
        label={text('export.csv')}
        hint={text('export.notificationsHint')}
        reason={
          counts === null
            ? text('export.counting')
            : counts.notifications === 0
              ? text('export.nothing')
              : null
        }
        save={inbox.exportFound}
      />
      <span data-acts-on-many="">
        <MarkResultsReadMenu />
      </span>
    </ListSummary>
  );
}

/** The inbox beside the open notification. */
export function InboxScreen() {
  const text = useText();
  const browser = useStores().browsers.notification;
  return (
    <ListAndRecordScreen
      title={text('screen.notifications')}
      kind="notification"
      browser={browser}
      list={
        <>
          <InboxPane />
          <SnoozeDialog />
        </>
      }
    >
      {(notification, fetchedAt) => (
        <NotificationRecord notification={notification} fetchedAt={fetchedAt} onClose={browser.close} />
      )}
    </ListAndRecordScreen>
  );
}
