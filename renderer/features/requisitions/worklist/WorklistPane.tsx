import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { countText } from '#renderer/ui/format.ts';
import { NewRequisition } from '../NewRequisition.tsx';
import { FilterChips } from './FilterChips.tsx';
import { PickBar } from './PickBar.tsx';
import { ReviewClock } from './ReviewClock.tsx';
import { SortMenu } from './SortMenu.tsx';
import { useQuery } from './use-query.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import { WorklistRows } from './WorklistRows.tsx';
import { SearchProblems, WorklistSearch } from './WorklistSearch.tsx';
import { WorklistTabs } from './WorklistTabs.tsx';
import '#renderer/records/list-pane.css';
import './worklist.css';

/** Asks anew when another day begins, or days begin at another hour: `today` in a search means another day then. */
function useDays(): void {
  const { browsers, worklist } = useDesk();
  const { date, zone } = useFormat();
  const today = `${date(useNow())} ${zone}`;
  const asked = useRef(today);
  useEffect(() => {
    if (asked.current === today) return;
    asked.current = today;
    browsers.requisition.list.changed();
    worklist.changed();
  }, [browsers, worklist, today]);
}

/** The worklist: search, filters, tabs, what is due, and the lines. */
export function WorklistPane() {
  const { browsers, preferences } = useDesk();
  const { list } = browsers.requisition;
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  useEffect(() => list.show(), [list]);
  useDays();
  return (
    <div className="list-pane worklist" data-density={density}>
      <div className="list-tools">
        <div className="worklist-search">
          <WorklistSearch />
          <ViewsMenu />
          <NewRequisition />
        </div>
        <SearchProblems />
        <FilterChips />
        <WorklistTabs />
        <ReviewClock />
      </div>
      <div className="worklist-head">
        <WorklistCount />
        <PickBar />
      </div>
      <div className="list-body">
        <WorklistRows />
      </div>
    </div>
  );
}

/** How many lines there are, whether they are fresh, and in which order they stand. */
function WorklistCount() {
  const text = useText();
  const { browsers, worklist } = useDesk();
  const { list } = browsers.requisition;
  const query = useQuery();
  const { rows, error } = useStore(list.store);
  const counts = useStore(worklist.counts, (state) => state.counts);
  const count = counts?.[query.tab];
  return (
    <div className="list-count">
      {count !== undefined && (
        <output>{text('count.requisitions', { count, shown: countText(count) })}</output>
      )}
      {rows.length > 0 && error !== null && (
        <>
          <span className="list-stale">{text('list.stale')}</span>
          <Button tone="quiet" size="small" onPress={list.changed}>
            {text('list.tryAgain')}
          </Button>
        </>
      )}
      {query.text !== '' && (
        <Button tone="quiet" size="small" onPress={() => worklist.ask({ text: '' })}>
          {text('list.clearFilters')}
        </Button>
      )}
      <SortMenu />
    </div>
  );
}
