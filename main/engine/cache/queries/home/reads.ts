import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import type { FormReadContext } from '#main/engine/cache/queries/forms/reads.ts';
import type { InboxReadContext } from '#main/engine/cache/queries/inbox/reads.ts';
import { countFilterByIndexes } from '#main/engine/cache/queries/requisitions/counts.ts';
import type { WorklistTabAndTerms } from '#main/engine/cache/queries/requisitions/probe-rows.ts';
import type { WorklistReadContext } from '#main/engine/cache/queries/requisitions/reads.ts';
import {
  countRequisitionsByUndocumentedStatus,
  countFilterMatchesInRowRange,
  type FilterCountsSegment,
} from './counts.ts';
import { countForms, countOpenRequests } from './form-counts.ts';
import { findResultDurations } from '#main/engine/cache/query/result-durations.ts';

type Asked = ValidatedInput<'home.counts'>;
type OtherStatuses = Pick<HomeCounts, 'statuses' | 'moreStatuses'>;

/**
 * Reads of counts that only the engine calls: it joins them to the counts of the home screen. Each takes
 * little time, so that other reads get their turn.
 */
export interface HomeReadsForEngineOnly {
  /** The count of the filter; null where only a scan of the table can count it. */
  'home.requisitions': { input: WorklistTabAndTerms; output: { readonly count: number | null } };
  'home.scan': {
    input: { readonly filters: readonly WorklistTabAndTerms[]; readonly after?: number };
    output: FilterCountsSegment;
  };
  'home.forms': { input: Asked['forms'][number]; output: { readonly count: number } };
  'home.notifications': { input: Pick<Asked, 'notifications'>; output: Pick<HomeCounts, 'notifications'> };
  'home.completions': { input: Pick<Asked, 'completions'>; output: Pick<HomeCounts, 'completions'> };
  'home.statuses': { input: null; output: OtherStatuses };
}

type HomeReadContext = WorklistReadContext & FormReadContext & InboxReadContext;

/** The functions that run the reads of the home screen, by their names. */
export const HOME_READ_HANDLERS = {
  'home.requisitions': (
    { context }: HomeReadContext,
    filter: WorklistTabAndTerms,
  ): Result<HomeReadsForEngineOnly['home.requisitions']['output']> =>
    ok({ count: countFilterByIndexes(context, filter) }),
  'home.scan': (
    { context }: HomeReadContext,
    { filters, after }: HomeReadsForEngineOnly['home.scan']['input'],
  ): Result<FilterCountsSegment> => ok(countFilterMatchesInRowRange(context, filters, after)),
  'home.forms': (
    { forms }: HomeReadContext,
    { tab, terms }: HomeReadsForEngineOnly['home.forms']['input'],
  ): Result<HomeReadsForEngineOnly['home.forms']['output']> => ok({ count: countForms(forms, tab, terms) }),
  'home.notifications': (
    { inbox }: HomeReadContext,
    { notifications }: HomeReadsForEngineOnly['home.notifications']['input'],
  ): Result<HomeReadsForEngineOnly['home.notifications']['output']> =>
    ok({ notifications: notifications.map((terms) => inbox.count(terms)) }),
  'home.completions': (
    { forms }: HomeReadContext,
    { completions }: HomeReadsForEngineOnly['home.completions']['input'],
  ): Result<HomeReadsForEngineOnly['home.completions']['output']> =>
    ok({ completions: countOpenRequests(forms, completions) }),
  'home.statuses': ({ context }: HomeReadContext): Result<OtherStatuses> =>
    ok(countRequisitionsByUndocumentedStatus(context)),
  'home.durations': ({ context }: HomeReadContext): Result<CallOutput<'home.durations'>> =>
    ok(findResultDurations(context.cache)),
};
