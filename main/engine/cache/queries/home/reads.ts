import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import { findForms, type FormQueryContext } from '#main/engine/cache/queries/forms/list.ts';
import type { FormReadContext } from '#main/engine/cache/queries/forms/reads.ts';
import { listOpenCompletionRequests } from '#main/engine/cache/queries/forms/requests.ts';
import { createInboxMatcher } from '#main/engine/cache/queries/inbox/filter.ts';
import type { InboxIndex } from '#main/engine/cache/queries/inbox/inbox.ts';
import type { InboxReadContext } from '#main/engine/cache/queries/inbox/reads.ts';
import { countFilterByIndexes } from '#main/engine/cache/queries/requisitions/counts.ts';
import type { WorklistFilter } from '#main/engine/cache/queries/requisitions/probe-rows.ts';
import type { WorklistReadContext } from '#main/engine/cache/queries/requisitions/reads.ts';
import { countOtherStatuses, scanFilters, type FilterCountsSegment } from './counts.ts';
import { findResultDurations } from './durations.ts';

type Asked = ParsedInput<'home.counts'>;
type OtherStatuses = Pick<HomeCounts, 'statuses' | 'moreStatuses'>;

/**
 * The reads whose results the engine joins to the counts of the home screen. Each takes little time, so that other
 * reads get their turn.
 */
export interface HomeQueries {
  /** Null where only a scan of the table counts the filter. */
  'home.requisitions': { input: WorklistFilter; output: { readonly count: number | null } };
  'home.scan': {
    input: { readonly filters: readonly WorklistFilter[]; readonly after?: number };
    output: FilterCountsSegment;
  };
  'home.forms': { input: Asked['forms'][number]; output: { readonly count: number } };
  'home.notifications': { input: Pick<Asked, 'notifications'>; output: Pick<HomeCounts, 'notifications'> };
  'home.completions': { input: Pick<Asked, 'completions'>; output: Pick<HomeCounts, 'completions'> };
  'home.statuses': { input: null; output: OtherStatuses };
}

type HomeReadContext = WorklistReadContext & FormReadContext & InboxReadContext;

/** Counts the notifications of several filters in one pass. */
function countNotifications(inbox: InboxIndex, filters: Asked['notifications']): readonly number[] {
  const matchers = filters.map((terms) => createInboxMatcher(terms, inbox));
  const counts = filters.map(() => 0);
  if (filters.length === 0) return counts;
  for (const notification of inbox.find([], null, Infinity))
    for (const [index, matches] of matchers.entries())
      if (matches(notification)) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

function countCompletions(forms: FormQueryContext, filters: Asked['completions']): readonly number[] {
  const open = filters.length === 0 ? [] : listOpenCompletionRequests(forms, {});
  return filters.map(
    ({ show, askedUntil = Infinity }) =>
      open.filter(
        ({ requestedAt, reminder }) =>
          (askedUntil === Infinity || (requestedAt !== null && requestedAt <= askedUntil)) &&
          (show === 'open' || (reminder !== null && reminder.remindOn <= forms.now)),
      ).length,
  );
}

/** The reads of the home screen. */
export const HOME_QUERIES = {
  'home.requisitions': (
    { context }: HomeReadContext,
    filter: WorklistFilter,
  ): Result<HomeQueries['home.requisitions']['output']> =>
    ok({ count: countFilterByIndexes(context, filter) }),
  'home.scan': (
    { context }: HomeReadContext,
    { filters, after }: HomeQueries['home.scan']['input'],
  ): Result<FilterCountsSegment> => ok(scanFilters(context, filters, after)),
  'home.forms': (
    { forms }: HomeReadContext,
    { tab, terms }: HomeQueries['home.forms']['input'],
  ): Result<HomeQueries['home.forms']['output']> => ok({ count: findForms(forms, tab, terms).length }),
  'home.notifications': (
    { inbox }: HomeReadContext,
    { notifications }: HomeQueries['home.notifications']['input'],
  ): Result<HomeQueries['home.notifications']['output']> =>
    ok({ notifications: countNotifications(inbox, notifications) }),
  'home.completions': (
    { forms }: HomeReadContext,
    { completions }: HomeQueries['home.completions']['input'],
  ): Result<HomeQueries['home.completions']['output']> =>
    ok({ completions: countCompletions(forms, completions) }),
  'home.statuses': ({ context }: HomeReadContext): Result<OtherStatuses> => ok(countOtherStatuses(context)),
  'home.durations': ({ context }: HomeReadContext): Result<CallOutput<'home.durations'>> =>
    ok(findResultDurations(context.cache)),
};
