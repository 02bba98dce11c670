import { Download, Eye, EyeOff, FileDown, Printer } from 'lucide-react';
import { useCallback } from 'react';
import { useStore } from 'zustand';
import {
  WORKLIST_TABS,
  type WorklistCounts,
  type WorklistTab,
  WORKLIST_LANGUAGE,
  type WorklistSort,
} from '#contract/requisitions.ts';
import { idTail, useIdLabels, QueryChips } from '#renderer/shared/query/QueryChips.tsx';
import { QueryPane } from '#renderer/shared/query/QueryRows.tsx';
import { QueryProblems, useTrueCounts, QueryCount } from '#renderer/shared/query/QueryStatus.tsx';
import { QuerySearch, QueryTabs, SortMenu } from '#renderer/shared/query/QueryTools.tsx';
import { SelectionBar } from '#renderer/shared/query/SelectionBar.tsx';
import { useDays } from '#renderer/shared/query/use-query.ts';
import type { BulkAction } from '#renderer/state/requisitions/worklist-actions.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ConfirmButton } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { countText } from '#renderer/ui/format.ts';
import { NewRequisition } from '../record/RequisitionActions.tsx';
import { ReviewClock } from './ReviewClock.tsx';
import { ViewsMenu } from './Views.tsx';
import { WorklistRows } from './WorklistRows.tsx';
import { chipLabel, filterMenus, useQuery } from './filters.ts';
import './worklist.css';

const ASK = { share: Eye, unshare: EyeOff } as const;
const DO = { pdfs: Download, print: Printer, export: FileDown } as const;

/** The actions for the selected requisitions. */
function WorklistPicks() {
  const text = useText();
  const { worklist, browsers } = useStores();
  const ids = useStore(worklist.selection.store, (state) => state.ids);
  const count = ids.size;

  function run(action: BulkAction): void {
    const names = new Map(browsers.requisition.list.store.getState().rows.map(({ id, name }) => [id, name]));
    void worklist.bulk.run(
      action,
      [...ids].map((id) => ({ id, name: names.get(id) ?? idTail(id) })),
    );
  }

  return (
    <SelectionBar marks={worklist.selection}>
      {(['pdfs', 'print', 'export'] as const).map((action) => (
        <Button
          key={action}
          size="small"
          icon={<Icon of={DO[action]} size={14} />}
          onPress={() => run(action)}
        >
          {text(`worklist.marks.${action}`)}
        </Button>
      ))}
      {(['share', 'unshare'] as const).map((action) => (
        <ConfirmButton
          key={action}
          size="small"
          icon={<Icon of={ASK[action]} size={14} />}
          label={text(`worklist.marks.${action}`)}
          question={text(`worklist.marks.${action}Question`, { count })}
          yes={text(`worklist.marks.${action}Yes`, { count })}
          no={text('worklist.marks.goBack')}
          onConfirm={() => run(action)}
        >
          <p>{text(`worklist.marks.${action}What`)}</p>
        </ConfirmButton>
      ))}
    </SelectionBar>
  );
}

/** The visible tabs. The tab for unknown statuses is shown only if it has rows or is open. */
function shownTabs(counts: WorklistCounts | null, open: WorklistTab): readonly WorklistTab[] {
  return WORKLIST_TABS.filter(
    (tab) => tab !== 'unknown' || open === 'unknown' || (counts !== null && counts.unknown > 0),
  );
}

/** Search, saved views, filters, tabs and due reviews of the worklist. */
function WorklistTools() {
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
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // `Object.keys` loses the key type

/** The worklist: search, filters, tabs, due reviews, rows. */
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

/** Number of rows, freshness and sort order of the list. */
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
