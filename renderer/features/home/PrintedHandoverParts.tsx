import type { ReactNode } from 'react';
import type { DaySheetEntry } from '#contract/day.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { DateTime, useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { listAttendeesExceptHost, toStartAndEndTexts } from '#renderer/state/day/appointments.ts';
import type {
  DueReminder,
  DueReminders,
  RemainingAppointments,
  UnsentOnSheet,
} from '#renderer/state/home/handover-content.ts';
import { type TextFunction, useText } from '#renderer/text/text.ts';
import { PrintTableHead } from '#renderer/ui/PrintSheet.tsx';

const REMINDER_COLUMNS = ['due', 'about', 'patient', 'note'] as const;
const UNSENT_COLUMNS = ['saved', 'change', 'about', 'patient', 'state'] as const;
const APPOINTMENT_COLUMNS = ['time', 'appointment', 'patient', 'host'] as const;

interface PrintedPartProps {
  readonly heading: string;
  /** The headings of the columns. */
  readonly columns: readonly string[];
  /** What is said where there are no rows. */
  readonly none: string;
  readonly rows: readonly ReactNode[];
}

/** A table of the sheet; where it has no rows, a sentence says so. */
function PrintedPart({ heading, columns, none, rows }: PrintedPartProps) {
  return (
    <section>
      <table>
        <thead>
          <PrintTableHead columns={columns.length}>{heading}</PrintTableHead>
          {rows.length > 0 && (
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {rows.length > 0 ? (
            rows
          ) : (
            <tr>
              <td colSpan={columns.length}>{none}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Returns a heading, which says that only the first rows are printed where there are more. */
function toHeading(text: TextFunction, label: string, count: number, isCut: boolean): string {
  return isCut ? text('home.handover.first', { label, count }) : label;
}

function toSubject(text: TextFunction, { about, name }: DueReminder): string {
  if (about === 'requisition') return name || text('requisition.unnamed');
  const form = name || text('form.unnamed');
  return about === 'form' ? form : text('home.handover.request', { form });
}

/** The reminders that are due, on requisitions, forms and completion requests. */
export function PrintedDueReminders({ reminders: { items, isCut } }: { readonly reminders: DueReminders }) {
  const text = useText();
  return (
    <PrintedPart
      heading={toHeading(text, text('home.handover.reminders'), items.length, isCut)}
      columns={REMINDER_COLUMNS.map((column) => text(`home.handover.reminder.${column}`))}
      none={text('home.handover.noReminders')}
      rows={items.map((reminder) => (
        <tr key={`${reminder.about} ${reminder.id} ${reminder.patient} ${reminder.remindOn ?? ''}`}>
          <td>{reminder.remindOn !== null && <DateTime at={reminder.remindOn} />}</td>
          <td>
            <bdi>{toSubject(text, reminder)}</bdi>
          </td>
          <td>{reminder.patient !== '' && <NamedId id={reminder.patient} show="end" />}</td>
          <td>
            <bdi>{reminder.note}</bdi>
          </td>
        </tr>
      ))}
    />
  );
}

/** What is saved on this computer and not yet on the service. */
export function PrintedUnsentChanges({ unsent: { items, isCut } }: { readonly unsent: UnsentOnSheet }) {
  const text = useText();
  return (
    <PrintedPart
      heading={toHeading(text, text('home.handover.unsent'), items.length, isCut)}
      columns={UNSENT_COLUMNS.map((column) => text(`home.handover.unsentChange.${column}`))}
      none={text('home.handover.noUnsent')}
      rows={items.map(({ number, operation, label, patient, state, savedAt }) => (
        <tr key={number}>
          <td>
            <DateTime at={savedAt} />
          </td>
          <td>{getOperationLabel(text, operation)}</td>
          <td>
            <bdi>{label}</bdi>
          </td>
          <td>{patient !== null && patient !== '' && <NamedId id={patient} show="end" />}</td>
          <td>{text(`pending.state.${state}`)}</td>
        </tr>
      ))}
    />
  );
}

function PrintedAppointment({ entry }: { readonly entry: DaySheetEntry }) {
  const text = useText();
  const { appointment } = entry;
  const [start, end] = toStartAndEndTexts(appointment, useDateFormat());
  const people = listAttendeesExceptHost(entry);
  return (
    <tr>
      <td>
        {start ?? text('day.noTime')}
        {end !== null && <> – {end}</>}
      </td>
      <td>
        <bdi>{appointment.name || text('day.unnamed')}</bdi>
      </td>
      <td>
        {people.length === 0
          ? text('day.noAttendees')
          : people.map(({ attendee }) => (
              <div key={attendee}>
                <NamedId id={attendee} show="end" />
              </div>
            ))}
        {entry.hasMoreAttendees && <div>{text('sheet.more')}</div>}
      </td>
      <td>{appointment.host === '' ? text('day.noHost') : <NamedId id={appointment.host} show="end" />}</td>
    </tr>
  );
}

/** The appointments of today that are running or still to come. */
export function PrintedRemainingAppointments({
  appointments: { items, isCut, isKnown },
}: {
  readonly appointments: RemainingAppointments;
}) {
  const text = useText();
  const now = useCurrentTime();
  const { time } = useDateFormat();
  const label = text('home.handover.appointments', { when: time(now) });
  return (
    <>
      <PrintedPart
        heading={toHeading(text, label, items.length, isCut)}
        columns={APPOINTMENT_COLUMNS.map((column) => text(`home.handover.appointment.${column}`))}
        none={text(isKnown ? 'home.handover.noAppointments' : 'home.handover.appointmentsUnknown')}
        rows={items.map((entry) => <PrintedAppointment key={entry.notification} entry={entry} />)}
      />
      <p>{text('home.handover.appointmentsFrom')}</p>
    </>
  );
}
