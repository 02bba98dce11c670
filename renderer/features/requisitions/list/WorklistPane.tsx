import { Check, Download, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useStore } from 'zustand';
import { SORTABLE_TEXT_FIELDS, type TextSortOrder } from '#contract/requisition-fields.ts';
import {
  WORKLIST_TABS,
  type WorklistTabCounts,
  type WorklistTab,
  WORKLIST_SEARCH_SYNTAX,
  type WorklistSort,
} from '#contract/requisitions.ts';
import { shortenId, SearchFilters } from '#renderer/shared/query/QueryChips.tsx';
import { ListPane } from '#renderer/shared/query/ListRows.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { StateTabs, ListTools } from '#renderer/shared/query/ListTools.tsx';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { useDayChange } from '#renderer/shared/query/use-query.ts';
import type { BulkAction } from '#renderer/state/requisitions/worklist-actions.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import { NewRequisitionButton } from '../record/RequisitionActions.tsx';
import { DueReviews } from './DueReviews.tsx';
import { SavedViewsMenu } from './SavedViewsMenu.tsx';
import { WorklistRows } from './WorklistRows.tsx';
import { formatWorklistChip, createWorklistFilterMenus, useWorklistQuery } from './worklist-filters.ts';
import styles from '#renderer/shared/query/query.module.css';

const CONFIRMED_ACTION_ICONS = { share: Eye, unshare: EyeOff } as const;
const ACTION_ICONS = { pdfs: Download, print: Printer, export: FileDown } as const;

/** The actions for the selected requisitions. */
function SelectedRequisitionActions() {
  const text = useText();
  const { worklist } = useStores();
  const ids = useStore(worklist.selection.store, (state) => state.ids);
  const count = ids.size;

  function run(action: BulkAction): void {
    const names = new Map(worklist.list.store.getState().rows.map(({ id, name }) => [id, name]));
    void worklist.bulk.run(
      action,
      [...ids].map((id) => ({ id, name: names.get(id) ?? shortenId(id) })),
    );
  }

  return (
    <SelectionBar selection={worklist.selection}>
      <Button
        size="small"
        icon={<Icon of={Check} size={14} />}
        onPress={() => void worklist.reviewSheet.open([...ids])}
      >
        {text('worklist.actions.review')}
      </Button>
      {(['pdfs', 'print', 'export'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          icon={<Icon of={ACTION_ICONS[action]} size={14} />}
          onPress={() => run(action)}
        >
          {text(`worklist.actions.${action}`)}
        </Button>
      ))}
      {(['share', 'unshare'] as const).map((action) => (
        <ConfirmButton
          key={action}
          size="small"
          icon={<Icon of={CONFIRMED_ACTION_ICONS[action]} size={14} />}
          label={text(`worklist.actions.${action}`)}
          question={text(`worklist.actions.${action}Question`, { count })}
          yes={text(`worklist.actions.${action}Yes`, { count })}
          no={text('worklist.actions.goBack')}
          onConfirm={() => run(action)}
        >
          <p>{text(`worklist.actions.${action}What`)}</p>
        </ConfirmButton>
      ))}
    </SelectionBar>
  );
}

/** The visible tabs. The tab for unknown statuses is shown only if it has rows or is open. */
function listShownTabs(counts: WorklistTabCounts | null, open: WorklistTab): readonly WorklistTab[] {
  return WORKLIST_TABS.filter(
    (tab) => tab !== 'unknown' || open === 'unknown' || (counts !== null && counts.unknown > 0),
  );
}

/** Search, saved views, filters, tabs and due reviews of the worklist. */
function WorklistTools() {
  const text = useText();
  const { worklist } = useStores();
  const { tab } = useWorklistQuery();
  const { latest } = useListCounts(worklist);
  const beside = (
    <>
      <SavedViewsMenu />
      <NewRequisitionButton />
    </>
  );
  return (
    <ListTools of={worklist} label={text('worklist.search')} beside={beside}>
      <SearchFilters
        of={worklist}
        language={WORKLIST_SEARCH_SYNTAX}
        createMenus={createWorklistFilterMenus}
        formatChip={formatWorklistChip}
      />
      <StateTabs
        label={text('worklist.tabs')}
        tabs={listShownTabs(latest, tab)}
        getLabel={(id) => text(`worklist.tab.${id}`)}
        getCount={(id) => latest?.[id] ?? null}
        open={tab}
        onOpen={(id) => worklist.updateQuery({ tab: id })}
      />
      <DueReviews />
    </ListTools>
  );
}

// Object.fromEntries returns an object with any string as key, so its type is asserted; each text has both orders.
const TEXT_SORTS = Object.fromEntries(
  SORTABLE_TEXT_FIELDS.flatMap(({ list: { sort } }) => [
    [`${sort}Up`, { by: sort, descending: false }],
    [`${sort}Down`, { by: sort, descending: true }],
  ]),
) as Readonly<Record<`${TextSortOrder}Up` | `${TextSortOrder}Down`, WorklistSort>>;
const SORTS = {
  updatedNewest: { by: 'updated', descending: true },
  updatedOldest: { by: 'updated', descending: false },
  createdNewest: { by: 'created', descending: true },
  createdOldest: { by: 'created', descending: false },
  ...TEXT_SORTS,
  patientUp: { by: 'patient', descending: false },
  deadlineUp: { by: 'deadline', descending: false },
  deadlineDown: { by: 'deadline', descending: true },
} as const satisfies Readonly<Record<string, WorklistSort>>;

/** The worklist: search, filters, tabs, due reviews, rows. */
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

/** Number of rows, freshness and sort order of the list. */
function WorklistCount() {
  const text = useText();
  const { worklist } = useStores();
  const { tab } = useWorklistQuery();
  const count = useListCounts(worklist).current?.[tab];
  return (
    <ListSummary
      of={worklist}
      words={count === undefined ? null : text('count.requisitions', { count, shown: formatCount(count) })}
      orders={SORTS}
      orderLabel={(id) => text(`worklist.sorts.${id}`)}
      onOrder={(order) => worklist.updateQuery({ order })}
    />
  );
}
