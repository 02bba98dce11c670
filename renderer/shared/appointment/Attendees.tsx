import type { Appointment } from '#contract/appointments.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { IdValue } from '../ids/IdMenu.tsx';
import { ObjectListTable } from '../record/FieldValue.tsx';
import { useEntriesWithShowMoreButton } from '../use-partial-list.tsx';
import { DateTime } from '../record/date-time.tsx';
import { ReferenceValue, ServiceCodeText } from './References.tsx';
import styles from './appointment.module.css';

/** The attendees: whether they came, and their payment status. */
export function Attendees({ appointment }: { readonly appointment: Appointment }) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(appointment.attendees);
  return (
    <Section title={text('appointment.attendees')} count={appointment.attendees.length}>
      <ObjectListTable
        parts={shown}
        columns={[
          {
            label: text('appointment.attendee'),
            renderCell: (each) => (
              <>
                <IdValue id={each.attendee} />
                <AttendeeMore attendee={each} appointmentId={appointment.id} />
              </>
            ),
          },
          {
            label: text('appointment.attendance'),
            width: 'word',
            renderCell: ({ attendanceStatus }) => <ServiceCodeText word={attendanceStatus} />,
          },
          {
            label: text('appointment.payment'),
            width: 'word',
            renderCell: ({ paymentStatus }) => <ServiceCodeText word={paymentStatus} />,
          },
          {
            label: text('appointment.noShow'),
            width: 'narrow',
            renderCell: ({ noShow }) => text(noShow ? 'record.yes' : 'record.no'),
          },
          {
            label: text('record.updatedAt'),
            renderCell: ({ lastUpdatedAt }) => <DateTime at={lastUpdatedAt} />,
          },
        ]}
      />
      {more}
    </Section>
  );
}

interface AttendeeMoreProps {
  readonly attendee: Appointment['attendees'][number];
  /** Id of the appointment; an attendee who belongs to another one is labelled. */
  readonly appointmentId: string;
}

/** Id and account of an attendee, and the appointment that they belong to if it is another one. */
function AttendeeMore({ attendee: { id, account, appointment }, appointmentId }: AttendeeMoreProps) {
  const text = useText();
  return (
    <div className={styles.appointmentMore}>
      {id !== '' && <span>{text('appointment.number', { id })}</span>}
      {account !== null && (
        <span>
          {text('appointment.account')} <ReferenceValue reference={account} />
        </span>
      )}
      {appointment !== '' && appointment !== appointmentId && (
        <span>
          {text('appointment.ofAnother')} <IdValue id={appointment} />
        </span>
      )}
    </div>
  );
}
