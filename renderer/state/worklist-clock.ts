import { createStore, type StoreApi } from 'zustand/vanilla';
import { quoteWord } from '#contract/query-words.ts';
import type { Calls } from './bridge.ts';
import { watched, type Watched } from './watched.ts';
import { WHOLE_WORKLIST, type ReadQuery } from './worklist-query.ts';

/** The searches that the clock counts. */
export const CLOCK_QUERIES = {
  overdue: 'review:overdue',
  today: 'due:today -review:overdue',
  soon: 'due:tomorrow..7d',
} as const;

/** The open reviews of one person, as a search. */
export function reviewsOf(reviewer: string): string {
  return `review:asked reviewer:${quoteWord(reviewer)}`;
}

export interface ClockState {
  readonly overdue: number;
  readonly today: number;
  readonly soon: number;
  /** Those with the most open reviews first. */
  readonly reviewers: readonly { readonly id: string; readonly count: number }[];
}

export interface ReviewClock extends Watched {
  readonly store: StoreApi<ClockState>;
}

const GAP_MS = 2_000;
/** Open reviews that are looked at for who is to make them: those with the earliest deadlines. */
const LOOKED_AT = 500;
const MOST_REVIEWERS = 12;
const NOTHING: ClockState = { overdue: 0, today: 0, soon: 0, reviewers: [] };

/** The clock of the reviews: what is over, what is due today, and whose they are. */
export function createClock(calls: Calls, read: ReadQuery): ReviewClock {
  const store = createStore<ClockState>(() => NOTHING);
  const asked = (text: string) =>
    read({ ...WHOLE_WORKLIST, text, order: { by: 'deadline', descending: false } });

  async function count(text: string): Promise<number> {
    const answer = await calls['worklist.counts']({ terms: asked(text).terms });
    return answer.ok ? answer.value.all : 0;
  }

  async function reviewers(): Promise<readonly string[]> {
    const page = await calls['worklist.page']({ ...asked('review:asked'), limit: LOOKED_AT });
    const seen = page.ok ? page.value.items.map(({ reviewer }) => reviewer) : [];
    return [...new Set(seen)].filter((id) => id !== '').slice(0, MOST_REVIEWERS);
  }

  async function load(isWanted: () => boolean): Promise<void> {
    const dates = {
      overdue: await count(CLOCK_QUERIES.overdue),
      today: await count(CLOCK_QUERIES.today),
      soon: await count(CLOCK_QUERIES.soon),
    };
    const counted: { id: string; count: number }[] = [];
    for (const id of await reviewers()) counted.push({ id, count: await count(reviewsOf(id)) });
    if (isWanted())
      store.setState({ ...dates, reviewers: counted.toSorted((left, right) => right.count - left.count) });
  }
  const watch = watched(load, GAP_MS);

  return {
    store,
    ...watch,
    reset: () => {
      watch.reset();
      store.setState(NOTHING);
    },
  };
}
