import { ChevronRight } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import type { BasicNotificationRow, Notification } from '#contract/notifications.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { InvalidFieldFlags } from '#renderer/shared/record/RecordHeader.tsx';
import { TextValue } from '#renderer/shared/record/FieldValue.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { NestedSections, Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';
import { NotificationLinkButtons, MarkReadButton } from './NotificationLinkButtons.tsx';
import styles from './inbox.module.css';
import { AppointmentCard } from '#renderer/shared/appointment/AppointmentCard.tsx';
import { NotificationPropsTree } from '#renderer/shared/record/props-tree/NotificationPropsTree.tsx';
import { getAboutKindLabel } from '#renderer/shared/labels.ts';

/** All notifications about the same object, newest first. Renders nothing if this is the only one. */
export function NotificationThread({ id }: { readonly id: string }) {
  const text = useText();
  const { calls, related, inbox } = useStores();
  const revision = useStore(related);
  const ask = useCallback((signal: AbortSignal) => calls['inbox.thread']({ id }, signal), [calls, id]);
  const query = useQueryResult(ask, revision);
  const thread = query.value;
  if (thread === null && query.error !== null)
    return (
      <Section title={text('inbox.thread.title')}>
        <QueryError query={query} sentence={text('inbox.thread.failed')} />
      </Section>
    );
  if (thread === null || thread.items.length < 2) return null;
  const unread = thread.items.filter(({ read }) => !read);
  return (
    <Section title={text('inbox.thread.title')} count={thread.items.length}>
      <ol className={styles.thread}>
        {thread.items.map((row) => (
          <li key={row.id}>
            {row.id === id ? (
              <div className={styles.threadLine} aria-current="true">
                <ThreadText row={row} note={text('inbox.thread.this')} />
              </div>
            ) : (
              <CollapsedEarlierNotification row={row} />
            )}
          </li>
        ))}
      </ol>
      <QueryError query={query} sentence={text('inbox.thread.stale')} />
      {thread.isCut && <p className="muted">{text('inbox.thread.cut', { count: thread.items.length })}</p>}
      {unread.length > 1 && (
        <div data-acts-on-many="">
          <Button size="small" onPress={() => inbox.markThreadRead(unread.map((each) => each.id))}>
            {text('inbox.thread.markRead', { count: unread.length })}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface ThreadTextProps {
  readonly row: BasicNotificationRow;
  /** A text that is shown below the notification's time. */
  readonly note?: string;
}

function ThreadText({ row, note }: ThreadTextProps) {
  const text = useText();
  const { dateTime } = useDateFormat();
  return (
    <>
      <span className={styles.threadMark}>
        <StatusMark shape={row.read ? 'ring' : 'filled'} />
        <span className="visually-hidden">
          {text(row.read ? 'notification.read' : 'notification.unread')}
        </span>
      </span>
      <bdi className={styles.threadTitle} data-strong={row.read ? undefined : ''}>
        {getNotificationHeadline(row) || text('notification.untitled')}
      </bdi>
      <span className={styles.threadWhen}>
        {row.createdAt !== null && dateTime(row.createdAt)}
        {note !== undefined && <span className={styles.threadNote}> {note}</span>}
      </span>
    </>
  );
}

/** Another notification of the thread, collapsed until the user expands it. */
function CollapsedEarlierNotification({ row }: { readonly row: BasicNotificationRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.threadLine}>
        <Icon shape={ChevronRight} size={14} />
        <ThreadText row={row} />
      </summary>
      {isOpen && <EarlierNotification id={row.id} />}
    </details>
  );
}

const SKELETON_HEIGHT = 32;

function EarlierNotification({ id }: { readonly id: string }) {
  const text = useText();
  const { calls, related } = useStores();
  const revision = useStore(related);
  const ask = useCallback((signal: AbortSignal) => calls['notifications.get']({ id }, signal), [calls, id]);
  const query = useQueryResult(ask, revision);
  const problem = <QueryError query={query} sentence={text('inbox.thread.oneFailed')} />;
  const found = query.value;
  if (found === null && query.error !== null) return problem;
  if (found === null) return <Skeleton label={text('record.loading')} rows={2} rowHeight={SKELETON_HEIGHT} />;
  const { record } = found;
  return (
    <div className={styles.threadNotification}>
      {problem}
      <InvalidFieldFlags flags={record.flags} />
      <TextValue value={record.text} />
      <NotificationLinkButtons buttons={record.buttons} shown={id} />
      <div>
        <MarkReadButton notification={record} />
      </div>
      <NestedSections>
        <NotificationSubject notification={record} />
      </NestedSections>
    </div>
  );
}

/** The object of a notification: an appointment as a card, anything else as a tree of fields. */
export function NotificationSubject({ notification }: { readonly notification: Notification }) {
  const text = useText();
  const { id, appointment, aboutKind, propsText } = notification;
  if (appointment !== null) return <AppointmentCard appointment={appointment} notification={id} />;
  return (
    <Section title={getAboutKindLabel(text, aboutKind) || text('notification.props')}>
      <NotificationPropsTree text={propsText} />
    </Section>
  );
}
