import {
  Bell,
  Calendar,
  Check,
  ClipboardList,
  FileText,
  MessageSquare,
  Pill,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';
import type { InboxListRow as Row } from '#contract/notifications.ts';
import type { EpochMs } from '#contract/time.ts';
import { ListRow } from '#renderer/shared/query/ListRow.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getAboutKindLabel } from '#renderer/shared/labels.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Highlighted } from '#renderer/ui/Highlighted.tsx';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';
import styles from './inbox.module.css';

interface InboxRowProps {
  readonly row: Row;
  readonly now: EpochMs;
  /** The row is below the heading of its day. */
  readonly isUnderDay: boolean;
  readonly isFocused: boolean;
  readonly isPicked: boolean;
  /** The search words, to highlight them. */
  readonly words: readonly string[];
}

// A Map, not an object: the kind is text from the service, and `constructor` must not match.
const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['appointment', Calendar],
  ['message', MessageSquare],
  ['form', FileText],
  ['requisition', ClipboardList],
  ['prescription', Pill],
]);

/** One row of the inbox. Unread is shown by font weight and a dot, not by color alone. */
export const InboxRow = memo(function InboxRow({
  row,
  now,
  isUnderDay,
  isFocused,
  isPicked,
  words,
}: InboxRowProps) {
  const text = useText();
  const kind = getAboutKindLabel(text, row.aboutKind);
  const hasPatient = row.patient !== '';
  const grouped = <GroupedCount row={row} />;
  return (
    <ListRow
      look="message"
      icon={<Icon shape={isPicked ? Check : (ICONS.get(row.aboutKind) ?? Bell)} />}
      iconLabel={isPicked ? text('worklist.row.picked') : kind}
      lead={hasPatient && <NamedId id={row.patient} show="end" fit="line" />}
      name={getNotificationHeadline(row) || text('notification.untitled')}
      words={words}
      isStrong={row.unread > 0}
      row={row}
      isFocused={isFocused}
      aside={
        <>
          {!hasPatient && grouped} <RowTime at={row.createdAt} now={now} isUnderDay={isUnderDay} />
        </>
      }
      about={
        row.title.trim() !== '' && (
          <span dir="auto">
            <Highlighted text={row.text} words={words} />
          </span>
        )
      }
      state={
        <>
          {/* The first line is the patient's: a name is not cut for a number. */}
          {hasPatient && grouped}
          <RowSnooze row={row} now={now} />
          {kind !== '' && (
            <span className={styles.inboxKind} dir="auto">
              {kind}
            </span>
          )}
          {row.user !== '' && <NamedId id={row.user} show="end" fit="line" />}
        </>
      }
    />
  );
});

/** Until when a row is snoozed, or that its time has come. */
function RowSnooze({ row: { snoozedUntil, isBack }, now }: Pick<InboxRowProps, 'row' | 'now'>) {
  const text = useText();
  const { short } = useDateFormat();
  if (isBack) return <span className={styles.snoozeMark}>{text('snooze.rowBack')}</span>;
  if (snoozedUntil === null) return null;
  return (
    <span className={styles.snoozeMark}>{text('snooze.rowUntil', { when: short(snoozedUntil, now) })}</span>
  );
}

/** The number of notifications grouped in a row, and how many of them are unread. */
function GroupedCount({ row: { notifications: alerts, unread } }: Pick<InboxRowProps, 'row'>) {
  const text = useText();
  if (alerts === 1)
    return unread > 0 && <span className="visually-hidden">{text('notification.unread')}</span>;
  const all = text('inbox.notifications', { count: alerts });
  return (
    <span className={styles.inboxGrouped}>
      {unread === 0 ? all : joinTexts([all, text('inbox.unreadCount', { count: unread })], 'unit')}
    </span>
  );
}

interface RowTimeProps extends Pick<InboxRowProps, 'now' | 'isUnderDay'> {
  readonly at: EpochMs | null;
}

/**
 * The time of a notification; only the time of day if the heading above the row shows the day. Screen readers
 * get the full date.
 */
function RowTime({ at, now, isUnderDay }: RowTimeProps) {
  const { short, time, date } = useDateFormat();
  if (at === null) return null;
  if (!isUnderDay) return short(at, now);
  return (
    <>
      <span className="visually-hidden">{date(at)}, </span>
      {time(at)}
    </>
  );
}
