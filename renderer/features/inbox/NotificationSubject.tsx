import type { Notification } from '#contract/notifications.ts';
import { AppointmentCard } from '#renderer/shared/appointment/AppointmentCard.tsx';
import { NotificationPropsTree } from '#renderer/shared/record/props-tree/NotificationPropsTree.tsx';
import { humanizeCode } from '#renderer/shared/labels.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';

/** The object of a notification: an appointment as a card, anything else as a tree of fields. */
export function NotificationSubject({ notification }: { readonly notification: Notification }) {
  const text = useText();
  const { id, appointment, aboutKind, propsText } = notification;
  if (appointment !== null) return <AppointmentCard appointment={appointment} notification={id} />;
  return (
    <Section title={humanizeCode(aboutKind) || text('notification.props')}>
      <NotificationPropsTree text={propsText} />
    </Section>
  );
}
