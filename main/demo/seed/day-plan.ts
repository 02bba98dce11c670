import { MINUTE } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { generateId } from '../ids.ts';
import type { AppointmentPropsInput } from './appointments.ts';
import type { SeedData } from './seed-data.ts';

/** A planned appointment of today or a following day, so that the day sheet has content. */
interface PlannedVisit {
  /** 0 is today. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly minutes: number;
  /** The number of the host whose calendar it is in. */
  readonly host: number;
  readonly visit: string;
  readonly patients: number;
  /** What the last notification about the visit reports. */
  readonly report: 'scheduled' | 'moved' | 'canceled';
}

const DEFAULT_VISIT = { minutes: 30, patients: 1, report: 'scheduled' } as const;

/** The planned visits, in the order of their notifications, newest first. */
const PLANNED_VISITS: readonly PlannedVisit[] = [
  { ...DEFAULT_VISIT, day: 0, hour: 8, minute: 30, host: 0, visit: 'a follow-up visit' },
  { ...DEFAULT_VISIT, day: 0, hour: 9, minute: 0, host: 1, visit: 'a new patient visit', minutes: 45 },
  { ...DEFAULT_VISIT, day: 0, hour: 11, minute: 30, host: 0, visit: 'an annual physical', report: 'moved' },
  { ...DEFAULT_VISIT, day: 0, hour: 9, minute: 15, host: 0, visit: 'a blood draw', minutes: 15 },
  { ...DEFAULT_VISIT, day: 0, hour: 10, minute: 0, host: 2, visit: 'a video visit' },
  { ...DEFAULT_VISIT, day: 0, hour: 10, minute: 30, host: 1, visit: 'a follow-up visit', report: 'canceled' },
  {
    ...DEFAULT_VISIT,
    day: 0,
    hour: 13,
    minute: 0,
    host: 0,
    visit: 'a diabetes group visit',
    minutes: 60,
    patients: 4,
  },
  { ...DEFAULT_VISIT, day: 1, hour: 8, minute: 15, host: 1, visit: 'a blood draw', minutes: 15 },
  { ...DEFAULT_VISIT, day: 0, hour: 14, minute: 30, host: 2, visit: 'a follow-up visit' },
  { ...DEFAULT_VISIT, day: 0, hour: 15, minute: 0, host: 0, visit: 'a video visit' },
  { ...DEFAULT_VISIT, day: 1, hour: 9, minute: 0, host: 0, visit: 'a new patient visit', minutes: 45 },
  { ...DEFAULT_VISIT, day: 0, hour: 16, minute: 0, host: 1, visit: 'a vaccination', minutes: 15 },
  { ...DEFAULT_VISIT, day: 1, hour: 11, minute: 0, host: 2, visit: 'a follow-up visit' },
  { ...DEFAULT_VISIT, day: 1, hour: 14, minute: 0, host: 0, visit: 'an annual physical', report: 'canceled' },
  { ...DEFAULT_VISIT, day: 2, hour: 10, minute: 0, host: 0, visit: 'a follow-up visit' },
  { ...DEFAULT_VISIT, day: 2, hour: 10, minute: 45, host: 1, visit: 'a video visit' },
];

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
