import type { Notification } from '#contract/notification.ts';
import type { EpochMs } from '#contract/time.ts';
import { CopyButton } from '#renderer/records/CopyButton.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { OpenableId } from '#renderer/records/OpenableId.tsx';
import { RecordFooter } from '#renderer/records/RecordFoot.tsx';
import { RecordHeader } from '#renderer/records/RecordHead.tsx';
import { serviceLabel } from '#renderer/records/service-words.ts';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { About } from './About.tsx';
import { headline } from './model.ts';
import { NotificationButtons } from './NotificationButtons.tsx';
import { ReadButton } from './ReadButton.tsx';
import { Thread } from './Thread.tsx';
import './notification.css';

interface NotificationRecordProps {
  readonly notification: Notification;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/** A notification with every field it has, and all others about the same. Looking at it marks nothing as read. */
export function NotificationRecord({ notification, fetchedAt, onClose }: NotificationRecordProps) {
  const text = useText();
  const { id, read, title } = notification;
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
        name={headline(notification) || text('notification.untitled')}
        actions={
          <>
            <ReadButton id={id} read={read} />
            <CopyButton label={text('record.copyId')} value={id} />
          </>
        }
      />
      <div className="record-scroll">
        <Flags flags={notification.flags} />
        <div className="alert-words">
          {/* Without a title the head shows the first line of it alone. */}
          {(title.trim() !== '' || notification.text.trim() !== '') && (
            <TextValue value={notification.text} />
          )}
          <NotificationButtons buttons={notification.buttons} shown={id} />
        </div>
        <Thread key={id} id={id} />
        <About notification={notification} />
        <Section title={text('notification.facts')}>
          <NotificationFacts notification={notification} readWord={readWord} />
        </Section>
        <RecordFooter kind="notification" id={id} fetchedAt={fetchedAt} />
      </div>
    </>
  );
}

interface NotificationFactsProps {
  readonly notification: Notification;
  readonly readWord: string;
}

function NotificationFacts({ notification, readWord }: NotificationFactsProps) {
  const text = useText();
  const { aboutKind, aboutId } = notification;
  return (
    <Facts>
      <Fact label={text('notification.about')}>
        {aboutKind === '' ? (
          <span className="absent">{text('inbox.aboutNothing')}</span>
        ) : (
          <span dir="auto">{serviceLabel(aboutKind)}</span>
        )}
      </Fact>
      <Fact label={text('notification.aboutId')}>
        {aboutId === '' ? <IdValue id="" /> : <OpenableId id={aboutId} />}
      </Fact>
      <Fact label={text('notification.user')}>
        <IdValue id={notification.user} />
      </Fact>
      <Fact label={text('notification.state')} mark={<UnsentMark of={['read']} />}>
        {readWord}
      </Fact>
      <Fact label={text('record.createdBy')}>
        <IdValue id={notification.createdBy} />
      </Fact>
      <Fact label={text('record.createdAt')}>
        <When at={notification.createdAt} />
      </Fact>
      <Fact label={text('record.id')}>
        <IdValue id={notification.id} />
      </Fact>
    </Facts>
  );
}
