import { useStore } from 'zustand';
import { ListPane } from '#renderer/records/ListPane.tsx';
import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { ChipGroup } from '#renderer/ui/Chip.tsx';
import { NotificationLine } from './NotificationLine.tsx';
import { NotificationRecord } from './NotificationRecord.tsx';

/** The notifications beside the one that is open. */
export function NotificationsScreen() {
  const text = useText();
  const now = useNow();
  const browser = useDesk().browsers.notification;
  return (
    <SplitScreen
      title={text('place.notifications')}
      selection={browser.selection}
      list={
        <ListPane
          kind="notification"
          browser={browser}
          label={text('place.notifications')}
          countLabel={(count) => text('count.notifications', count)}
          tools={<UnreadFilter />}
        >
          {(row, { isFocused }) => <NotificationLine row={row} now={now} isFocused={isFocused} />}
        </ListPane>
      }
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

function UnreadFilter() {
  const text = useText();
  const { list } = useDesk().browsers.notification;
  const filter = useStore(list.store, (state) => state.filter);
  return (
    <ChipGroup
      label={text('list.filters')}
      choices={[{ value: 'unread', label: text('filter.unread') }]}
      chosen={filter.unread === true ? 'unread' : null}
      onChoose={(value) => list.setFilter(value === null ? {} : { unread: true })}
    />
  );
}
