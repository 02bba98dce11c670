import { z } from 'zod';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { isDaySheetIncomplete, type DaySheet, type DaySheetEntry } from '#contract/day.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { withOpenedAccount } from './session.ts';
import { recordListAsExport } from './printed-lists.ts';
import { formatTable } from './output.ts';

interface DayInput {
  readonly day: string;
  /** The time zone of the day sheet: IANA name, or `system`. */
  readonly zone: string;
}

const HEADINGS = [
  'start',
  'end',
  'appointment',
  'status',
  'host',
  'who',
  'requisitions',
  'forms',
  'unread',
  'disputed',
] as const;

/** Returns whether this computer knows a time zone by this name. */
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function createTimeFormat(zone: string): (at: EpochMs | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeStyle: 'short',
    ...(zone === 'system' ? {} : { timeZone: zone }),
  });
  return (at) => (at === null ? '' : format.format(at));
}

function toRow({ appointment, attendees, disputed }: DaySheetEntry, time: (at: EpochMs | null) => string) {
  const people = attendees.filter(({ isHost }) => !isHost);
  const sumOver = (count: (of: DaySheetEntry['attendees'][number]) => number): string =>
    String(people.reduce((total, each) => total + count(each), 0));
  return [
    time(appointment.startTime),
    time(appointment.endTime),
    appointment.name,
    getLatestAppointmentStatus(appointment),
    appointment.host,
    people.map(({ attendee }) => attendee).join(' '),
    sumOver(({ requisitions }) => requisitions.length),
    sumOver(({ forms }) => forms.length),
    sumOver(({ unread }) => unread.length),
    disputed.join(' '),
  ];
}

function formatDaySheet(sheet: DaySheet, { day, zone }: DayInput, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ day, zone, ...sheet })}\n`;
  const time = createTimeFormat(zone);
  return formatTable(
    HEADINGS,
    sheet.appointments.map((each) => toRow(each, time)),
  );
}

/** Prints a day sheet from the cache: appointments by time, with what is open for each attendee. */
function printDay(context: CommandContext, input: DayInput): Promise<Result<void>> {
  const { environment, output, isJson } = context;
  const span = parseDateSpan(
    input.day,
    { now: toEpochMs(environment.clock.now()), zone: input.zone },
    'back',
  );
  return withOpenedAccount(context, async (app) => {
    if (span === null || span.from === null || span.until === null)
      return err('invalid-input', { detail: 'day: expected a day like 2026-01-31' });
    const sheet = await recordListAsExport(
      app,
      await app.call('day.get', { from: span.from, until: span.until }),
    );
    if (!sheet.ok) return sheet;
    await output.write(formatDaySheet(sheet.value, input, isJson));
    if (isDaySheetIncomplete(sheet.value)) output.note('Not everything is listed here.');
    return ok(undefined);
  });
}

export const DAY_COMMAND: CliCommand = defineCommand({
  name: ['day'],
  about: 'Print the day sheet of a day: its appointments, with what is open for each attendee.',
  parameters: [{ usage: '<day>', about: 'a day like 2026-01-31' }],
  options: [
    {
      usage: '--zone <zone>',
      about: 'time zone of the day, like Europe/Berlin; default: that of this computer',
    },
  ],
  input: z.strictObject({
    day: z.iso.date('expected a day like 2026-01-31'),
    zone: z
      .string()
      .max(100)
      .refine((zone) => zone === 'system' || isZone(zone), 'expected a time zone like Europe/Berlin')
      .default('system'),
  }),
  run: printDay,
});
