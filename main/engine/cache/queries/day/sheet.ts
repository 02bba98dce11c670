import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { Appointment } from '#contract/appointments.ts';
import { type DaySheet, type DaySheetEntry, MAX_FIRST_APPOINTMENTS } from '#contract/day.ts';
import { ok, type Result } from '#contract/result.ts';
import { listKindSyncStates } from '#main/engine/cache/tables/sync-state.ts';
import type { RelatedQueryContext } from '../requisitions/related.ts';
import {
  listAppointmentIdsInSpan,
  findAppointmentsInNotifications,
  listNewestAppointments,
  type AppointmentFromNotifications,
} from './appointment-facts.ts';
import { readRecordsOfAttendees, toHost } from './attendees.ts';

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
): readonly DaySheetEntry[] {
  const people = found.map(({ appointment }) => getPeople(appointment));
  const named = people.map((all) => all.slice(0, MAX_ATTENDEES));
  const guests = found.flatMap(
    ({ appointment }, index) => named[index]?.filter((person) => person !== appointment.host) ?? [],
  );
  const records = readRecordsOfAttendees(source, [...new Set(guests)]);
  const appointments = found.map(
    (facts, index): DaySheetEntry => ({
      ...facts,
      attendees: (named[index] ?? []).flatMap((person) =>
        person === facts.appointment.host ? toHost(person) : (records.get(person) ?? []),
      ),
      hasMoreAttendees: (people[index]?.length ?? 0) > MAX_ATTENDEES,
    }),
  );
  return appointments.toSorted(byStart);
}

/**
 * Returns the appointments of a day with what is cached about their attendees, from the cached notifications.
 */
export function buildDaySheet(
  source: RelatedQueryContext,
  day: ValidatedInput<'day.get'>,
): Result<CallOutput<'day.get'>> {
  const { appointments: found, isCut } = readDayAppointments(source, day);
  const appointments = addAttendees(source, found);
  const states = listKindSyncStates(source.context.cache);
  const asOf = states.find(({ kind }) => kind === 'notification')?.lastSuccessAt ?? null;
  return ok({ appointments, isCut, asOf } satisfies DaySheet);
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
  return ok({ appointments: addAttendees(source, found.appointments) });
}
