import type { Appointment } from '#contract/appointment.ts';

/**
 * What an alert says in a field, as a text to compare; empty where it says nothing. What only goes on with time is no dispute: when
 * it began and ended in fact, how attendance and payment stand, the note, the claim, the last update.
 */
const SAID: Readonly<Record<string, (appointment: Appointment) => string>> = {
  host: ({ host }) => host,
  name: ({ name }) => name.trim(),
  description: ({ description }) => description.trim(),
  appointment_type: ({ appointmentType }) => appointmentType,
  group: ({ group }) => String(group),
  internal: ({ internal }) => String(internal),
  start_time: ({ startTime }) => String(startTime ?? ''),
  end_time: ({ endTime }) => String(endTime ?? ''),
  location: ({ location }) => {
    const lines = [location.line1, location.line2, location.city, location.state, location.postalCode];
    return lines.some((line) => line !== '') ? JSON.stringify(lines) : '';
  },
  attendees: ({ attendees }) => everyone(attendees.map(({ attendee }) => attendee)),
  video_call: ({ videoCall }) => (videoCall.joinUrl === '' ? '' : JSON.stringify(videoCall)),
  interaction_type: ({ interactionType }) => interactionType,
  recurrence_rules: ({ recurrenceRules }) => everyone(recurrenceRules),
  reference_patients: ({ referencePatients }) => everyone(referencePatients),
};

/** Whoever or whatever it is, in any order. */
function everyone(values: readonly string[]): string {
  const named = values.filter((value) => value !== '');
  return named.length === 0 ? '' : JSON.stringify([...new Set(named)].toSorted());
}

function changeKey({ id, status }: Appointment['statusHistory'][number]): string {
  return JSON.stringify([id, status]);
}

/** The statuses that an alert knows of and a newer one does not: then its history is another one. */
function isAnotherHistory(newest: Appointment, older: Appointment): boolean {
  const known = new Set(newest.statusHistory.map(changeKey));
  return older.statusHistory.some((change) => !known.has(changeKey(change)));
}

/**
 * The fields of an appointment, by the service's names (service's document, section 2.4), in which an older alert says something
 * else than the newest one.
 */
export function disputedFields(newest: Appointment, older: readonly Appointment[]): readonly string[] {
  const differing = Object.entries(SAID).flatMap(([field, said]) => {
    const now = said(newest);
    return older.some((each) => said(each) !== '' && said(each) !== now) ? [field] : [];
  });
  return older.some((each) => isAnotherHistory(newest, each)) ? [...differing, 'status_history'] : differing;
}
