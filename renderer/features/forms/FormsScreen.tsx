import { useStore } from 'zustand';
import { FORM_SEARCH_SYNTAX, FORM_TABS, type FormSort } from '#contract/forms.ts';
import { ListAndRecordScreen } from '#renderer/shared/ListAndRecordScreen.tsx';
import { NewFormButton } from '#renderer/shared/forms/FormActions.tsx';
import { SearchFilterMenu, SearchProblemsAndChips } from '#renderer/shared/query/QueryChips.tsx';
import { ListPane } from '#renderer/shared/query/ListContent.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { SavedViewsMenu } from '#renderer/shared/query/SavedViewsMenu.tsx';
import { SortMenu, StateTabs, ListTools } from '#renderer/shared/query/ListTools.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { FormRows } from './list/FormRows.tsx';
import { formatFormChip, createFormFilterMenus } from './list/form-filters.ts';
import { FormRecord } from './record/FormRecord.tsx';

const SORTS = {
  updatedNewest: { by: 'updated', descending: true },
  updatedOldest: { by: 'updated', descending: false },
  createdNewest: { by: 'created', descending: true },
  createdOldest: { by: 'created', descending: false },
  nameUp: { by: 'name', descending: false },
  nameDown: { by: 'name', descending: true },
  requestsMost: { by: 'requests', descending: true },
  waitingLongest: { by: 'waiting', descending: false },
} as const satisfies Readonly<Record<string, FormSort>>;

/** Search, filters and tabs of the list of forms. */
function FormTools() {
  const text = useText();
  const { formList } = useStores();
  const { tab, order } = useStore(formList.list.store, ({ filter }) => filter);
  const { latest } = useListCounts(formList);
  return (
    <ListTools
      list={formList}
      label={text('formList.search')}
      beside={
        <>
          <SearchFilterMenu list={formList} createMenus={createFormFilterMenus} />
          <SortMenu
            orders={SORTS}
            orderLabel={(id) => text(`formList.sorts.${id}`)}
            order={order}
            onOrder={(chosen) => formList.updateQuery({ order: chosen })}
          />
          <SavedViewsMenu of={formList} />
          <NewFormButton />
        </>
      }
    >
      <SearchProblemsAndChips list={formList} language={FORM_SEARCH_SYNTAX} formatChip={formatFormChip} />
      <StateTabs
        label={text('formList.tabs')}
        tabs={FORM_TABS}
        getLabel={(id) => text(`formList.tab.${id}`)}
        getCount={(id) => latest?.[id] ?? null}
        open={tab}
        onOpen={(id) => formList.updateQuery({ tab: id })}
      />
    </ListTools>
  );
}

/** The list of forms with search, filters and tabs. */
function FormPane() {
  return (
    <ListPane list={useStores().formList.list} tools={<FormTools />} head={<FormCount />}>
      <FormRows />
    </ListPane>
  );
}

/** Number of rows and freshness of the list. */
function FormCount() {
  const text = useText();
  const { formList } = useStores();
  const tab = useStore(formList.list.store, ({ filter }) => filter.tab);
  const count = useListCounts(formList).current?.[tab];
  return (
    <ListSummary
      list={formList}
      words={count === undefined ? null : [text('count.forms', { count, shown: formatCount(count) })]}
    />
  );
}

/** The list of forms beside the open form. */
export function FormsScreen() {
  const text = useText();
  const browser = useStores().browsers.form;
  return (
    <ListAndRecordScreen title={text('screen.forms')} kind="form" browser={browser} list={<FormPane />}>
      {(form, fetchedAt) => <FormRecord form={form} fetchedAt={fetchedAt} onClose={browser.close} />}
    </ListAndRecordScreen>
  );
}
