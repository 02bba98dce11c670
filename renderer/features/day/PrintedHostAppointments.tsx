import { Fragment } from 'react';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { DaySheetEntry, DayAttendeeRecords } from '#contract/day.ts';
import { listAddressLines } from '#renderer/shared/appointment/AppointmentCard.tsx';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getAppointmentStatusLabel } from '#renderer/shared/labels.ts';
import { getRequisitionStatusLabel } from '#renderer/shared/record/requisition-status.tsx';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { DaySpan } from '#renderer/state/day/day-span.ts';
import { useText } from '#renderer/text/text.ts';
import { PrintTableHead, PrintTimestamp } from '#renderer/ui/PrintSheet.tsx';
import { formatAppointmentFieldLabels } from './labels.ts';
import { listAppointmentTraits, type HostAppointments } from './model.ts';
import { isAppointmentCancelled, toStartAndEndTexts } from '#renderer/state/day/appointments.ts';

interface PrintedHostAppointmentsProps {
  readonly hostDay: HostAppointments;
  readonly span: DaySpan;
  readonly stamp: string;
}

const COLUMNS = ['time', 'appointment', 'patient', 'requisitions', 'toDo'] as const;

/** The printed appointments of one host, starting on a new page; the header repeats on each page. */
export function PrintedHostAppointments({
  hostDay: { host, appointments },
  span,
  stamp,
}: PrintedHostAppointmentsProps) {
  const text = useText();
  const { wholeDay } = useDateFormat();
  return (
    <section>
      <table>
        <thead>
          <PrintTableHead columns={COLUMNS.length}>
            <strong>
              {text('sheet.day', { day: wholeDay(span.from) })} ·{' '}
              {host === '' ? text('day.noHost') : <NamedId id={host} show="end" />}
            </strong>{' '}
            <PrintTimestamp>{stamp}</PrintTimestamp>
          </PrintTableHead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {text(`sheet.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {appointments.map((dayAppointment) => (
          <Appointment key={dayAppointment.notification} dayAppointment={dayAppointment} />
        ))}
      </table>
      <p>{text('sheet.clinic')}</p>
    </section>
  );
}

function Appointment({ dayAppointment }: { readonly dayAppointment: DaySheetEntry }) {
  const people = dayAppointment.attendees.filter(({ isHost }) => !isHost);
  const [first, ...others] = people;
  return (
    <tbody>
      <tr>
        <Facts dayAppointment={dayAppointment} rows={Math.max(1, people.length)} />
        <Attendee attendee={first} />
      </tr>
      {others.map((attendee) => (
        <tr key={attendee.attendee}>
          <Attendee attendee={attendee} />
        </tr>
      ))}
    </tbody>
  );
}

function Facts({ dayAppointment, rows }: { readonly dayAppointment: DaySheetEntry; readonly rows: number }) {
  const text = useText();
  const { appointment, disputed } = dayAppointment;
  const [start, end] = toStartAndEndTexts(appointment, useDateFormat());
  const status = getLatestAppointmentStatus(appointment);
  const words = [
    ...listAppointmentTraits(appointment).map((kind) => text(`day.${kind}`)),
    ...(status === '' ? [] : [getAppointmentStatusLabel(text, status)]),
    ...listAddressLines(appointment.location),
  ];
  return (
    <>
      <td rowSpan={rows} data-column="time">
        {start ?? text('day.noTime')}
        {end !== null && <> – {end}</>}
      </td>
      <td rowSpan={rows}>
        <strong data-ended={isAppointmentCancelled(appointment) ? '' : undefined}>
          <bdi>{appointment.name || text('day.unnamed')}</bdi>
        </strong>
        <div>
          {words.map((word, index) => (
            <Fragment key={word}>
              {index > 0 && ' · '}
              <bdi>{word}</bdi>
            </Fragment>
          ))}
        </div>
        {disputed.length > 0 && (
          <div>{text('day.disputed', { fields: formatAppointmentFieldLabels(text, disputed) })}</div>
        )}
      </td>
    </>
  );
}

function Attendee({ attendee }: { readonly attendee: DayAttendeeRecords | undefined }) {
  const text = useText();
  const { date } = useDateFormat();
  if (attendee === undefined) return <td colSpan={3}>{text('day.noAttendees')}</td>;
  const { requisitions, forms, unread, isCut } = attendee;
  return (
    <>
      <td>
        <NamedId id={attendee.attendee} show="end" />
      </td>
      <td>
        {requisitions.map(({ id, name, status, reviewDeadline }) => (
          <div key={id}>
            {text(reviewDeadline === null ? 'sheet.item' : 'sheet.itemDue', {
              name: name || text('requisition.unnamed'),
              status: getRequisitionStatusLabel(text, status),
              when: reviewDeadline === null ? '' : date(reviewDeadline),
            })}
          </div>
        ))}
      </td>
      <td>
        {forms.map(({ id, name }) => (
          <div key={id}>
            ☐ <bdi>{name || text('form.unnamed')}</bdi>
          </div>
        ))}
        {unread.map(({ id, title }) => (
          <div key={id}>
            • <bdi>{title || text('related.untitled')}</bdi>
          </div>
        ))}
        {isCut && <div>{text('sheet.more')}</div>}
      </td>
    </>
  );
}
