import type { Appointment } from '#contract/appointments.ts';
import type { DayAppointment, DayAttendee } from '#contract/day.ts';
import { epochMs } from '#contract/time.ts';
import { readAppointment } from '#main/engine/api/parse/appointment.ts';
import { NOON, rawVisit } from './builders.ts';

/** The appointment of a notification: a visit at noon with a patient and its host, by video call. */
export function anAppointment(own: Partial<Appointment> = {}): Appointment {
  const raw = readAppointment(rawVisit());
  if (raw === null) throw new Error('the resource is no appointment');
  return {
    ...raw,
    interactionType: 'video_call',
    videoCall: { joinUrl: 'https://meet.example.org/j/1', meetingId: '884 101' },
    ...own,
  };
}

/** An ordinary appointment: half an hour from noon on, in the clinic. */
export function aVisit(own: Partial<Appointment> = {}): Appointment {
  return anAppointment({
    endTime: epochMs(NOON + 1_800_000),
    interactionType: 'in_person',
    videoCall: { joinUrl: '', meetingId: '' },
    ...own,
  });
}

/** An attendee without open work. */
export function anAttendee(own: Partial<DayAttendee> = {}): DayAttendee {
  return {
    attendee: 'user_abcdefghij12345',
    isHost: false,
    requisitions: [],
    forms: [],
    unread: [],
    isCut: false,
    ...own,
  };
}

/** An appointment of a day sheet. */
export function aDayAppointment(
  visit: Partial<Appointment> = {},
  own: Partial<Omit<DayAppointment, 'appointment'>> = {},
): DayAppointment {
  return {
    appointment: aVisit(visit),
    notification: `notf_${visit.id ?? '1'}`,
    toldAt: NOON,
    disputed: [],
    attendees: [anAttendee()],
    ...own,
  };
}
