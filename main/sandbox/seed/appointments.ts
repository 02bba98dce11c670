import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { between, happens, pick } from '../chance.ts';
import { VISITS } from '../content/alerts.ts';
import { drawId } from '../identifiers.ts';
import { isoTime } from '../times.ts';
import type { World } from './world.ts';

const CLINIC_ADDRESS = {
  city: 'Riverside',
  line1: '12 Elm Street',
  line2: null,
  state: 'CA',
  postal_code: '92501',
};
const NO_ADDRESS = { city: null, line1: null, line2: null, state: null, postal_code: null };
const QUARTER_HOURS_A_DAY = 36;

/** An appointment as a notification carries it, and the patient whose it is. */
export interface DrawnAppointment {
  readonly props: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly visit: string;
  /** Epoch milliseconds. */
  readonly startAt: number;
}

/** A quarter of an hour between 8:00 and 17:00 UTC, some days before or after `around`. */
function drawStart(random: Random, around: number): number {
  const day = Math.floor(around / DAY) * DAY + between(random, -2, 21) * DAY;
  return day + 8 * HOUR + between(random, 0, QUARTER_HOURS_A_DAY) * 15 * MINUTE;
}

function attendee(random: Random, attendee: string, account: string | null) {
  return {
    id: between(random, 1000, 99_999),
    account,
    no_show: false,
    attendee,
    payment_status: account === null ? 'not_applicable' : 'unpaid',
    attendance_status: 'confirmed',
  };
}

function scheduled(random: Random, appointment: string, changedBy: string, changedAt: string) {
  return {
    id: between(random, 1000, 99_999),
    parent: appointment,
    status: 'scheduled',
    changed_at: changedAt,
    changed_by: changedBy,
    parent_type: happens(random, 0.5) ? 'appointment' : null,
  };
}

/** An appointment with every field of the service's document, section 2.4. `at`: epoch ms of its last change. */
export function drawAppointment(world: World, random: Random, patient: string, at: number): DrawnAppointment {
  const id = drawId('appt_', random);
  const host = pick(random, world.providers);
  const visit = pick(random, VISITS);
  const startAt = drawStart(random, at);
  const isVideo = visit.includes('video');
  const hasHappened = startAt + HOUR < at;
  const account = drawId('acct_', random);
  const bookedAt = isoTime(at - between(random, 0, 5 * DAY));
  const meeting = id.slice(id.indexOf('_') + 1);
  const props = {
    id,
    object: 'appointment',
    host,
    name: visit,
    description: happens(random, 0.5) ? '' : 'Please arrive ten minutes early.',
    account,
    appointment_type: drawId('aptp_', random),
    group: false,
    internal: false,
    start_time: isoTime(startAt),
    end_time: isoTime(startAt + 30 * MINUTE),
    actual_start_time: hasHappened ? isoTime(startAt + 4 * MINUTE) : null,
    actual_end_time: hasHappened ? isoTime(startAt + 29 * MINUTE) : null,
    created_by: host,
    created_at: bookedAt,
    last_updated_at: isoTime(at),
    location: isVideo ? NO_ADDRESS : CLINIC_ADDRESS,
    attendees: [attendee(random, patient, account), attendee(random, host, null)].map((person) => ({
      ...person,
      appointment: id,
      last_updated_at: isoTime(at),
    })),
    video_call: isVideo
      ? { join_url: `https://video.invalid/j/${meeting}`, meeting_id: meeting }
      : { join_url: '', meeting_id: '' },
    status_history: [scheduled(random, id, host, bookedAt)],
    visit_note: hasHappened ? drawId('note_', random) : null,
    generated_from: null,
    generated_from_type: null,
    insurance_claim: null,
    charged_externally: null,
    interaction_type: isVideo ? 'video' : 'in_person',
    recurrence_rules: [],
    reference_patients: [patient],
  };
  return { props, id, visit, startAt };
}
