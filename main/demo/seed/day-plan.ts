import { MINUTE } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { DAY_PLAN, type PlannedVisit } from '../content/day-plan.ts';
import { drawId } from '../ids.ts';
import type { Visit } from './appointments.ts';
import type { World } from './world.ts';

const SALT = { id: 0xda7, rest: 0xda8 };
/**
 * A planned notification is at every third position from this one on, so that neither the newest ones nor all
 * of one kind are planned.
 */
const FIRST = 12;
const EVERY = 3;
/** In a smaller clinic the planned notifications would be the majority. */
const SMALLEST = 120;
/** How much earlier a moved appointment was planned to start. */
const MOVED_BY = 90 * MINUTE;

/** A notification of the plan. */
export interface PlannedNotification {
  readonly visit: Visit;
  readonly told: PlannedVisit['told'];
  /** A random source per visit, so that all notifications about it agree except for what has changed. */
  readonly random: Random;
}

interface Telling {
  readonly number: number;
  readonly planned: PlannedVisit;
  readonly isFirst: boolean;
}

/** One notification for each visit, and for a moved one the booking before it; the newest first. */
const TELLINGS: readonly Telling[] = [
  ...DAY_PLAN.map((planned, number) => ({ number, planned, isFirst: false })),
  ...DAY_PLAN.flatMap((planned, number) =>
    planned.told === 'moved' ? [{ number, planned, isFirst: true }] : [],
  ),
];

/** Returns a time of a day from today on, in the time zone of this computer, where the clinic is. */
function planTime(now: number, { day, hour, minute }: PlannedVisit): number {
  const start = new Date(now);
  start.setDate(start.getDate() + day);
  return start.setHours(hour, minute, 0, 0);
}

function getVisit(
  world: World,
  { number, planned, isFirst }: Telling,
  patientOf: (number: number) => string,
): Visit {
  const startAt = planTime(world.now, planned);
  const first = DAY_PLAN.slice(0, number).reduce((sum, { patients }) => sum + patients, 0);
  return {
    id: drawId('appt_', world.randomFor(SALT.id, number)),
    host: world.providers[planned.host] ?? world.userId,
    visit: planned.visit,
    patients: [...new Set(Array.from({ length: planned.patients }, (_, step) => patientOf(first + step)))],
    startAt: isFirst ? startAt - MOVED_BY : startAt,
    minutes: planned.minutes,
    statuses: planned.told === 'canceled' ? ['scheduled', 'canceled'] : ['scheduled'],
  };
}

/**
 * Returns the planned notification at a position among `size` notifications; null where another one is there.
 * @param patientOf returns the patient of a turn
 */
export function plannedNotification(
  world: World,
  { index, size }: { readonly index: number; readonly size: number },
  patientOf: (number: number) => string,
): PlannedNotification | null {
  const planned = TELLINGS[(index - FIRST) / EVERY];
  if (size < SMALLEST || planned === undefined) return null;
  const told = planned.isFirst ? 'scheduled' : planned.planned.told;
  const random = world.randomFor(SALT.rest, planned.number);
  return { visit: getVisit(world, planned, patientOf), told, random };
}
