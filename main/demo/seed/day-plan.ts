import { MINUTE } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { DAY_PLAN, type PlannedVisit } from '../content/day-plan.ts';
import { drawId } from '../ids.ts';
import type { Visit } from './appointments.ts';
import type { World } from './world.ts';

const SALT = { id: 0xda7, rest: 0xda8 };
/** A planned alert stands at every third place from this one on: neither the newest ones nor all of one kind. */
const FIRST = 12;
const EVERY = 3;
/** In a smaller clinic they would be most of what there is. */
const SMALLEST = 120;
/** How much earlier one was meant to start that was moved. */
const MOVED_BY = 90 * MINUTE;

/** An alert of the plan. */
export interface PlannedNotification {
  readonly visit: Visit;
  readonly told: PlannedVisit['told'];
  /** Chance of the visit's own: all alerts about it say the same but for what has changed. */
  readonly random: Random;
}

interface Telling {
  readonly number: number;
  readonly planned: PlannedVisit;
  readonly isFirst: boolean;
}

/** One telling for each, and before the one that it was moved the one that it was booked; the newest first. */
const TELLINGS: readonly Telling[] = [
  ...DAY_PLAN.map((planned, number) => ({ number, planned, isFirst: false })),
  ...DAY_PLAN.flatMap((planned, number) =>
    planned.told === 'moved' ? [{ number, planned, isFirst: true }] : [],
  ),
];

/** A time of a day from today on, where the clinic stands, which is where this computer stands. */
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
 * The planned alert at a place among `size` notifications; null where something else stands there.
 * @param patientOf whose turn it is
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
