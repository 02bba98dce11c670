import { WORKLIST_TABS, type WorklistTab, type WorklistTabCounts } from '#contract/requisitions.ts';

/** Returns the tabs that are shown: the one for unknown statuses only if it has rows or is open. */
export function listShownWorklistTabs(
  counts: WorklistTabCounts | null,
  open: WorklistTab,
): readonly WorklistTab[] {
  return WORKLIST_TABS.filter(
    (tab) => tab !== 'unknown' || open === 'unknown' || (counts !== null && counts.unknown > 0),
  );
}
