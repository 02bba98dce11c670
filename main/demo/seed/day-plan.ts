import { MINUTE } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { PLANNED_VISITS, type PlannedVisit } from '../content/day-plan.ts';
import { generateId } from '../ids.ts';
import type { AppointmentPropsInput } from './appointments.ts';
import type { SeedData } from './seed-data.ts';

const SALT = { id: 0xda7, rest: 0xda8 };
/**
 * A planned notification is at every third position from this one on, so that neither the newest ones nor all
 * of one kind are planned.
 */
const FIRST_POSITION = 12;
const POSITION_STEP = 3;
/** A clinic with fewer notifications than this gets no planned ones: they would be the majority. */
const MIN_NOTIFICATIONS_FOR_PLAN = 120;
/** How much earlier a moved appointment was planned to start. */
const MOVED_BY = 90 * MINUTE;

/** A notification about a visit of the day plan. */
export interface PlannedNotification {
  readonly visit: AppointmentPropsInput;
  readonly report: PlannedVisit['report'];
  /** A random source per visit, so that all notifications about it agree except for what has changed. */
  readonly random: RandomGenerator;
}

interface PlannedNotice {
  readonly number: number;
  readonly planned: PlannedVisit;
  readonly isFirst: boolean;
}

/** One notification for each visit, and for a moved one the booking before it; the newest first. */
const PLANNED_NOTICES: readonly PlannedNotice[] = [
  ...PLANNED_VISITS.map((planned, number) => ({ number, planned, isFirst: false })),
  ...PLANNED_VISITS.flatMap((planned, number) =>
    planned.report === 'moved' ? [{ number, planned, isFirst: true }] : [],
  ),
];

/** Returns a time of a day from today on, in the time zone of this computer, where the clinic is. */
function planTime(now: number, { day, hour, minute }: PlannedVisit): number {
  const start = new Date(now);
  start.setDate(start.getDate() + day);
  return start.setHours(hour, minute, 0, 0);
}

function getVisit(
  seedData: SeedData,
  { number, planned, isFirst }: PlannedNotice,
  patientOf: (number: number) => string,
): AppointmentPropsInput {
  const startAt = planTime(seedData.now, planned);
  const first = PLANNED_VISITS.slice(0, number).reduce((sum, { patients }) => sum + patients, 0);
  return {
    id: generateId('appt_', seedData.randomFor(SALT.id, number)),
    host: seedData.providers[planned.host] ?? seedData.userId,
    visit: planned.visit,
    patients: [...new Set(Array.from({ length: planned.patients }, (_, step) => patientOf(first + step)))],
    startAt: isFirst ? startAt - MOVED_BY : startAt,
    minutes: planned.minutes,
    statuses: planned.report === 'canceled' ? ['scheduled', 'canceled'] : ['scheduled'],
  };
}

/**
 * Returns the planned notification at a position among `size` notifications; null where another one is there.
 * @param patientOf returns the patient of a turn
 */
export function getPlannedNotification(
  seedData: SeedData,
  { index, size }: { readonly index: number; readonly size: number },
  patientOf: (number: number) => string,
): PlannedNotification | null {
  const planned = PLANNED_NOTICES[(index - FIRST_POSITION) / POSITION_STEP];
  if (size < MIN_NOTIFICATIONS_FOR_PLAN || planned === undefined) return null;
  const report = planned.isFirst ? 'scheduled' : planned.planned.report;
  const random = seedData.randomFor(SALT.rest, planned.number);
  return { visit: getVisit(seedData, planned, patientOf), report, random };
}
