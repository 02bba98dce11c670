import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { DaySheetEntry } from '#contract/day.ts';
import { AppointmentCard, listAddressLines } from '#renderer/shared/appointment/AppointmentCard.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getAppointmentStatusLabel } from '#renderer/shared/labels.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { useGoToRecord } from '#renderer/shared/use-open-record.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { AttendeeBlock } from './AttendeeBlock.tsx';
import { formatAppointmentFieldLabels } from './labels.ts';
import { listAppointmentTraits } from './model.ts';
import {
  isAppointmentCancelled,
  listAttendeesExceptHost,
  toStartAndEndTexts,
} from '#renderer/state/day/appointments.ts';
import styles from './day.module.css';

interface AppointmentProps {
  readonly dayAppointment: DaySheetEntry;
}

interface AppointmentRowProps extends AppointmentProps {
  /** The id of its element, to which the overview leads. */
  readonly elementId: string;
}

/**
 * One appointment: time, subject, location and host, followed by the attendees and their open items. It is rendered once,
 * not again for each appointment that is added to the list.
 */
export const DayListAppointmentRow = memo(function DayListAppointmentRow({
  dayAppointment,
  elementId,
}: AppointmentRowProps) {
  const text = useText();
  const { appointment } = dayAppointment;
  const [start, end] = toStartAndEndTexts(appointment, useDateFormat());
  const patients = listAttendeesExceptHost(dayAppointment);
  return (
    <li
      id={elementId}
      tabIndex={-1}
      className={styles.appointment}
      data-ended={isAppointmentCancelled(appointment) ? '' : undefined}
    >
      <p className={styles.appointmentTime}>
        <time>{start ?? text('day.noTime')}</time>
        {end !== null && <time>{end}</time>}
      </p>
      <div className={styles.appointmentBody}>
        <Headline dayAppointment={dayAppointment} />
        {dayAppointment.disputed.length > 0 && (
          <p className={styles.appointmentDisputed}>
            <Icon shape={TriangleAlert} size={14} />
            <span>
              {text('day.disputed', { fields: formatAppointmentFieldLabels(text, dayAppointment.disputed) })}
            </span>
          </p>
        )}
        {patients.length === 0 && <p className="muted">{text('day.noAttendees')}</p>}
        {patients.map((attendee) => (
          <AttendeeBlock
            key={attendee.attendee}
            attendee={attendee}
            noShow={appointment.attendees.some((each) => each.attendee === attendee.attendee && each.noShow)}
          />
        ))}
        <FullAppointment dayAppointment={dayAppointment} />
      </div>
    </li>
  );
});

function Headline({ dayAppointment: { appointment } }: AppointmentProps) {
  const text = useText();
  const status = getLatestAppointmentStatus(appointment);
  const words = listAppointmentTraits(appointment).map((kind) => text(`day.${kind}`));
  const place = listAddressLines(appointment.location).join(', ');
  return (
    <div className={styles.appointmentHead}>
      <h2>
        <bdi className={styles.appointmentName}>{appointment.name || text('day.unnamed')}</bdi>
        {words.map((word) => (
          <span key={word} className={styles.appointmentKind}>
            {word}
          </span>
        ))}
      </h2>
      {status !== '' && (
        <span className={styles.appointmentStatus} dir="auto">
          {getAppointmentStatusLabel(text, status)}
        </span>
      )}
      <p className={styles.appointmentWhere}>
        {appointment.host === '' ? text('day.noHost') : <NamedId id={appointment.host} show="end" />}
        {place !== '' && <> · {<bdi>{place}</bdi>}</>}
      </p>
    </div>
  );
}

function FullAppointment({ dayAppointment: { appointment, notification, toldAt } }: AppointmentProps) {
  const text = useText();
  const open = useGoToRecord();
  const { asOf } = useDateFormat();
  const now = useCurrentTime();
  return (
    <Disclosure
      title={text('day.whole')}
      {...(toldAt === null ? {} : { hint: text('day.toldAt', { when: asOf(toldAt, now) }) })}
    >
      {() => (
        <div className={styles.appointmentWhole}>
          <AppointmentCard appointment={appointment} notification={notification} />
          <div>
            <Button size="small" onPress={() => open('notification', notification)}>
              {text('day.openNotification')}
            </Button>
          </div>
        </div>
      )}
    </Disclosure>
  );
}
