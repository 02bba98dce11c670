import type { Output, Parsed } from '#contract/api.ts';
import type { Appointment } from '#contract/appointment.ts';
import type { DayAppointment, DayAttendee, DaySheet } from '#contract/day.ts';
import { ok, type Result } from '#contract/result.ts';
import { kindStates } from '../sync-state.ts';
import type { RelatedSource } from '../worklist/related.ts';
import { getAttendee } from './attendee.ts';
import { appointmentsWithin, toPrevious } from './told.ts';

const MAX_APPOINTMENTS = 500;
/** People of one appointment: a class of patients, not a congress. */
const MAX_ATTENDEES = 60;

/** Everybody who takes part, each once: attendees, and patients that the appointment refers to besides. */
function getPeople({ attendees, referencePatients }: Appointment): readonly string[] {
  const named = [...attendees.map(({ attendee }) => attendee), ...referencePatients];
  return [...new Set(named)].filter((id) => id !== '');
}

/** Looks each person up once, however many appointments they have that day. */
function lookingUp(source: RelatedSource): (id: string) => DayAttendee {
  const known = new Map<string, DayAttendee>();
  return (id) => {
    const found = known.get(id) ?? getAttendee(source, id, false);
    known.set(id, found);
    return found;
  };
}

function byStart({ appointment: left }: DayAppointment, { appointment: right }: DayAppointment): number {
  return (left.startTime ?? Infinity) - (right.startTime ?? Infinity) || (left.id < right.id ? -1 : 1);
}

/** The appointments of a day with what is here of everybody who takes part, from the notifications in the cache. */
export function daySheet(source: RelatedSource, day: Parsed<'day.get'>): Result<Output<'day.get'>> {
  const db = source.context.cache;
  const found = appointmentsWithin(db, day, MAX_APPOINTMENTS + 1);
  const lookUp = lookingUp(source);
  let isCut = found.length > MAX_APPOINTMENTS;
  const appointments = found.slice(0, MAX_APPOINTMENTS).flatMap((id): readonly DayAppointment[] => {
    const told = toPrevious(db, id);
    if (told === null) return [];
    const { host } = told.appointment;
    const people = getPeople(told.appointment);
    isCut ||= people.length > MAX_ATTENDEES;
    const attendees = people
      .slice(0, MAX_ATTENDEES)
      .map((person) => (person === host ? getAttendee(source, person, true) : lookUp(person)));
    return [{ ...told, attendees }];
  });
  const asOf = kindStates(db).find(({ kind }) => kind === 'notification')?.lastSuccessAt ?? null;
  return ok({ appointments: appointments.toSorted(byStart), isCut, asOf } satisfies DaySheet);
}
