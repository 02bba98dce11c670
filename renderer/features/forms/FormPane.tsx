import { useStore } from 'zustand';
import type { FormSort } from '#contract/form-list.ts';
import { SortMenu } from '#renderer/records/query/OrderMenu.tsx';
import { QueryCount } from '#renderer/records/query/QueryCount.tsx';
import { QueryPane } from '#renderer/records/query/QueryPane.tsx';
import { useDays } from '#renderer/records/query/use-days.ts';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { FormRows } from './FormRows.tsx';
import { FormTools } from './FormTools.tsx';
import { useFormQuery } from './use-form-query.ts';

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
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // the keys of the object above

/** The list of forms: search, filters, tabs, and the lines. */
export function FormPane() {
  const { list } = useStores().browsers.form;
  useDays(list.changed);
  return (
    <QueryPane list={list} tools={<FormTools />} head={<FormCount />}>
      <FormRows />
    </QueryPane>
  );
}

/** How many lines there are, whether they are fresh, and in which order they stand. */
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
