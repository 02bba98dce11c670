import { useCallback } from 'react';
import { useStore } from 'zustand';
import { FORM_LANGUAGE, FORM_TABS, type FormSort } from '#contract/forms.ts';
import { SplitScreen } from '#renderer/shared/SplitScreen.tsx';
import { NewForm } from '#renderer/shared/forms/FormActions.tsx';
import { useIdLabels, QueryChips } from '#renderer/shared/query/QueryChips.tsx';
import { QueryPane } from '#renderer/shared/query/QueryRows.tsx';
import { QueryProblems, useTrueCounts, QueryCount } from '#renderer/shared/query/QueryStatus.tsx';
import { QuerySearch, QueryTabs, SortMenu } from '#renderer/shared/query/QueryTools.tsx';
import { useDays } from '#renderer/shared/query/use-query.ts';
import { RecordPane } from '#renderer/shared/record/RecordPane.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { FormRows } from './list/FormRows.tsx';
import { formChipLabel, formMenus, useFormQuery } from './list/form-filters.ts';
import { FormRecord } from './record/FormRecord.tsx';

/** Search, filters and tabs of the list of forms. */
function FormTools() {
  const text = useText();
  const { browsers, formList } = useStores();
  const query = useFormQuery();
  const counts = useTrueCounts(
    'form',
    browsers.form.list,
    useStore(formList.counts, (state) => state.counts),
    ({ all }) => all,
  );
  const idLabels = useIdLabels();
  const onText = useCallback((typed: string) => formList.ask({ text: typed }), [formList]);
  const search = { language: FORM_LANGUAGE, text: query.text };
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('formList.search')} text={query.text} onText={onText} />
        <NewForm />
      </div>
      <QueryProblems {...search} />
      <QueryChips
        {...search}
        onText={onText}
        menus={formMenus(text)}
        toText={(term, typed) => formChipLabel({ text, idLabels }, term, typed)}
      />
      <QueryTabs
        label={text('formList.tabs')}
        tabs={FORM_TABS.map((id) => ({
          id,
          label: text(`formList.tab.${id}`),
          count: counts?.[id] ?? null,
        }))}
        open={query.tab}
        onOpen={(tab) => formList.ask({ tab })}
      />
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
  requestsMost: { by: 'requests', descending: true },
  waitingLongest: { by: 'waiting', descending: false },
} as const satisfies Readonly<Record<string, FormSort>>;
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // `Object.keys` loses the key type

/** The list of forms with search, filters and tabs. */
function FormPane() {
  const { list } = useStores().browsers.form;
  useDays(list.changed);
  return (
    <QueryPane list={list} tools={<FormTools />} head={<FormCount />}>
      <FormRows />
    </QueryPane>
  );
}

/** Number of rows, freshness and sort order of the list. */
function FormCount() {
  const text = useText();
  const { browsers, formList } = useStores();
  const query = useFormQuery();
  const counts = useTrueCounts(
    'form',
    browsers.form.list,
    useStore(formList.counts, (state) => (state.text === query.text ? state.counts : null)),
    ({ all }) => all,
  );
  const count = counts?.[query.tab];
  return (
    <QueryCount
      list={browsers.form.list}
      words={count === undefined ? null : text('count.forms', { count, shown: countText(count) })}
      text={query.text}
      onText={(typed) => formList.ask({ text: typed })}
    >
      <SortMenu<FormSort>
        orders={SORT_NAMES.map((id) => ({ id, label: text(`formList.sorts.${id}`), order: SORTS[id] }))}
        order={query.order}
        onOrder={(order) => formList.ask({ order })}
      />
    </QueryCount>
  );
}

/** The list of forms beside the open form. */
export function FormsScreen() {
  const text = useText();
  const browser = useStores().browsers.form;
  return (
    <SplitScreen
      title={text('place.forms')}
      selection={browser.selection}
      list={<FormPane />}
      record={
        <RecordPane kind="form" browser={browser}>
          {(form, fetchedAt) => <FormRecord form={form} fetchedAt={fetchedAt} onClose={browser.close} />}
        </RecordPane>
      }
    />
  );
}
