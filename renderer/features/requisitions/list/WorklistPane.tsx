import { SORTABLE_TEXT_FIELDS, type WorklistTextSortName } from '#contract/requisition-fields.ts';
import type { WorklistSort } from '#contract/requisitions.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import { SearchFilterMenu, SearchProblemsAndChips } from '#renderer/shared/query/QueryChips.tsx';
import { ListPane } from '#renderer/shared/query/ListContent.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { SavedViewsMenu } from '#renderer/shared/query/SavedViewsMenu.tsx';
import { SortMenu, StateTabs, ListTools } from '#renderer/shared/query/ListTools.tsx';
import { useDayChange } from '#renderer/shared/query/use-query.ts';
import { listShownWorklistTabs } from '#renderer/state/requisitions/shown-tabs.ts';
import { BUILT_IN_VIEWS } from '#renderer/state/requisitions/worklist-views.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { NewRequisitionButton } from '../record/RequisitionActions.tsx';
import { useDueReviewShortcutGroups } from './due-reviews-menu.ts';
import { SelectedRequisitionActions } from './SelectedRequisitionActions.tsx';
import { WorklistRows } from './WorklistRows.tsx';
import { formatWorklistChip, createWorklistFilterMenus, useWorklistQuery } from './worklist-filters.ts';
import styles from '#renderer/shared/query/query.module.css';

// Object.fromEntries returns an object with any string as key, so its type is asserted; each text has both orders.
const TEXT_SORTS = Object.fromEntries(
  SORTABLE_TEXT_FIELDS.flatMap(({ list: { sort } }) => [
    [`${sort}Up`, { by: sort, descending: false }],
    [`${sort}Down`, { by: sort, descending: true }],
  ]),
) as Readonly<Record<`${WorklistTextSortName}Up` | `${WorklistTextSortName}Down`, WorklistSort>>;
const SORTS = {
  updatedNewest: { by: 'updated', descending: true },
  updatedOldest: { by: 'updated', descending: false },
  createdNewest: { by: 'created', descending: true },
  createdOldest: { by: 'created', descending: false },
  ...TEXT_SORTS,
  patientUp: { by: 'patient', descending: false },
  deadlineUp: { by: 'deadline', descending: false },
  deadlineDown: { by: 'deadline', descending: true },
  usualLongest: { by: 'usual', descending: false },
} as const satisfies Readonly<Record<string, WorklistSort>>;

/** Search, filters with the due reviews, sort order, saved views and tabs of the worklist. */
function WorklistTools() {
  const text = useText();
  const { worklist } = useStores();
  const { tab, order } = useWorklistQuery();
  const { latest, isLowerBound } = useListCounts(worklist);
  const beside = (
    <>
      <SearchFilterMenu
        list={worklist}
        createMenus={createWorklistFilterMenus}
        shortcuts={useDueReviewShortcutGroups()}
      />
      <SortMenu
        orders={SORTS}
        orderLabel={(id) => text(`worklist.sorts.${id}`)}
        order={order}
        onOrder={(chosen) => worklist.updateQuery({ order: chosen })}
      />
      <SavedViewsMenu
        of={worklist}
        builtIn={BUILT_IN_VIEWS.map((view) => ({
          ...view,
          label: text(`worklist.views.builtIn.${view.id}`),
        }))}
      />
      <NewRequisitionButton />
    </>
  );
  return (
    <ListTools list={worklist} label={text('worklist.search')} beside={beside}>
      <SearchProblemsAndChips
        list={worklist}
        language={WORKLIST_SEARCH_SYNTAX}
        formatChip={formatWorklistChip}
      />
      <StateTabs
        label={text('worklist.tabs')}
        tabs={listShownWorklistTabs(latest, tab)}
        getLabel={(id) => text(`worklist.tab.${id}`)}
        getCount={(id) => latest?.[id] ?? null}
        isLowerBound={isLowerBound}
        open={tab}
        onOpen={(id) => worklist.updateQuery({ tab: id })}
      />
    </ListTools>
  );
}

/** The worklist: search, filters, tabs, rows. */
export function WorklistPane() {
  const { worklist } = useStores();
  useDayChange(worklist.invalidate);
  return (
    <ListPane
      list={worklist.list}
      tools={<WorklistTools />}
      head={
        <div className={styles.queryHead}>
          <WorklistCount />
          <SelectedRequisitionActions />
        </div>
      }
    >
      <WorklistRows />
    </ListPane>
  );
}

/** Number of rows and freshness of the list. */
function WorklistCount() {
  const text = useText();
  const { worklist } = useStores();
  const { tab } = useWorklistQuery();
  const { current, isLowerBound } = useListCounts(worklist);
  const count = isLowerBound ? undefined : current?.[tab];
  return (
    <ListSummary
      list={worklist}
      words={count === undefined ? null : [text('count.requisitions', { count, shown: formatCount(count) })]}
    />
  );
}
