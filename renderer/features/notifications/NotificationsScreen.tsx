import { RecordPane } from '#renderer/records/RecordPane.tsx';
import { SplitScreen } from '#renderer/records/SplitScreen.tsx';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { InboxPane } from './InboxPane.tsx';
import { NotificationRecord } from './NotificationRecord.tsx';

/** The inbox beside the alert that is open. */
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
