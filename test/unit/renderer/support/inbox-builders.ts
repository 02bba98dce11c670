import type { Appointment } from '#contract/appointments.ts';
import { epochMs } from '#contract/time.ts';
import { NOON } from './builders.ts';

const HOUR_MS = 3_600_000;

/** The appointment of a notification: a visit at noon with a patient and its host. */
export function anAppointment(own: Partial<Appointment> = {}): Appointment {
  const attendee = { account: null, noShow: false, appointment: 'appt_1', lastUpdatedAt: NOON };
  return {
    id: 'appt_1',
    host: 'user_provider01',
    name: 'Follow-up visit',
    description: 'Blood pressure',
    account: 'acct_clinic01',
    appointmentType: 'aptp_followup1',
    group: false,
    internal: false,
    startTime: NOON,
    endTime: epochMs(NOON + HOUR_MS),
    actualStartTime: null,
    actualEndTime: null,
    createdBy: 'user_clerk001',
    createdAt: NOON,
    lastUpdatedAt: NOON,
    location: { city: 'Springfield', line1: '1 Main Street', line2: '', state: 'IL', postalCode: '62701' },
    attendees: [
      {
        ...attendee,
        id: '1',
        attendee: 'user_patient0001',
        paymentStatus: 'unpaid',
        attendanceStatus: 'confirmed',
      },
      { ...attendee, id: '2', attendee: 'user_provider01', paymentStatus: '', attendanceStatus: '' },
    ],
    videoCall: { joinUrl: 'https://meet.example.org/j/1', meetingId: '884 101' },
    statusHistory: [
      {
        id: '7',
        parent: 'appt_1',
        parentType: 'appointment',
        status: 'confirmed',
        changedAt: epochMs(NOON - HOUR_MS),
        changedBy: 'user_clerk001',
      },
    ],
    interactionType: 'video_call',
    visitNote: null,
    generatedFrom: null,
    generatedFromType: null,
    insuranceClaim: null,
    chargedExternally: null,
    recurrenceRules: [],
    referencePatients: [],
    flags: [],
    ...own,
  };
}
