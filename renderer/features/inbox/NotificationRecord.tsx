import type { Notification } from '#contract/notifications.ts';
import type { EpochMs } from '#contract/time.ts';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import {
  InvalidFieldFlags,
  RecordFooter,
  RecordHeader,
  ActionGroup,
  RecordBody,
} from '#renderer/shared/record/RecordHeader.tsx';
import { PrintRecordButton } from '#renderer/shared/record/PrintRecordButton.tsx';
import { IdValue, OpenableId } from '#renderer/shared/ids/IdMenu.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getAboutKindLabel } from '#renderer/shared/labels.ts';
import { TextValue } from '#renderer/shared/record/FieldValue.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { DateTime } from '#renderer/shared/record/date-time.tsx';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';
import { NotificationLinkButtons, MarkReadButton } from './NotificationLinkButtons.tsx';
import { SnoozeMenu, SnoozeNotice } from './SnoozeMenu.tsx';
import { NotificationThread, NotificationSubject } from './NotificationThread.tsx';
import styles from './inbox.module.css';

interface NotificationRecordProps {
  readonly notification: Notification;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/**
 * A notification with all its fields, and the others about the same object. Viewing it does not mark it as
 * read.
 */
export function NotificationRecord({ notification, fetchedAt, onClose }: NotificationRecordProps) {
  const text = useText();
  const { id, read, title, patient } = notification;
  const headline = getNotificationHeadline(notification);
  const readWord = text(read ? 'notification.read' : 'notification.unread');
  return (
    <>
      <RecordHeader
        onClose={onClose}
        marks={
          <span data-strong={read ? undefined : ''}>
            <StatusMark shape={read ? 'ring' : 'filled'} />
            {readWord}
          </span>
        }
        name={headline || text('notification.untitled')}
        about={
          patient !== '' && (
            <>
              {text('requisition.patient')} <NamedId id={patient} show="end" />
            </>
          )
        }
        actions={
          <ActionGroup>
            <MarkReadButton notification={notification} hasKey />
            <SnoozeMenu rows={{ ids: [id], name: headline, patient, isSnoozed: false }} />
            <PrintRecordButton id={id} />
            <CopyButton label={text('record.copyId')} value={id} />
          </ActionGroup>
        }
      />
      <RecordBody>
        <SnoozeNotice key={`snooze ${id}`} id={id} name={headline} patient={patient} />
        <InvalidFieldFlags flags={notification.flags} />
        <div className={styles.notificationText}>
          {/* Without a title, the heading shows only the first line of the text. */}
          {(title.trim() !== '' || notification.text.trim() !== '') && (
            <TextValue value={notification.text} />
          )}
          <NotificationLinkButtons buttons={notification.buttons} shown={id} />
        </div>
        <NotificationThread key={id} id={id} />
        <NotificationSubject notification={notification} />
        <Section title={text('notification.facts')}>
          <NotificationFacts notification={notification} readWord={readWord} />
        </Section>
        <RecordFooter kind="notification" id={id} fetchedAt={fetchedAt} />
      </RecordBody>
    </>
  );
}

interface NotificationFactsProps {
  readonly notification: Notification;
  readonly readWord: string;
}

function NotificationFacts({ notification, readWord }: NotificationFactsProps) {
  const text = useText();
  const { aboutKind, aboutId, patient } = notification;
  return (
    <LabelledValueList>
      <LabelledValue label={text('notification.about')}>
        {aboutKind === '' ? (
          <span className="muted">{text('inbox.aboutNothing')}</span>
        ) : (
          <span dir="auto">{getAboutKindLabel(text, aboutKind)}</span>
        )}
      </LabelledValue>
      <LabelledValue label={text('notification.aboutId')}>
        {aboutId === '' ? <IdValue id="" /> : <OpenableId id={aboutId} />}
      </LabelledValue>
      {patient !== '' && (
        <LabelledValue label={text('requisition.patient')}>
          <IdValue id={patient} />
        </LabelledValue>
      )}
      <LabelledValue label={text('notification.user')}>
        <IdValue id={notification.user} />
      </LabelledValue>
      <LabelledValue label={text('notification.state')} mark={<UnsentFieldMark of={['read']} />}>
        {readWord}
      </LabelledValue>
      <LabelledValue label={text('record.createdBy')}>
        <IdValue id={notification.createdBy} />
      </LabelledValue>
      <LabelledValue label={text('record.createdAt')}>
        <DateTime at={notification.createdAt} />
      </LabelledValue>
      <LabelledValue label={text('record.id')}>
        <IdValue id={notification.id} />
      </LabelledValue>
    </LabelledValueList>
  );
}
