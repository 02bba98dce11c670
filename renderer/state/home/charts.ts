import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ResultDurations } from '#contract/home-procedures.ts';
import type { AppError } from '#contract/result.ts';
import type { LatestRequestCheck } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { ALL_FORMS_QUERY } from '../forms/form-query.ts';
import { WHOLE_INBOX_QUERY } from '../inbox/inbox-query.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from '../list/visible-data.ts';
import { WHOLE_WORKLIST_QUERY, type WorklistQuery } from '../requisitions/worklist-query.ts';
import { toShownCountError, type CountRowsOfListLinks, type ListLink } from './list-links.ts';
import { toReviewsForUserOrNobodySearch } from './queues.ts';

/** The statuses, each with a chart bar for every age group of its requisitions. */
export const STATUSES_CHARTED_BY_AGE = ['draft', 'sent', 'results', 'other'] as const;
export type StatusChartedByAge = (typeof STATUSES_CHARTED_BY_AGE)[number];

/** Age groups of days, each as the date range of a search. */
const AGES = {
  day: 'day-1..',
  week: 'day-7..day-2',
  month: 'day-30..day-8',
  quarter: 'day-90..day-31',
  older: '..day-91',
} as const;
export type AgeGroup = keyof typeof AGES;
export const AGE_GROUPS = Object.keys(AGES) as readonly AgeGroup[]; // `Object.keys` returns plain strings: all are keys of this object.

/** Groups of seven days before and after today, each as the date range of a search. */
const WEEKS = {
  older: '..day-29',
  fourAgo: 'day-28..day-22',
  threeAgo: 'day-21..day-15',
  twoAgo: 'day-14..day-8',
  oneAgo: 'day-7..day-1',
  next: 'today..day+6',
  second: 'day+7..day+13',
  later: 'day+14..',
} as const;
export type DeadlineWeekGroup = keyof typeof WEEKS;
export const DEADLINE_WEEK_GROUPS = Object.keys(WEEKS) as readonly DeadlineWeekGroup[]; // `Object.keys` returns plain strings: all are keys of this object.

/** The number of days of the chart of notifications. */
const NOTIFICATION_DAYS = 14;
const DAY_MS = 86_400_000;

const LONGEST_UNCHANGED = { by: 'updated', descending: false } as const;

function toWorklistLink(query: Partial<WorklistQuery>): ListLink {
  return {
    screen: 'requisitions',
    query: { ...WHOLE_WORKLIST_QUERY, order: LONGEST_UNCHANGED, ...query },
  };
}

const STATUS_QUERIES: Readonly<Record<StatusChartedByAge, Pick<WorklistQuery, 'tab' | 'text'>>> = {
  draft: { tab: 'draft', text: '' },
  sent: { tab: 'sent', text: '' },
  results: { tab: 'needs_review', text: 'status:results_received' },
  other: { tab: 'unknown', text: '' },
};

/** A chart bar: its name, and the list whose rows it counts. */
export interface LinkedChartBar<Name extends string> {
  readonly name: Name;
  readonly link: ListLink;
}

/** Returns the bars of the unfinished requisitions of a status by the time since they have it. */
export function listStatusAgeBars(status: StatusChartedByAge): readonly LinkedChartBar<AgeGroup>[] {
  const { tab, text } = STATUS_QUERIES[status];
  return AGE_GROUPS.map((name) => ({
    name,
    link: toWorklistLink({ tab, text: `${text} since:${AGES[name]}`.trim() }),
  }));
}

/**
 * Returns the bars of open reviews by their earliest deadline.
 * @param user whose reviews they count, with those that name no reviewer; null for all reviews
 */
export function listReviewDeadlineBars(user: string | null): readonly LinkedChartBar<DeadlineWeekGroup>[] {
  const forUser = user === null ? '' : ` ${toReviewsForUserOrNobodySearch(user)}`;
  return DEADLINE_WEEK_GROUPS.map((name) => ({
    name,
    link: toWorklistLink({
      text: `due:${WEEKS[name]}${forUser}`,
      order: { by: 'deadline', descending: false },
    }),
  }));
}

/** Returns the bars of forms by how long their oldest completion request is open. */
export function listFormBarsByOldestRequestAge(): readonly LinkedChartBar<AgeGroup>[] {
  return AGE_GROUPS.map((name) => ({
    name,
    link: {
      screen: 'forms',
      query: {
        ...ALL_FORMS_QUERY,
        text: `waiting:${AGES[name]}`,
        tab: 'asked',
        order: { by: 'waiting', descending: false },
      },
    },
  }));
}

/**
 * Returns the bars of notifications by the day of their creation, each named like the day.
 * @param today as `2026-03-12`
 */
export function listNotificationBars(today: string): readonly LinkedChartBar<string>[] {
  return Array.from({ length: NOTIFICATION_DAYS }, (_, index) => {
    const at = Date.parse(`${today}T00:00Z`) - (NOTIFICATION_DAYS - 1 - index) * DAY_MS;
    const name = new Date(at).toISOString().slice(0, 10);
    return {
      name,
      link: {
        screen: 'notifications',
        query: { ...WHOLE_INBOX_QUERY, text: `created:${name}`, order: { unreadFirst: false } },
      },
    };
  });
}

/** The counts behind all charts of the home screen. */
export interface HomeChartCounts {
  /** Whose reviews were counted; null for all reviews. */
  readonly user: string | null;
  /** The day of the count, such as `2026-03-12`. */
  readonly today: string;
  readonly ages: Readonly<Record<StatusChartedByAge, readonly number[]>>;
  readonly weeks: readonly number[];
  readonly forms: readonly number[];
  readonly notifications: readonly number[];
  readonly durations: ResultDurations;
}

export interface ChartsState {
  /** Null until they were counted; from before where counting failed since. */
  readonly numbers: HomeChartCounts | null;
  readonly error: AppError | null;
}

export interface ChartsStore extends VisibleDataReloader {
  readonly store: StoreApi<ChartsState>;
}

export interface ChartsDeps {
  readonly calls: Pick<ProcedureCalls, 'home.durations'>;
  readonly count: CountRowsOfListLinks;
  /** Returns whose reviews the home screen shows; null for all reviews. */
  readonly getUser: () => string | null;
  /** Returns the day in the time zone of the settings, as `2026-03-12`. */
  readonly getToday: () => string;
}

const GAP_MS = 1_000;
const NOTHING: ChartsState = { numbers: null, error: null };

/** Returns all bars under one name each. */
function collectLinks(user: string | null, today: string): Readonly<Record<string, ListLink>> {
  const entries = [
    ...STATUSES_CHARTED_BY_AGE.flatMap((status) =>
      listStatusAgeBars(status).map((bar) => [`ages ${status}`, bar] as const),
    ),
    ...listReviewDeadlineBars(user).map((bar) => ['weeks', bar] as const),
    ...listFormBarsByOldestRequestAge().map((bar) => ['forms', bar] as const),
    ...listNotificationBars(today).map((bar) => ['notifications', bar] as const),
  ];
  return Object.fromEntries(entries.map(([chart, { name, link }]) => [`${chart} ${name}`, link]));
}

/** Creates the store of the charts, which are counted only while they are on screen. */
export function createChartsStore({ calls, count, getUser, getToday }: ChartsDeps): ChartsStore {
  const store = createStore<ChartsState>(() => NOTHING);
  const showError = (error: AppError): void => store.setState({ error: toShownCountError(error) });

  async function load(isWanted: LatestRequestCheck): Promise<void> {
    const [user, today] = [getUser(), getToday()];
    // One after the other, so that a list that the user opens meanwhile is read between them.
    const counted = await count(collectLinks(user, today), isWanted.signal);
    if (!isWanted()) return;
    if (!counted.ok) return showError(counted.error);
    const durations = await calls['home.durations']({}, isWanted.signal);
    if (!isWanted()) return;
    if (!durations.ok) return showError(durations.error);
    const { counts } = counted.value;
    const take = (chart: string, bars: readonly LinkedChartBar<string>[]): readonly number[] =>
      bars.map(({ name }) => counts[`${chart} ${name}`] ?? 0);
    const ofStatus = (status: StatusChartedByAge): readonly number[] =>
      take(`ages ${status}`, listStatusAgeBars(status));
    store.setState({
      numbers: {
        user,
        today,
        ages: {
          draft: ofStatus('draft'),
          sent: ofStatus('sent'),
          results: ofStatus('results'),
          other: ofStatus('other'),
        },
        weeks: take('weeks', listReviewDeadlineBars(user)),
        forms: take('forms', listFormBarsByOldestRequestAge()),
        notifications: take('notifications', listNotificationBars(today)),
        durations: durations.value,
      },
      error: null,
    });
  }
  const watch = createVisibleDataReloader(load, GAP_MS);

  return {
    store,
    ...watch,
    reset: () => {
      watch.reset();
      store.setState(NOTHING);
    },
  };
}
