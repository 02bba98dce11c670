import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { CompletionSort } from '#contract/completions.ts';
import { SortMenu } from '#renderer/records/query/OrderMenu.tsx';
import { QueryCount } from '#renderer/records/query/QueryCount.tsx';
import { useDays } from '#renderer/records/query/use-days.ts';
import { countOf, OPEN_REQUESTS } from '#renderer/state/completions.ts';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { RequestRows } from './RequestRows.tsx';
import { RequestTools } from './RequestTools.tsx';
import './requests-screen.css';

const SORTS = {
  askedOldest: { by: 'asked', descending: false },
  askedNewest: { by: 'asked', descending: true },
  endedNewest: { by: 'ended', descending: true },
  endedOldest: { by: 'ended', descending: false },
  formUp: { by: 'form', descending: false },
  patientUp: { by: 'patient', descending: false },
  askerUp: { by: 'asker', descending: false },
} as const satisfies Readonly<Record<string, CompletionSort>>;
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // the keys of the object above

/** Every request to a patient to complete a form, over all forms: who was asked, by whom, how long ago, and what became of it. */
export function RequestsScreen() {
  const text = useText();
  const { list } = useStores().completions;
  useEffect(() => list.show(), [list]);
  useDays(list.changed);
  return (
    <section className="requests-screen" data-pane="list" tabIndex={-1} aria-label={text('place.requests')}>
      <h1 className="visually-hidden">{text('place.requests')}</h1>
      <div className="list-pane query-pane">
        <RequestTools />
        <RequestCount />
        <div className="list-body">
          <RequestRows />
        </div>
      </div>
    </section>
  );
}

/** How many lines there are, whether they are fresh, and in which order they stand. */
function RequestCount() {
  const text = useText();
  const { list, counts: store, ask } = useStores().completions;
  const { text: search, show, days, order } = useStore(list.store, ({ filter }) => filter);
  const counts = useTrueCounts(
    'form',
    list,
    useStore(store, (state) => state.counts),
    (known) => countOf(known, 'all'),
  );
  const count = counts === null ? null : countOf(counts, show);
  return (
    <QueryCount
      list={list}
      words={count === null ? null : text('requests.count', { count, shown: countText(count) })}
      text={days === null ? search : `${search} ${days}`}
      onText={() => ask({ text: OPEN_REQUESTS.text, days: OPEN_REQUESTS.days })}
    >
      <SortMenu<CompletionSort>
        orders={SORT_NAMES.map((id) => ({ id, label: text(`requests.sorts.${id}`), order: SORTS[id] }))}
        order={order}
        onOrder={(chosen) => ask({ order: chosen })}
      />
    </QueryCount>
  );
}
