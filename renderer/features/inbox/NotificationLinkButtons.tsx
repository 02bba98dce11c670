import { Mail, MailOpen } from 'lucide-react';
import { useCallback } from 'react';
import { parseInAppLink, type InAppLinkTarget } from '#contract/links.ts';
import type { Notification } from '#contract/notifications.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { CopyButton } from '#renderer/shared/record/CopyButton.tsx';
import { TextValue } from '#renderer/shared/record/FieldValue.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithHint } from '#renderer/ui/ButtonWithHint.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import styles from './inbox.module.css';

// A button's title is short; longer text is truncated.
const TITLE_LENGTH = 80;

interface NotificationButtonsProps {
  readonly buttons: Notification['buttons'];
  /** Id of the notification that has the buttons. */
  readonly shown: string;
}

/**
 * The buttons of a notification: those with a target in Intray open it; the others show their link as text.
 */
export function NotificationLinkButtons({ buttons, shown }: NotificationButtonsProps) {
  const text = useText();
  const [first, more] = useEntriesWithShowMoreButton(buttons);
  if (buttons.length === 0) return null;
  return (
    <>
      <ul className={styles.notificationButtons} aria-label={text('notification.buttons')}>
        {first.map((button, index) => (
          // Buttons may be identical, so the position is the key.
          <li key={index}>
            <LinkButton {...button} shown={shown} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

interface LinkButtonProps {
  readonly link: string;
  readonly title: string;
  readonly shown: string;
}

function LinkButton({ link, title, shown }: LinkButtonProps) {
  const text = useText();
  const target = parseInAppLink(link);
  const name = truncateWithEllipsis(title.trim(), TITLE_LENGTH);
  switch (target.leadsTo) {
    case 'record':
    case 'patient':
      return <OpeningButton target={target} name={name} />;
    case 'object':
      return <CardButton target={target} name={name} link={link} shown={shown} />;
    case 'nothing':
      return <DisabledLink name={name} reason={text('notification.link.nothing')} />;
    case 'unknown':
      return (
        <DisabledLink name={name} reason={text('notification.link.unknown')} link={link}>
          <CopyButton label={text('notification.copyPath')} value={link} />
        </DisabledLink>
      );
    case 'odd':
      return <DisabledLink name={name} reason={text(`notification.link.${target.why}`)} link={link} />;
  }
}

interface DisabledLinkProps {
  readonly name: string;
  readonly reason: string;
  readonly link?: string;
  readonly children?: React.ReactNode;
}

/** A button of the service without a target in Intray: its label, the reason, and the link as text. */
function DisabledLink({ name, reason, link, children }: DisabledLinkProps) {
  const text = useText();
  return (
    <div className={styles.disabledLink}>
      <p>
        <bdi>{name || text('notification.noTitle')}</bdi> <span className="muted">{reason}</span>
      </p>
      {link !== undefined && <TextValue value={link} />}
      {children}
    </div>
  );
}

type OpenableTarget = Extract<InAppLinkTarget, { leadsTo: 'record' | 'patient' }>;

function formatOpening(text: TextFunction, target: OpenableTarget): string {
  return target.leadsTo === 'patient'
    ? text('notification.open.patient')
    : text(`notification.open.${target.kind}`);
}

function OpeningButton({ target, name }: { readonly target: OpenableTarget; readonly name: string }) {
  const text = useText();
  const { view } = useStores();
  const open = useGoToRecord();
  const words = formatOpening(text, target);
  return (
    <Button
      size="small"
      screenReaderDescription={name === '' ? undefined : words}
      onPress={() => {
        if (target.leadsTo === 'patient') view.openRelated(target.id);
        else open(target.kind, target.id);
      }}
    >
      <bdi>{name || words}</bdi>
    </Button>
  );
}

interface CardButtonProps extends LinkButtonProps {
  readonly target: Extract<InAppLinkTarget, { leadsTo: 'object' }>;
  readonly name: string;
}

/**
 * Button for an object that is known only from notifications. For an appointment it opens the newest
 * notification. For a message it is text, because Intray cannot do what the label ("Reply") promises.
 */
function CardButton({ target: { object, id }, name, link, shown }: Omit<CardButtonProps, 'title'>) {
  const text = useText();
  const { calls } = useStores();
  const openRecord = useGoToRecord();
  const ask = useCallback(
    (signal: AbortSignal) => calls['inbox.about']({ object, id }, signal),
    [calls, object, id],
  );
  const query = useQueryResult(ask);
  if (query.error !== null)
    return <QueryError query={query} sentence={text(`notification.card.failed.${object}`)} />;
  if (query.value === null) return null;

  const { notification } = query.value;
  const copy = <CopyButton label={text('notification.copyPath')} value={link} />;
  if (notification === null || notification === shown)
    return (
      <DisabledLink
        name={name}
        reason={text(`notification.card.${notification === null ? 'absent' : 'shown'}.${object}`)}
      >
        {copy}
      </DisabledLink>
    );

  const open = (): void => openRecord('notification', notification);
  if (object === 'appointment')
    return (
      <Button size="small" screenReaderDescription={text('notification.card.newest')} onPress={open}>
        <bdi>{name || text('notification.card.newest')}</bdi>
      </Button>
    );
  return (
    <DisabledLink name={name} reason={text('notification.card.newer')}>
      <span className={styles.notificationCardActions}>
        <Button size="small" onPress={open}>
          {text('notification.card.newest')}
        </Button>
        {copy}
      </span>
    </DisabledLink>
  );
}

interface MarkReadButtonProps {
  readonly notification: Notification;
  /** Whether the key of the current notification does the same: not where the button is of another one of its thread. */
  readonly hasKey?: boolean;
}

/** Marks one notification as read or unread. */
export function MarkReadButton({ notification, hasKey = false }: MarkReadButtonProps) {
  const { id, read, patient } = notification;
  const text = useText();
  const { inbox } = useStores();
  const keyLabel = useGetCommandKeyLabel();
  return (
    <ButtonWithHint
      size="small"
      icon={<Icon shape={read ? Mail : MailOpen} size={14} />}
      shortcut={hasKey ? keyLabel(read ? 'notification.unread' : 'notification.read') : undefined}
      onPress={() =>
        inbox.markNotification({ id, name: getNotificationHeadline(notification), patient }, !read)
      }
    >
      {text(read ? 'notification.markUnread' : 'notification.markRead')}
    </ButtonWithHint>
  );
}
