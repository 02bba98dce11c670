import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import { findForms, type FormQueryContext } from '#main/engine/cache/queries/forms/list.ts';
import type { FormReadContext } from '#main/engine/cache/queries/forms/reads.ts';
import { listOpenCompletionRequests } from '#main/engine/cache/queries/forms/requests.ts';
import { createInboxMatcher } from '#main/engine/cache/queries/inbox/filter.ts';
import type { InboxIndex } from '#main/engine/cache/queries/inbox/inbox.ts';
import type { InboxReadContext } from '#main/engine/cache/queries/inbox/reads.ts';
import type { WorklistReadContext } from '#main/engine/cache/queries/requisitions/reads.ts';
import { countFilters, countOtherStatuses, type CountedFilter, type FilterCountsSegment } from './counts.ts';
import { findResultDurations } from './durations.ts';

type Asked = ParsedInput<'home.counts'>;
type OtherCounts = Omit<HomeCounts, 'requisitions'>;

/** The reads whose results the engine joins to the counts of the home screen. */
export interface HomeQueries {
  'home.requisitions': {
    input: { readonly filters: readonly CountedFilter[]; readonly after?: number };
    output: FilterCountsSegment;
  };
  'home.others': { input: Omit<Asked, 'requisitions'>; output: OtherCounts };
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
    { filters, after }: HomeQueries['home.requisitions']['input'],
  ): Result<FilterCountsSegment> => ok(countFilters(context, filters, after)),
  'home.others': (
    { context, forms, inbox }: HomeReadContext,
    asked: HomeQueries['home.others']['input'],
  ): Result<OtherCounts> =>
    ok({
      forms: asked.forms.map(({ tab, terms }) => findForms(forms, tab, terms).length),
      notifications: countNotifications(inbox, asked.notifications),
      completions: countCompletions(forms, asked.completions),
      ...countOtherStatuses(context),
    }),
  'home.durations': ({ context }: HomeReadContext): Result<CallOutput<'home.durations'>> =>
    ok(findResultDurations(context.cache)),
};
