import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import type { CompletionSort } from '#contract/completion-requests.ts';
import { useTrueCounts, QueryCount } from '#renderer/shared/query/QueryStatus.tsx';
import { QuerySearch, QueryTabs, SortMenu } from '#renderer/shared/query/QueryTools.tsx';
import { useDays } from '#renderer/shared/query/use-query.ts';
import { countOf, OPEN_REQUESTS } from '#renderer/state/forms/completions.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { countText } from '#renderer/ui/format.ts';
import { RequestRows } from './RequestRows.tsx';
import './completion-requests.css';

const TABS = ['open', 'due', 'ended', 'all'] as const;
const DAYS = { week: 7, fortnight: 14, month: 30 } as const;
const DAY_NAMES = Object.keys(DAYS) as readonly (keyof typeof DAYS)[]; // `Object.keys` loses the key type

/** Search, age filter and tabs of the completion requests. */
function RequestTools() {
  const text = useText();
  const { list, counts: store, ask } = useStores().completions;
  const query = useStore(list.store, ({ filter }) => filter);
  const counts = useTrueCounts(
    'form',
    list,
    useStore(store, (state) => state.counts),
    (known) => countOf(known, 'all'),
  );
  const onText = useCallback((typed: string) => ask({ text: typed }), [ask]);
  const daysLabel = text('requests.daysLabel');
  const now = DAY_NAMES.find((name) => DAYS[name] === query.days);
  return (
    <div className="list-tools">
      <div className="query-search">
        <QuerySearch label={text('requests.search')} text={query.text} onText={onText} />
        <MenuButton
          label={daysLabel}
          groups={[
            {
              label: daysLabel,
              choices: DAY_NAMES.map((id) => ({ id, label: text(`requests.days.${id}`) })),
            },
          ]}
          chosen={now === undefined ? [] : [now]}
          onChoose={(id) => {
            const chosen = DAY_NAMES.find((name) => name === id);
            if (chosen !== undefined) ask({ days: chosen === now ? null : DAYS[chosen] });
          }}
        >
          {now === undefined ? daysLabel : text(`requests.days.${now}`)}
        </MenuButton>
      </div>
      <QueryTabs
        label={text('requests.tabs')}
        tabs={TABS.map((id) => ({
          id,
          label: text(`requests.tab.${id}`),
          count: counts === null ? null : countOf(counts, id),
        }))}
        open={query.show}
        onOpen={(show) => ask({ show })}
      />
    </div>
  );
}

const SORTS = {
  askedOldest: { by: 'asked', descending: false },
  askedNewest: { by: 'asked', descending: true },
  endedNewest: { by: 'ended', descending: true },
  endedOldest: { by: 'ended', descending: false },
  formUp: { by: 'form', descending: false },
  patientUp: { by: 'patient', descending: false },
  askerUp: { by: 'asker', descending: false },
} as const satisfies Readonly<Record<string, CompletionSort>>;
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // `Object.keys` loses the key type

/**
 * All completion requests, over all forms: which patient, requested by whom, how long ago, and the outcome.
 */
export function RequestsScreen() {
  const text = useText();
  const { list } = useStores().completions;
  useEffect(() => list.show(), [list]);
  useDays(list.changed);
  return (
    <section
      className="requests-screen"
      data-pane="list"
      tabIndex={-1}
      aria-label={text('place.completion-requests')}
    >
      <h1 className="visually-hidden">{text('place.completion-requests')}</h1>
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

/** Number of rows, freshness and sort order of the list. */
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
