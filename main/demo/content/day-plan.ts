/** A planned appointment of today or a following day, so that the day sheet has content. */
export interface PlannedVisit {
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
export const PLANNED_VISITS: readonly PlannedVisit[] = [
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
