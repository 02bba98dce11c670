import { Bell, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DayAttendeeRecords } from '#contract/day.ts';
import type { Kind } from '#contract/records.ts';
import { IdMenu } from '#renderer/shared/ids/IdMenu.tsx';
import { PendingStateLabel } from '#renderer/shared/pending/PendingBadge.tsx';
import {
  RequisitionStatusWithIcon,
  RequisitionTypeIcon,
  getRequisitionTypeLabel,
} from '#renderer/shared/record/requisition-status.tsx';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { OverdueText } from '#renderer/shared/record/OverdueText.tsx';
import { isDeadlinePast } from '#renderer/shared/record/review-labels.ts';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import styles from './day.module.css';

interface AttendeeBlockProps {
  readonly attendee: DayAttendeeRecords;
  readonly noShow: boolean;
}

/** One attendee and their open items; each row links to its record. */
export function AttendeeBlock({ attendee, noShow }: AttendeeBlockProps) {
  const text = useText();
  const { requisitions, forms, unread, isCut } = attendee;
  const isQuiet = requisitions.length + forms.length + unread.length === 0;
  return (
    <div className={styles.attendee}>
      <p className={styles.attendeeWho}>
        <IdMenu id={attendee.attendee} />
        {noShow && <span className={styles.attendeeNoShow}>{text('day.noShow')}</span>}
        {isQuiet && <span className={styles.attendeeNothing}>{text('day.nothing')}</span>}
      </p>
      {!isQuiet && (
        <ul>
          {requisitions.map((row) => (
            <RequisitionRowView key={row.id} row={row} />
          ))}
          {forms.map((row) => (
            <FormRowView key={row.id} row={row} />
          ))}
          {unread.map((row) => (
            <NotificationRowView key={row.id} row={row} />
          ))}
        </ul>
      )}
      {isCut && <p className="muted">{text('day.more')}</p>}
    </div>
  );
}

interface DayRowProps {
  readonly kind: Kind;
  readonly id: string;
  readonly icon: ReactNode;
  /** Text alternative of the icon. */
  readonly iconLabel: string;
  readonly name: string;
  readonly state: ReactNode;
  readonly time: ReactNode;
}

function DayRow({ kind, id, icon, iconLabel, name, state, time }: DayRowProps) {
  const open = useGoToRecord();
  return (
    <li>
      <PlainButton className={styles.dayLine} onPress={() => open(kind, id)}>
        {icon}
        <span className="visually-hidden">{iconLabel}</span>
        <bdi className={styles.dayLineName}>{name}</bdi>
        <span className={styles.dayLineState}>{state}</span>
        <span className={styles.dayLineWhen}>{time}</span>
      </PlainButton>
    </li>
  );
}

function RequisitionRowView({ row }: { readonly row: DayAttendeeRecords['requisitions'][number] }) {
  const text = useText();
  const { short } = useDateFormat();
  const now = useCurrentTime();
  const { reviewDeadline: due, statusSince: since } = row;
  const at = due ?? since;
  const time = at === null ? null : text(due === null ? 'day.since' : 'day.due', { when: short(at, now) });
  return (
    <DayRow
      kind="requisition"
      id={row.id}
      icon={<RequisitionTypeIcon type={row.type} size={14} />}
      iconLabel={joinTexts([text('day.requisition'), getRequisitionTypeLabel(text, row.type)], 'unit')}
      name={row.name || text('requisition.unnamed')}
      state={
        row.pending === null ? (
          <RequisitionStatusWithIcon {...row} />
        ) : (
          <PendingStateLabel state={row.pending} />
        )
      }
      time={
        isDeadlinePast(due, now) ? (
          <OverdueText deadline={due}>{text('day.overdue', { when: short(due, now) })}</OverdueText>
        ) : (
          time
        )
      }
    />
  );
}

function FormRowView({ row }: { readonly row: DayAttendeeRecords['forms'][number] }) {
  const text = useText();
  const { short } = useDateFormat();
  const now = useCurrentTime();
  return (
    <DayRow
      kind="form"
      id={row.id}
      icon={<Icon shape={FileText} size={14} />}
      iconLabel={text('day.form')}
      name={row.name || text('form.unnamed')}
      state={row.pending === null ? text('day.form') : <PendingStateLabel state={row.pending} />}
      time={row.requestedAt === null ? null : text('day.asked', { when: short(row.requestedAt, now) })}
    />
  );
}

function NotificationRowView({ row }: { readonly row: DayAttendeeRecords['unread'][number] }) {
  const text = useText();
  const { short } = useDateFormat();
  const now = useCurrentTime();
  return (
    <DayRow
      kind="notification"
      id={row.id}
      icon={<Icon shape={Bell} size={14} />}
      iconLabel={text('day.unread')}
      name={row.title || text('related.untitled')}
      state={text('day.unread')}
      time={row.createdAt === null ? null : short(row.createdAt, now)}
    />
  );
}
