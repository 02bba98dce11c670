import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { WorklistSort } from '#contract/worklist.ts';
import { SortMenu } from '#renderer/records/query/OrderMenu.tsx';
import { QueryCount } from '#renderer/records/query/QueryCount.tsx';
import { QueryPane } from '#renderer/records/query/QueryPane.tsx';
import { useDays } from '#renderer/records/query/use-days.ts';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { useQuery } from './use-query.ts';
import { WorklistPicks } from './WorklistPicks.tsx';
import { WorklistRows } from './WorklistRows.tsx';
import { WorklistTools } from './WorklistTools.tsx';
import './worklist.css';

const SORTS = {
  updatedNewest: { by: 'updated', descending: true },
  updatedOldest: { by: 'updated', descending: false },
  createdNewest: { by: 'created', descending: true },
  createdOldest: { by: 'created', descending: false },
  nameUp: { by: 'name', descending: false },
  nameDown: { by: 'name', descending: true },
  patientUp: { by: 'patient', descending: false },
  deadlineUp: { by: 'deadline', descending: false },
  deadlineDown: { by: 'deadline', descending: true },
} as const satisfies Readonly<Record<string, WorklistSort>>;
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // the keys of the object above

/** The worklist: search, filters, tabs, what is due, and the lines. */
export function WorklistPane() {
  const { browsers, worklist } = useStores();
  const { list } = browsers.requisition;
  useDays(
    useCallback(() => {
      list.changed();
      worklist.changed();
    }, [list, worklist]),
  );
  return (
    <QueryPane
      list={list}
      tools={<WorklistTools />}
      head={
        <div className="query-head">
          <WorklistCount />
          <WorklistPicks />
        </div>
      }
    >
      <WorklistRows />
    </QueryPane>
  );
}

/** How many lines there are, whether they are fresh, and in which order they stand. */
function WorklistCount() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const query = useQuery();
  const counts = useTrueCounts(
    'requisition',
    browsers.requisition.list,
    useStore(worklist.counts, (state) => (state.text === query.text ? state.counts : null)),
    ({ all }) => all,
  );
  const count = counts?.[query.tab];
  return (
    <QueryCount
      list={browsers.requisition.list}
      words={count === undefined ? null : text('count.requisitions', { count, shown: countText(count) })}
      text={query.text}
      onText={(typed) => worklist.ask({ text: typed })}
    >
      <SortMenu<WorklistSort>
        orders={SORT_NAMES.map((id) => ({ id, label: text(`worklist.sorts.${id}`), order: SORTS[id] }))}
        order={query.order}
        onOrder={(order) => worklist.ask({ order })}
      />
    </QueryCount>
  );
}
