import { Mail, MailOpen } from 'lucide-react';
import type { Notification } from '#contract/notification.ts';
import type { EpochMs } from '#contract/time.ts';
import { CopyButton } from '#renderer/records/CopyButton.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { PartsTable } from '#renderer/records/PartsTable.tsx';
import { RecordFoot } from '#renderer/records/RecordFoot.tsx';
import { RecordHead } from '#renderer/records/RecordHead.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { readMark } from '#renderer/state/presses.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { LongText } from '#renderer/ui/LongText.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { aboutWord, headline } from './model.ts';

interface NotificationRecordProps {
  readonly notification: Notification;
  readonly fetchedAt: EpochMs | null;
  readonly onClose: () => void;
}

/** A notification with every field it has. Looking at it marks nothing as read. */
export function NotificationRecord({ notification, fetchedAt, onClose }: NotificationRecordProps) {
  const text = useText();
  const readWord = text(notification.read ? 'notification.read' : 'notification.unread');
  const marks = (
    <span data-strong={notification.read ? undefined : ''}>
      <StatusMark shape={notification.read ? 'ring' : 'filled'} />
      {readWord}
    </span>
  );
  return (
    <>
      <RecordHead
        onClose={onClose}
        marks={marks}
        name={headline(notification) || text('notification.untitled')}
        actions={
          <>
            <ReadButton notification={notification} />
            <CopyButton label={text('record.copyId')} value={notification.id} />
          </>
        }
      />
      <div className="record-scroll">
        <Flags flags={notification.flags} />
        <Section title={text('notification.text')}>
          <TextValue value={notification.text} />
        </Section>
        <NotificationFacts notification={notification} readWord={readWord} />
        <NotificationButtons buttons={notification.buttons} />
        <Section title={text('notification.props')}>
          {notification.propsText === '' ? (
            <p className="absent">{text('record.empty')}</p>
          ) : (
            <LongText
              isCode
              text={notification.propsText}
              moreLabel={(count) => text('record.showRest', { count })}
            />
          )}
        </Section>
        <RecordFoot kind="notification" id={notification.id} fetchedAt={fetchedAt} />
      </div>
    </>
  );
}

function ReadButton({ notification }: Pick<NotificationRecordProps, 'notification'>) {
  const text = useText();
  const { outbox } = useDesk();
  const { id, read } = notification;
  return (
    <Button
      size="small"
      icon={<Icon of={read ? Mail : MailOpen} size={14} />}
      onPress={() => void outbox.press(readMark(id, !read))}
    >
      {text(read ? 'notification.markUnread' : 'notification.markRead')}
    </Button>
  );
}

interface NotificationFactsProps {
  readonly notification: Notification;
  readonly readWord: string;
}

function NotificationFacts({ notification, readWord }: NotificationFactsProps) {
  const text = useText();
  return (
    <Facts>
      <Fact label={text('notification.about')}>
        {notification.aboutKind === '' ? (
          <span className="absent">{text('notification.aboutNothing')}</span>
        ) : (
          <span dir="auto">{aboutWord(notification.aboutKind)}</span>
        )}
      </Fact>
      <Fact label={text('notification.aboutId')}>
        <IdValue id={notification.aboutId} />
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

/** The buttons that the service sent, as text: where they lead is not known here. */
function NotificationButtons({ buttons }: Pick<Notification, 'buttons'>) {
  const text = useText();
  const [shown, more] = useSome(buttons);
  return (
    <Section title={text('notification.buttons')} count={buttons.length}>
      {buttons.length > 0 && (
        <>
          <p className="absent">{text('notification.buttonsHint')}</p>
          <PartsTable
            parts={shown}
            columns={[
              { label: text('notification.title'), renderCell: ({ title }) => <TextValue value={title} /> },
              { label: text('notification.link'), renderCell: ({ link }) => <TextValue value={link} /> },
            ]}
          />
          {more}
        </>
      )}
    </Section>
  );
}
