import type { WorklistTab, WorklistTerm } from '#contract/requisitions.ts';
import type { QueryContext, PendingCandidate } from './context.ts';
import type { FilterContext } from '#main/engine/cache/query/filter.ts';
import { isInTab, matches } from './matches.ts';

function toFilterContext(context: QueryContext, pending: readonly PendingCandidate[]): FilterContext {
  const { localData, now } = context;
  const changed = new Set(context.changedAmong(pending.map(({ id }) => id)).map(({ id }) => id));
  const followUps = localData.followUps('requisition');
  return {
    now,
    idsNamed: (normalizedText) => localData.idsNamed(normalizedText),
    isChanged: (id) => changed.has(id),
    isUnsent: () => true,
    followUp: (id) => followUps.get(id),
  };
}

/** Returns the requisitions with pending changes that match a filter with these changes applied. */
export function pendingFound(
  context: QueryContext,
  terms: readonly WorklistTerm[],
): readonly PendingCandidate[] {
  const pending = context.withPending();
  if (pending.length === 0) return pending;
  const filterContext = toFilterContext(context, pending);
  return pending.filter((candidate) => matches(candidate, terms, filterContext));
}

/** As `pendingFound`, in one tab. */
export function pendingMatches(
  context: QueryContext,
  tab: WorklistTab,
  terms: readonly WorklistTerm[],
): readonly PendingCandidate[] {
  return pendingFound(context, terms).filter(({ columns }) => isInTab(columns, tab));
}
