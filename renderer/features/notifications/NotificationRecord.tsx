import type { Notification } from '#contract/notification.ts';
import type { EpochMs } from '#contract/time.ts';
import { CopyButton } from '#renderer/records/CopyButton.tsx';
import { Flags } from '#renderer/records/Flags.tsx';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { RecordFoot } from '#renderer/records/RecordFoot.tsx';
import { RecordHead } from '#renderer/records/RecordHead.tsx';
import { TextValue } from '#renderer/records/TextValue.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { LongText } from '#renderer/ui/LongText.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { aboutWord, headline } from './model.ts';

interface NotificationRecordProps {
  readonly notification: Notification;
  readonly fetchedAt: EpochMs;
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
        actions={<CopyButton label={text('record.copyId')} value={notification.id} />}
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
      <Fact label={text('notification.state')}>{readWord}</Fact>
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
          <table className="parts">
            <thead>
              <tr>
                <th>{text('notification.title')}</th>
                <th>{text('notification.link')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((button, index) => (
                <tr key={`${button.link} ${index}`}>
                  <td>
                    <TextValue value={button.title} />
                  </td>
                  <td>
                    <TextValue value={button.link} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {more}
        </>
      )}
    </Section>
  );
}
