import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { generateId } from '../ids.ts';
import { formatIsoTime } from '../timestamps.ts';
import { pickInteger, pickBoolean, pickElement } from '../random-choices.ts';
import { VISIT_DESCRIPTIONS } from '../content/notifications.ts';
import type { SeedData } from './seed-data.ts';

const CLINIC_ADDRESS = {
  city: 'Riverside',
  line1: '12 Elm Street',
  line2: null,
  state: 'CA',
  postal_code: '92501',
};
const NO_ADDRESS = { city: null, line1: null, line2: null, state: null, postal_code: null };
const QUARTER_HOURS_A_DAY = 36;

/** A generated appointment: its props as a notification has them, with id, visit and start. */
export interface GeneratedAppointment {
  readonly props: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly visit: string;
  /** Epoch milliseconds. */
  readonly startAt: number;
}

/** The properties from which the props of an appointment are made. */
export interface AppointmentPropsInput {
  readonly id: string;
  readonly host: string;
  readonly visit: string;
  readonly patients: readonly string[];
  /** Epoch milliseconds. */
  readonly startAt: number;
  readonly minutes: number;
  /** The statuses of the appointment in chronological order; the last one is current. */
  readonly statuses: readonly string[];
}

/** Draws a start on a quarter hour from 8:00 to 17:00 UTC, on a day from two days before to three weeks after `around`. */
function drawStart(random: RandomGenerator, around: number): number {
  const day = Math.floor(around / DAY) * DAY + pickInteger(random, -2, 21) * DAY;
  return day + 8 * HOUR + pickInteger(random, 0, QUARTER_HOURS_A_DAY) * 15 * MINUTE;
}

function createAttendee(random: RandomGenerator, attendee: string, account: string | null) {
  return {
    id: pickInteger(random, 1000, 99_999),
    account,
    no_show: false,
    attendee,
    payment_status: account === null ? 'not_applicable' : 'unpaid',
    attendance_status: 'confirmed',
  };
}

function createStatusChange(
  random: RandomGenerator,
  { id, host }: AppointmentPropsInput,
  status: string,
  changedAt: number,
) {
  return {
    id: pickInteger(random, 1000, 99_999),
    parent: id,
    status,
    changed_at: formatIsoTime(changedAt),
    changed_by: host,
    parent_type: pickBoolean(random, 0.5) ? 'appointment' : null,
  };
}

/** Returns the outcome of an appointment at `at`, with null where it has not taken place yet. */
function drawOutcome(random: RandomGenerator, { startAt, minutes }: AppointmentPropsInput, at: number) {
  const hasHappened = startAt + HOUR < at;
  return {
    actual_start_time: hasHappened ? formatIsoTime(startAt + 4 * MINUTE) : null,
    actual_end_time: hasHappened ? formatIsoTime(startAt + (minutes - 1) * MINUTE) : null,
    visit_note: hasHappened ? generateId('note_', random) : null,
  };
}

/** Turns `a follow-up visit` into the title `Follow-up visit`. */
function toTitle(visit: string): string {
  const bare = visit.replace(/^an? /, '');
  return bare.slice(0, 1).toUpperCase() + bare.slice(1);
}

/**
 * Returns all props of an appointment in the service's document, section 2.4. `at`: epoch milliseconds of its
 * last change.
 */
export function createAppointmentProps(
  random: RandomGenerator,
  visit: AppointmentPropsInput,
  at: number,
): GeneratedAppointment['props'] {
  const { id, host, patients, startAt, minutes, statuses } = visit;
  const isVideo = visit.visit.includes('video');
  const account = generateId('acct_', random);
  const bookedAt = at - pickInteger(random, 0, 5 * DAY);
  const meeting = id.slice(id.indexOf('_') + 1);
  const people = [
    ...patients.map((patient) => createAttendee(random, patient, account)),
    createAttendee(random, host, null),
  ];
  return {
    id,
    object: 'appointment',
    host,
    name: toTitle(visit.visit),
    description: pickBoolean(random, 0.5) ? '' : 'Please arrive ten minutes early.',
    account,
    appointment_type: generateId('aptp_', random),
    group: patients.length > 1,
    internal: false,
    start_time: formatIsoTime(startAt),
    end_time: formatIsoTime(startAt + minutes * MINUTE),
    created_by: host,
    created_at: formatIsoTime(bookedAt),
    last_updated_at: formatIsoTime(at),
    location: isVideo ? NO_ADDRESS : CLINIC_ADDRESS,
    attendees: people.map((person) => ({ ...person, appointment: id, last_updated_at: formatIsoTime(at) })),
    video_call: isVideo
      ? { join_url: `https://video.invalid/j/${meeting}`, meeting_id: meeting }
      : { join_url: '', meeting_id: '' },
    status_history: statuses.map((status, step) =>
      createStatusChange(random, visit, status, step === 0 ? bookedAt : at),
    ),
    ...drawOutcome(random, visit, at),
    generated_from: null,
    generated_from_type: null,
    insurance_claim: null,
    charged_externally: null,
    interaction_type: isVideo ? 'video' : 'in_person',
    recurrence_rules: [],
    reference_patients: patients,
  };
}

/** Draws an appointment of one patient. `at`: epoch milliseconds of its last change. */
export function generateAppointment(
  seedData: SeedData,
  random: RandomGenerator,
  patient: string,
  at: number,
): GeneratedAppointment {
  const visit: AppointmentPropsInput = {
    id: generateId('appt_', random),
    host: pickElement(random, seedData.providers),
    visit: pickElement(random, VISIT_DESCRIPTIONS),
    startAt: drawStart(random, at),
    minutes: 30,
    patients: [patient],
    statuses: ['scheduled'],
  };
  return { ...visit, props: createAppointmentProps(random, visit, at) };
}
