import { useCallback } from 'react';
import { useStore } from 'zustand';
import { QuerySearch } from '#renderer/records/query/QuerySearch.tsx';
import { QueryTabs } from '#renderer/records/query/QueryTabs.tsx';
import { countOf } from '#renderer/state/completions.ts';
import { useTrueCounts } from '#renderer/records/query/use-true-counts.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';

const TABS = ['open', 'due', 'ended', 'all'] as const;
const DAYS = { week: 7, fortnight: 14, month: 30 } as const;
const DAY_NAMES = Object.keys(DAYS) as readonly (keyof typeof DAYS)[]; // the keys of the object above

/** Search, age and tabs of the requests. */
export function RequestTools() {
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
