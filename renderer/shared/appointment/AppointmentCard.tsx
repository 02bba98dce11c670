import type { Appointment } from '#contract/appointments.ts';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { IdValue } from '../ids/IdMenu.tsx';
import { getAppointmentStatusLabel } from '../labels.ts';
import { humanizeCode } from '../humanize-code.ts';
import { TextValue } from '../record/FieldValue.tsx';
import { InvalidFieldFlags } from '../record/RecordHeader.tsx';
import { StatusHistoryList } from '../record/StatusHistoryList.tsx';
import { useDateFormat, DateTime } from '../record/date-time.tsx';
import { Attendees } from './Attendees.tsx';
import { References, ServiceCodeText } from './References.tsx';
import { AppointmentVideoCallSection } from './AppointmentVideoCallSection.tsx';
import styles from './appointment.module.css';
import type { EpochMs } from '#contract/time.ts';
import type { DateFormat } from '#renderer/ui/format.ts';

/**
 * Formats a time span: the day once if start and end are on the same day; `…` for an unknown end. Null if
 * both are unknown.
 */
function formatTimeSpan(
  { date, time, dateTime, days }: Pick<DateFormat, 'date' | 'time' | 'dateTime' | 'days'>,
  from: EpochMs | null,
  until: EpochMs | null,
): string | null {
  if (from === null) return until === null ? null : `… – ${dateTime(until)}`;
  if (until === null) return `${dateTime(from)} – …`;
  return days(from, until) === 0
    ? `${date(from)}, ${time(from)} – ${time(until)}`
    : `${dateTime(from)} – ${dateTime(until)}`;
}

/** The lines of a postal address; empty if the appointment has no location. */
export function listAddressLines({
  line1,
  line2,
  city,
  state,
  postalCode,
}: Appointment['location']): readonly string[] {
  const region = [state, postalCode].filter((part) => part !== '').join(' ');
  const town = [city, region].filter((part) => part !== '').join(', ');
  return [line1, line2, town].filter((row) => row.trim() !== '');
}

/** The planned and the actual time of an appointment, each in the time zone of the settings. */
function AppointmentTimes({ appointment }: { readonly appointment: Appointment }) {
  const text = useText();
  const format = useDateFormat();
  const { startTime, endTime, actualStartTime, actualEndTime } = appointment;
  return (
    <>
      <LabelledValue label={text('appointment.planned')}>
        <Span words={formatTimeSpan(format, startTime, endTime)} zone={format.zone} />
      </LabelledValue>
      <LabelledValue label={text('appointment.actual')}>
        <Span words={formatTimeSpan(format, actualStartTime, actualEndTime)} zone={format.zone} />
      </LabelledValue>
    </>
  );
}

function Span({ words, zone }: { readonly words: string | null; readonly zone: string }) {
  const text = useText();
  if (words === null) return <span className="muted">{text('record.empty')}</span>;
  return (
    <>
      <span className="tabular">{words}</span> <span className={styles.appointmentZone}>{zone}</span>
    </>
  );
}

interface AppointmentCardProps {
  readonly appointment: Appointment;
  /** Id of the notification that contains the appointment. */
  readonly notification: string;
}

/** An appointment with all the fields of the service's document (section 2.4). */
export function AppointmentCard({ appointment, notification }: AppointmentCardProps) {
  const text = useText();
  const history = appointment.statusHistory;
  return (
    <div className={styles.appointmentCard}>
      <InvalidFieldFlags flags={appointment.flags} />
      <Section title={appointment.name || text('appointment.unnamed')}>
        {appointment.description !== '' && <TextValue value={appointment.description} />}
        <AppointmentFromNotifications appointment={appointment} />
      </Section>
      <AppointmentVideoCallSection videoCall={appointment.videoCall} notification={notification} />
      <Attendees appointment={appointment} />
      <Section title={text('appointment.statusHistory')} count={history.length}>
        <StatusHistoryList
          history={history}
          toLabel={(status) => getAppointmentStatusLabel(text, status) || text('appointment.noStatus')}
          getShape={() => 'ring'}
          renderMore={({ id, parent, parentType }) => (
            <ChangeOrigin id={id} parent={parent === appointment.id ? '' : parent} parentType={parentType} />
          )}
        />
      </Section>
      <References appointment={appointment} />
    </div>
  );
}

function AppointmentFromNotifications({ appointment }: Pick<AppointmentCardProps, 'appointment'>) {
  const text = useText();
  const place = listAddressLines(appointment.location);
  return (
    <LabelledValueList>
      <AppointmentTimes appointment={appointment} />
      <LabelledValue label={text('appointment.status')}>
        <ServiceCodeText word={getLatestAppointmentStatus(appointment)} />
      </LabelledValue>
      <LabelledValue label={text('appointment.place')}>
        {place.length === 0 ? (
          <span className="muted">{text('record.empty')}</span>
        ) : (
          <address className={styles.appointmentPlace} dir="auto">
            {place.join('\n')}
          </address>
        )}
      </LabelledValue>
      <LabelledValue label={text('appointment.host')}>
        <IdValue id={appointment.host} />
      </LabelledValue>
      <LabelledValue label={text('appointment.interaction')}>
        <ServiceCodeText word={appointment.interactionType} />
      </LabelledValue>
      <LabelledValue label={text('appointment.type')}>
        <IdValue id={appointment.appointmentType} />
      </LabelledValue>
      <LabelledValue label={text('appointment.group')}>
        {text(appointment.group ? 'record.yes' : 'record.no')}
      </LabelledValue>
      <LabelledValue label={text('appointment.internal')}>
        {text(appointment.internal ? 'record.yes' : 'record.no')}
      </LabelledValue>
      <LabelledValue label={text('appointment.account')}>
        <IdValue id={appointment.account} />
      </LabelledValue>
      <LabelledValue label={text('record.createdBy')}>
        <IdValue id={appointment.createdBy} />
      </LabelledValue>
      <LabelledValue label={text('record.createdAt')}>
        <DateTime at={appointment.createdAt} />
      </LabelledValue>
      <LabelledValue label={text('record.updatedAt')}>
        <DateTime at={appointment.lastUpdatedAt} />
      </LabelledValue>
      <LabelledValue label={text('record.id')}>
        <IdValue id={appointment.id} />
      </LabelledValue>
    </LabelledValueList>
  );
}

/** The id of a status change, and the appointment it belongs to if that is another one. */
function ChangeOrigin({
  id,
  parent,
  parentType,
}: Pick<Appointment['statusHistory'][number], 'id' | 'parent' | 'parentType'>) {
  const text = useText();
  return (
    <span className={styles.appointmentOrigin}>
      {id !== '' && <> · {text('appointment.number', { id })}</>}
      {parentType !== '' && <> · {humanizeCode(parentType)}</>}
      {parent !== '' && (
        <>
          {' · '}
          <IdValue id={parent} />
        </>
      )}
    </span>
  );
}
