import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { Appointment } from '#contract/appointments.ts';
import {
  type DaySheetEntry,
  type DaySheetEntryWithWholeRows,
  type DaySheetWithWholeRows,
  MAX_FIRST_APPOINTMENTS,
} from '#contract/day.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { listKindSyncStates } from '#main/engine/cache/tables/sync-state.ts';
import type { RelatedQueryContext } from '../requisitions/related.ts';
import {
  listAppointmentIdsInSpan,
  findAppointmentsInNotifications,
  listNewestAppointments,
  type AppointmentFromNotifications,
} from './appointment-facts.ts';
import { readRecordsOfAttendees, toHost } from './attendees.ts';
import { toPartTexts, type KeptDaySheets } from './parts.ts';

/** What the reads of the day sheet need, besides what the records of its attendees need. */
export interface DayReadContext {
  readonly daySheets: KeptDaySheets;
}

const MAX_APPOINTMENTS = 500;
/** Maximum number of attendees of one appointment: enough for a class of patients. */
const MAX_ATTENDEES = 60;

/** Returns the attendees without duplicates, including patients whom the appointment refers to. */
function getPeople({ attendees, referencePatients }: Appointment): readonly string[] {
  const named = [...attendees.map(({ attendee }) => attendee), ...referencePatients];
  return [...new Set(named)].filter((id) => id !== '');
}

function byStart({ appointment: left }: DaySheetEntry, { appointment: right }: DaySheetEntry): number {
  return (left.startTime ?? Infinity) - (right.startTime ?? Infinity) || (left.id < right.id ? -1 : 1);
}

/** Returns the appointments of a day, at most 500 or the given number, and whether there are more. */
export function readDayAppointments(
  { context: { cache } }: RelatedQueryContext,
  day: ValidatedInput<'day.get'>,
  most = MAX_APPOINTMENTS,
): { readonly appointments: readonly AppointmentFromNotifications[]; readonly isCut: boolean } {
  const found = listAppointmentIdsInSpan(cache, day, most + 1);
  return {
    appointments: findAppointmentsInNotifications(cache, found.slice(0, most)),
    isCut: found.length > most,
  };
}

/** Adds to appointments what is cached about their attendees, and sorts them by start. */
function addAttendees(
  source: RelatedQueryContext,
  found: readonly AppointmentFromNotifications[],
): readonly DaySheetEntryWithWholeRows[] {
  const people = found.map(({ appointment }) => getPeople(appointment));
  const named = people.map((all) => all.slice(0, MAX_ATTENDEES));
  const guests = found.flatMap(
    ({ appointment }, index) => named[index]?.filter((person) => person !== appointment.host) ?? [],
  );
  const records = readRecordsOfAttendees(source, [...new Set(guests)]);
  const appointments = found.map(
    (facts, index): DaySheetEntryWithWholeRows => ({
      ...facts,
      attendees: (named[index] ?? []).flatMap((person) =>
        person === facts.appointment.host ? toHost(person) : (records.get(person) ?? []),
      ),
      hasMoreAttendees: (people[index]?.length ?? 0) > MAX_ATTENDEES,
    }),
  );
  return appointments.toSorted(byStart);
}

function readSheet(source: RelatedQueryContext, day: ValidatedInput<'day.get'>): DaySheetWithWholeRows {
  const { appointments: found, isCut } = readDayAppointments(source, day);
  const appointments = addAttendees(source, found);
  const states = listKindSyncStates(source.context.cache);
  const asOf = states.find(({ kind }) => kind === 'notification')?.lastSuccessAt ?? null;
  return { appointments, isCut, asOf };
}

/**
 * Returns the appointments of a day with what is cached about their attendees, from the cached notifications.
 */
export function buildDaySheet(
  source: RelatedQueryContext,
  day: ValidatedInput<'day.get'>,
): Result<CallOutput<'day.get'>> {
  return ok(readSheet(source, day));
}

/** Returns an entry without what a window does not show of its requisitions. */
function toShownEntry({ attendees, ...entry }: DaySheetEntryWithWholeRows): DaySheetEntry {
  return {
    ...entry,
    attendees: attendees.map(({ requisitions, ...records }) => ({
      ...records,
      requisitions: requisitions.map(
        ({ id, type, name, patient, status, statusSince, needsReview, reviewDeadline, pending }) => ({
          id,
          type,
          name,
          patient,
          status,
          statusSince,
          needsReview,
          reviewDeadline,
          pending,
        }),
      ),
    })),
  };
}

/** Returns the first part of a sheet, whose other parts are kept until they are taken. */
export function beginDaySheet(
  source: RelatedQueryContext & DayReadContext,
  day: ValidatedInput<'day.sheet'>,
): Result<CallOutput<'day.sheet'>> {
  const { appointments, ...facts } = readSheet(source, day);
  const [entries = '[]', ...others] = toPartTexts(appointments.map(toShownEntry));
  const sheet = source.daySheets.keep(others);
  return ok({ ...facts, sheet, parts: others.length + 1, entries });
}

/** Returns another part of a sheet that was begun. */
export function takeDaySheetPart(
  { daySheets }: DayReadContext,
  { sheet, part }: ValidatedInput<'day.sheetPart'>,
): Result<CallOutput<'day.sheetPart'>> {
  const entries = daySheets.take(sheet, part);
  return entries === null ? err('not-found') : ok({ entries });
}

/** Returns when the appointments of a day take place, without what is cached about their attendees. */
export function listDayTimes(
  { context: { cache } }: RelatedQueryContext,
  day: ValidatedInput<'day.times'>,
): Result<CallOutput<'day.times'>> {
  const appointments = listNewestAppointments(cache, listAppointmentIdsInSpan(cache, day, MAX_APPOINTMENTS));
  return ok({
    appointments: appointments.map(({ startTime, endTime, statusHistory }) => ({
      startTime,
      endTime,
      statusHistory,
    })),
  });
}

/** Returns the first appointments of a day sheet. */
export function buildFirstAppointmentsOfDay(
  source: RelatedQueryContext,
  day: ValidatedInput<'day.beginning'>,
): Result<CallOutput<'day.beginning'>> {
  const found = readDayAppointments(source, day, MAX_FIRST_APPOINTMENTS);
  return ok({ appointments: addAttendees(source, found.appointments).map(toShownEntry) });
}
