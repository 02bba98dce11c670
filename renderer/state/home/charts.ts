import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ResultDurations } from '#contract/home-procedures.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { ALL_FORMS_QUERY } from '../forms/list.ts';
import { WHOLE_INBOX_QUERY } from '../inbox/inbox-query.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from '../list/visible-data.ts';
import { WHOLE_WORKLIST_QUERY, type WorklistQuery } from '../requisitions/worklist-query.ts';
import { toCountError, type CountLinks, type ListLink } from './list-links.ts';
import { toReviewForSearch } from './queues.ts';

/** What a bar of a chart counts, as the name of its link. */
export const AGED_STATUSES = ['draft', 'sent', 'results', 'other'] as const;
export type AgedStatus = (typeof AGED_STATUSES)[number];

/** Ages in whole days, as searches for the first and the last day. */
const AGES = {
  day: 'day-1..',
  week: 'day-7..day-2',
  month: 'day-30..day-8',
  quarter: 'day-90..day-31',
  older: '..day-91',
} as const;
export type Age = keyof typeof AGES;
export const AGE_NAMES = Object.keys(AGES) as readonly Age[]; // `Object.keys` returns plain strings as keys

/** Weeks of seven days from today on and before it, as searches. */
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
export type Week = keyof typeof WEEKS;
export const WEEK_NAMES = Object.keys(WEEKS) as readonly Week[]; // as above

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

const STATUS_QUERIES: Readonly<Record<AgedStatus, Pick<WorklistQuery, 'tab' | 'text'>>> = {
  draft: { tab: 'draft', text: '' },
  sent: { tab: 'sent', text: '' },
  results: { tab: 'needs_review', text: 'status:results_received' },
  other: { tab: 'unknown', text: '' },
};

/** A bar with the list that it counts. */
export interface LinkedBar<Name extends string> {
  readonly name: Name;
  readonly link: ListLink;
}

/** Returns the bars of the unfinished requisitions of a status by the time since they have it. */
export function listAgeBars(status: AgedStatus): readonly LinkedBar<Age>[] {
  const { tab, text } = STATUS_QUERIES[status];
  return AGE_NAMES.map((name) => ({
    name,
    link: toWorklistLink({ tab, text: `${text} since:${AGES[name]}`.trim() }),
  }));
}

/**
 * Returns the bars of open reviews by their earliest deadline.
 * @param user whose reviews they count, with those that name no reviewer; null for all reviews
 */
export function listWeekBars(user: string | null): readonly LinkedBar<Week>[] {
  const forUser = user === null ? '' : ` ${toReviewForSearch(user)}`;
  return WEEK_NAMES.map((name) => ({
    name,
    link: toWorklistLink({
      text: `due:${WEEKS[name]}${forUser}`,
      order: { by: 'deadline', descending: false },
    }),
  }));
}

/** Returns the bars of forms by how long their oldest completion request is open. */
export function listFormBars(): readonly LinkedBar<Age>[] {
  return AGE_NAMES.map((name) => ({
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
export function listNotificationBars(today: string): readonly LinkedBar<string>[] {
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

/** The numbers behind the charts. */
export interface ChartNumbers {
  /** Whose reviews were counted; null for all reviews. */
  readonly user: string | null;
  /** As `2026-03-12`. */
  readonly today: string;
  readonly ages: Readonly<Record<AgedStatus, readonly number[]>>;
  readonly weeks: readonly number[];
  readonly forms: readonly number[];
  readonly notifications: readonly number[];
  readonly durations: ResultDurations;
}

export interface ChartsState {
  /** Null until they were counted; from before where counting failed since. */
  readonly numbers: ChartNumbers | null;
  readonly error: AppError | null;
}

export interface ChartsStore extends VisibleDataReloader {
  readonly store: StoreApi<ChartsState>;
}

export interface ChartsDeps {
  readonly calls: Pick<ProcedureCalls, 'home.durations'>;
  readonly count: CountLinks;
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
    ...AGED_STATUSES.flatMap((status) => listAgeBars(status).map((bar) => [`ages ${status}`, bar] as const)),
    ...listWeekBars(user).map((bar) => ['weeks', bar] as const),
    ...listFormBars().map((bar) => ['forms', bar] as const),
    ...listNotificationBars(today).map((bar) => ['notifications', bar] as const),
  ];
  return Object.fromEntries(entries.map(([chart, { name, link }]) => [`${chart} ${name}`, link]));
}

/** Creates the store of the charts, which are counted only while they are on screen. */
export function createChartsStore({ calls, count, getUser, getToday }: ChartsDeps): ChartsStore {
  const store = createStore<ChartsState>(() => NOTHING);
  const showError = (error: AppError): void => store.setState({ error: toCountError(error) });

  async function load(isWanted: () => boolean): Promise<void> {
    const [user, today] = [getUser(), getToday()];
    // One after the other, so that a list that the user opens meanwhile is read between them.
    const counted = await count(collectLinks(user, today));
    if (!isWanted()) return;
    if (!counted.ok) return showError(counted.error);
    const durations = await calls['home.durations']({});
    if (!isWanted()) return;
    if (!durations.ok) return showError(durations.error);
    const { counts } = counted.value;
    const take = (chart: string, bars: readonly LinkedBar<string>[]): readonly number[] =>
      bars.map(({ name }) => counts[`${chart} ${name}`] ?? 0);
    const ofStatus = (status: AgedStatus): readonly number[] => take(`ages ${status}`, listAgeBars(status));
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
        weeks: take('weeks', listWeekBars(user)),
        forms: take('forms', listFormBars()),
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
