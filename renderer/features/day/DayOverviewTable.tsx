import { Fragment, memo, useId } from 'react';
import type { DaySheetEntry } from '#contract/day.ts';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { EpochMs } from '#contract/time.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { getAppointmentStatusLabel } from '#renderer/shared/labels.ts';
import { useDateFormat, useCurrentTime } from '#renderer/shared/record/date-time.tsx';
import { OverdueText } from '#renderer/shared/record/OverdueText.tsx';
import { joinTexts, useText } from '#renderer/text/text.ts';
import type { DateFormat } from '#renderer/ui/format.ts';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { countOpenAndOverdueItems, countAppointmentPhasesAndOpenItems } from './model.ts';
import {
  getAppointmentPhase,
  isAppointmentCancelled,
  listAttendeesExceptHost,
  type AppointmentPhase,
} from '#renderer/state/day/appointments.ts';
import styles from './overview.module.css';

interface DayOverviewProps {
  readonly appointments: readonly DaySheetEntry[];
  /** The appointments whose lines are rendered so far, the first of the day. */
  readonly rendered: readonly DaySheetEntry[];
  /** Whether these are all appointments of the day: only then are they counted. */
  readonly isWhole: boolean;
  /** Whether the day is today: only then has it a now. */
  readonly isToday: boolean;
  /** Returns the id of the element that shows an appointment whole. */
  readonly getTarget: (entry: DaySheetEntry) => string;
  /** Moves the view and the focus to the appointment in such an element. A stable function. */
  readonly onShow: (target: string) => void;
}

interface CaptionProps extends Pick<DayOverviewProps, 'appointments' | 'isWhole'> {
  readonly phases: readonly AppointmentPhase[];
  /** The time, where the day is today. */
  readonly now: EpochMs | null;
}

/** Says what time it is, where the appointments stand, and how much is open. */
function Caption({ appointments, phases, isWhole, now }: CaptionProps) {
  const text = useText();
  const { time } = useDateFormat();
  const { ended, running, later, openItems } = countAppointmentPhasesAndOpenItems(appointments, phases);
  const open = text('day.overview.open', { count: openItems });
  if (now === null) return isWhole ? open : text('day.loading');
  const clock = text('day.overview.now', { when: time(now) });
  if (!isWhole) return clock;
  const stand = [
    text('day.overview.ended', { count: ended }),
    text('day.overview.running', { count: running }),
    text('day.overview.later', { count: later }),
  ];
  return joinTexts([clock, ...stand, open], 'unit');
}

/** The day as a table: one line for each appointment, with what is open for its patients, and where now is. */
export function DayOverviewTable({
  appointments,
  rendered,
  isWhole,
  isToday,
  getTarget,
  onShow,
}: DayOverviewProps) {
  const text = useText();
  const format = useDateFormat();
  const now = useCurrentTime();
  const captionId = useId();
  const phases = appointments.map(({ appointment }) =>
    isToday ? getAppointmentPhase(appointment, now) : 'later',
  );
  // What is under way is marked in its own line; now stands as a line of its own before what comes next.
  const nowAt = isToday && !phases.includes('now') ? phases.indexOf('later') : -1;
  return (
    <div className={styles.overview}>
      <p id={captionId}>
        <Caption appointments={appointments} phases={phases} isWhole={isWhole} now={isToday ? now : null} />
      </p>
      <table aria-labelledby={captionId}>
        <thead>
          <tr>
            {(['time', 'patient', 'visit', 'host', 'items', 'status'] as const).map((column) => (
              <th key={column} scope="col">
                {text(`day.overview.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rendered.map((entry, index) => (
            <Fragment key={entry.notification}>
              {index === nowAt && (
                <tr className={styles.overviewNow}>
                  <td colSpan={6}>{text('day.overview.now', { when: format.time(now) })}</td>
                </tr>
              )}
              <OverviewRow
                entry={entry}
                phase={phases[index] ?? 'later'}
                now={now}
                format={format}
                target={getTarget(entry)}
                onShow={onShow}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OverviewRowProps extends Pick<DayOverviewProps, 'onShow'> {
  readonly entry: DaySheetEntry;
  readonly phase: ReturnType<typeof getAppointmentPhase>;
  /** The time and the format of the table: hundreds of rows need not each listen for them. */
  readonly now: EpochMs;
  readonly format: Pick<DateFormat, 'time'>;
  readonly target: string;
}

const OverviewRow = memo(function OverviewRow({
  entry,
  phase,
  now,
  format: { time },
  target,
  onShow,
}: OverviewRowProps) {
  const text = useText();
  const { appointment } = entry;
  const patients = listAttendeesExceptHost(entry);
  const { items, overdue, firstDeadline } = countOpenAndOverdueItems(entry, now);
  const status = getLatestAppointmentStatus(appointment);
  const name = appointment.name || text('day.unnamed');
  const start = appointment.startTime === null ? text('day.noTime') : time(appointment.startTime);
  return (
    <tr
      data-phase={phase}
      data-ended={isAppointmentCancelled(appointment) ? '' : undefined}
      aria-current={phase === 'now' ? 'time' : undefined}
    >
      <td>
        <PlainButton
          className={styles.overviewShow}
          isInPalette
          aria-label={text('day.overview.show', { time: start, name })}
          onPress={() => onShow(target)}
        >
          {start}
        </PlainButton>{' '}
        {phase === 'now' && <span className={styles.overviewMark}>{text('day.overview.mark')}</span>}
      </td>
      <td>
        {patients.length === 0 ? (
          <span className="muted">{text('day.noAttendees')}</span>
        ) : (
          patients.map(({ attendee }) => (
            <div key={attendee}>
              <NamedId id={attendee} show="end" />
            </div>
          ))
        )}
      </td>
      <td dir="auto">{name}</td>
      <td>{appointment.host === '' ? text('day.noHost') : <NamedId id={appointment.host} show="end" />}</td>
      <td>
        {items === 0 ? <span className="muted">{text('day.nothing')}</span> : items}
        {firstDeadline !== null && (
          <span className={styles.overviewOverdue}>
            <OverdueText deadline={firstDeadline}>
              {text('day.overview.overdue', { count: overdue })}
            </OverdueText>
          </span>
        )}
      </td>
      <td dir="auto">{getAppointmentStatusLabel(text, status)}</td>
    </tr>
  );
});
