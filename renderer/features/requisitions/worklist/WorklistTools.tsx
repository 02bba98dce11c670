import { useCallback } from 'react';
import { useStore } from 'zustand';
import { WORKLIST_TABS, type WorklistCounts, type WorklistTab } from '#contract/worklist.ts';
import { WORKLIST_LANGUAGE } from '#contract/worklist-query.ts';
import { useIdLabels } from '#renderer/records/query/id-words.ts';
import { QueryChips } from '#renderer/records/query/QueryChips.tsx';
import { QueryProblems } from '#renderer/records/query/QueryProblems.tsx';
import { QuerySearch } from '#renderer/records/query/QuerySearch.tsx';
import { QueryTabs } from '#renderer/records/query/QueryTabs.tsx';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { NewRequisition } from '../NewRequisition.tsx';
import { chipLabel } from './chip-words.ts';
import { filterMenus } from './filter-menus.ts';
import { ReviewClock } from './ReviewClock.tsx';
import { useQuery } from './use-query.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

/** The tabs that are shown: the one for statuses that nobody knows only where there are such, or it is open. */
function shownTabs(counts: WorklistCounts | null, open: WorklistTab): readonly WorklistTab[] {
  return WORKLIST_TABS.filter(
    (tab) => tab !== 'unknown' || open === 'unknown' || (counts !== null && counts.unknown > 0),
  );
}

/** Search, views, filters, tabs and what is due of the worklist. */
export function WorklistTools() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const query = useQuery();
  const counts = useTrueCounts(
    'requisition',
    browsers.requisition.list,
    useStore(worklist.counts, (state) => state.counts),
    ({ all }) => all,
  );
  const idLabels = useIdLabels();
  const onText = useCallback((typed: string) => worklist.ask({ text: typed }), [worklist]);
  const search = { language: WORKLIST_LANGUAGE, text: query.text };
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('worklist.search')} text={query.text} onText={onText} />
        <ViewsMenu />
        <NewRequisition />
      </div>
      <QueryProblems {...search} />
      <QueryChips
        {...search}
        onText={onText}
        menus={filterMenus(text)}
        toText={(term, typed) => chipLabel({ text, idLabels }, term, typed)}
      />
      <QueryTabs
        label={text('worklist.tabs')}
        tabs={shownTabs(counts, query.tab).map((id) => ({
          id,
          label: text(`worklist.tab.${id}`),
          count: counts?.[id] ?? null,
        }))}
        open={query.tab}
        onOpen={(tab) => worklist.ask({ tab })}
      />
      <ReviewClock />
    </div>
  );
}
