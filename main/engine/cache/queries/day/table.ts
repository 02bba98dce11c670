import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { DayAttendeeRecords, DaySheetEntry } from '#contract/day.ts';
import { ok, type Result } from '#contract/result.ts';
import {
  BYTE_ORDER_MARK,
  formatCsvLines,
  formatSpreadsheetDate,
  type GetLocalNameOrEmpty,
} from '#main/engine/cache/queries/export.ts';
import type { RelatedQueryContext } from '../requisitions/related.ts';
import { exportDayCalendar } from './calendar.ts';
import { buildDaySheet } from './sheet.ts';

/** Lists who takes part besides the host. */
function listGuests({ attendees }: DaySheetEntry): readonly DayAttendeeRecords[] {
  return attendees.filter(({ isHost }) => !isHost);
}

/** Returns how much is open for everybody who takes part. A list that is cut counts what it shows. */
function countOpen(entry: DaySheetEntry, count: (records: DayAttendeeRecords) => number): string {
  return String(listGuests(entry).reduce((sum, records) => sum + count(records), 0));
}

/** Columns of an exported spreadsheet of a day: one row for each appointment (service's document, section 2.4). */
const COLUMNS: readonly (readonly [
  heading: string,
  cell: (entry: DaySheetEntry, nameOf: GetLocalNameOrEmpty) => string,
])[] = [
  ['appointment', ({ appointment }) => appointment.id],
  ['start_time', ({ appointment }) => formatSpreadsheetDate(appointment.startTime)],
  ['end_time', ({ appointment }) => formatSpreadsheetDate(appointment.endTime)],
  ['name', ({ appointment }) => appointment.name],
  ['description', ({ appointment }) => appointment.description],
  ['status', ({ appointment }) => getLatestAppointmentStatus(appointment)],
  ['appointment_type', ({ appointment }) => appointment.appointmentType],
  ['host', ({ appointment }) => appointment.host],
  ['host_name', ({ appointment }, nameOf) => nameOf(appointment.host)],
  [
    'attendees',
    (entry) =>
      listGuests(entry)
        .map(({ attendee }) => attendee)
        .join('; '),
  ],
  [
    'attendee_names',
    (entry, nameOf) =>
      listGuests(entry)
        .map(({ attendee }) => nameOf(attendee))
        .join('; '),
  ],
  [
    'location',
    ({ appointment: { location } }) =>
      [location.line1, location.line2, location.postalCode, location.city, location.state]
        .filter((part) => part !== '')
        .join(', '),
  ],
  ['open_requisitions', (entry) => countOpen(entry, ({ requisitions }) => requisitions.length)],
  ['open_forms', (entry) => countOpen(entry, ({ forms }) => forms.length)],
  ['unread_notifications', (entry) => countOpen(entry, ({ unread }) => unread.length)],
  ['disputed', ({ disputed }) => disputed.join('; ')],
  ['told_at', ({ toldAt }) => formatSpreadsheetDate(toldAt)],
];

/** Returns the appointments of a day, or those of one host, as a table: times in UTC, people with their ids and local names. */
function exportDayTable(
  source: RelatedQueryContext,
  { span, host }: ValidatedInput<'day.export'>,
): Result<CallOutput<'day.export'>> {
  const sheet = buildDaySheet(source, span);
  if (!sheet.ok) return sheet;
  const shown = sheet.value.appointments.filter(
    ({ appointment }) => host === null || appointment.host === host,
  );
  const people = shown.flatMap(({ appointment, attendees }) => [
    appointment.host,
    ...attendees.map(({ attendee }) => attendee),
  ]);
  const names = source.context.localData.namesOf([...new Set(people)]);
  const nameOf: GetLocalNameOrEmpty = (id) => names.get(id) ?? '';
  const rows = shown.map((entry) => COLUMNS.map(([, cell]) => cell(entry, nameOf).toWellFormed()));
  const text = BYTE_ORDER_MARK + formatCsvLines([COLUMNS.map(([heading]) => heading), ...rows]);
  return ok({ text, count: shown.length });
}

/** Returns the appointments of a day for another program, in the format that is asked for. */
export function exportDayAsTableOrCalendar(
  source: RelatedQueryContext,
  asked: ValidatedInput<'day.export'>,
): Result<CallOutput<'day.export'>> {
  return asked.format === 'csv' ? exportDayTable(source, asked) : exportDayCalendar(source, asked);
}
