import ical, { ICalEventClass, type ICalEventData } from 'ical-generator';
import { getLatestAppointmentStatus } from '#contract/appointment-status.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { escapeInvisibleCharactersOfId } from '#contract/visible-id.ts';
import type { RelatedQueryContext } from '../requisitions/related.ts';
import { readDayAppointments } from './sheet.ts';

/** An appointment with the time of the newest notification about it. */
interface ToldAppointment {
  readonly appointment: Appointment;
  readonly toldAt: EpochMs | null;
}

/** Lists who takes part, each with the id, because names may be equal; the host first. */
function listPeople({ host, attendees }: Appointment): readonly string[] {
  const everyone = [host, ...attendees.map(({ attendee }) => attendee)];
  return [...new Set(everyone)].filter((id) => id !== '');
}

/** The last year that the format's dates of four digits can hold. */
const LAST_DATE = Date.UTC(9999, 11, 31);

function toDate(at: EpochMs | null): Date | null {
  return at === null || at < 0 || at > LAST_DATE ? null : new Date(at);
}

/** Returns the event of an appointment; none where its start cannot be written. */
function toEvent(
  { appointment, toldAt }: ToldAppointment,
  names: ReadonlyMap<string, string>,
  now: Date,
): readonly ICalEventData[] {
  const { id, name, description, startTime, endTime, location, videoCall } = appointment;
  const start = toDate(startTime);
  const end = toDate(endTime);
  if (start === null) return [];
  const people = listPeople(appointment).map((person) => {
    const known = names.get(person);
    return known === undefined
      ? escapeInvisibleCharactersOfId(person)
      : `${known} (${escapeInvisibleCharactersOfId(person)})`;
  });
  const place = [location.line1, location.line2, location.postalCode, location.city, location.state];
  const status = getLatestAppointmentStatus(appointment);
  return [
    {
      id,
      stamp: toDate(toldAt) ?? now,
      start,
      ...(end !== null && end > start && { end }),
      summary: name.trim() === '' ? escapeInvisibleCharactersOfId(id) : name,
      description: [description.trim(), ...people].filter((line) => line !== '').join('\n'),
      location: place.filter((line) => line !== '').join(', ') || null,
      class: ICalEventClass.PRIVATE,
      // The document does not say what a status means, so it is no STATUS of the event.
      categories: status === '' ? [] : [{ name: status }],
      ...(videoCall.joinUrl !== '' && { url: videoCall.joinUrl }),
    },
  ];
}

/**
 * Returns the appointments of a day, or those of one host, as an iCalendar (RFC 5545): times in UTC, people with
 * their local names and ids, the service's status as a category.
 */
export function exportDayCalendar(
  source: RelatedQueryContext,
  { span, host }: Pick<ValidatedInput<'day.export'>, 'span' | 'host'>,
): Result<CallOutput<'day.export'>> {
  const told = readDayAppointments(source, span).appointments.filter(
    ({ appointment }) => host === null || appointment.host === host,
  );
  const ids = [...new Set(told.flatMap(({ appointment }) => listPeople(appointment)))];
  const names = source.context.localData.namesOf(ids);
  const now = new Date(source.context.now);
  const events = told.flatMap((each) => toEvent(each, names, now));
  const calendar = ical({ prodId: { company: 'Intray', product: 'Intray' }, events });
  return ok({ text: calendar.toString().toWellFormed(), count: events.length });
}
