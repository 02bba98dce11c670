import { useStore } from 'zustand';
import type { CompletionRequestSort } from '#contract/completion-requests.ts';
import { ListPane } from '#renderer/shared/query/ListRows.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { StateTabs, ListTools } from '#renderer/shared/query/ListTools.tsx';
import { getCompletionRequestCount, OPEN_REQUESTS_QUERY } from '#renderer/state/forms/completion-requests.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import { RequestRows } from './RequestRows.tsx';
import styles from './completion-requests.module.css';

const TABS = ['open', 'due', 'ended', 'all'] as const;
const DAYS = { week: 7, fortnight: 14, month: 30 } as const;
const DAY_NAMES = Object.keys(DAYS) as readonly (keyof typeof DAYS)[]; // `Object.keys` returns plain strings as keys

/** Only requests of a minimum age. */
function AgeMenu() {
  const text = useText();
  const { list, updateQuery } = useStores().completions;
  const days = useStore(list.store, ({ filter }) => filter.days);
  const label = text('requests.daysLabel');
  const now = DAY_NAMES.find((name) => DAYS[name] === days);
  return (
    <MenuButton
      size="regular"
      label={label}
      groups={[{ label, choices: DAY_NAMES.map((id) => ({ id, label: text(`requests.days.${id}`) })) }]}
      chosen={now === undefined ? [] : [now]}
      onChoose={(id) => {
        const chosen = DAY_NAMES.find((name) => name === id);
        if (chosen !== undefined) updateQuery({ days: chosen === now ? null : DAYS[chosen] });
      }}
    >
      {now === undefined ? label : text(`requests.days.${now}`)}
    </MenuButton>
  );
}

/** Search, age filter and tabs of the completion requests. */
function RequestTools() {
  const text = useText();
  const { completions } = useStores();
  const open = useStore(completions.list.store, ({ filter }) => filter.show);
  const { latest } = useListCounts(completions);
  return (
    <ListTools width="limited" of={completions} label={text('requests.search')} beside={<AgeMenu />}>
      <StateTabs
        label={text('requests.tabs')}
        tabs={TABS}
        getLabel={(id) => text(`requests.tab.${id}`)}
        getCount={(id) => (latest === null ? null : getCompletionRequestCount(latest, id))}
        open={open}
        onOpen={(show) => completions.updateQuery({ show })}
      />
    </ListTools>
  );
}

const SORTS = {
  askedOldest: { by: 'asked', descending: false },
  askedNewest: { by: 'asked', descending: true },
  endedNewest: { by: 'ended', descending: true },
  endedOldest: { by: 'ended', descending: false },
  formUp: { by: 'form', descending: false },
  patientUp: { by: 'patient', descending: false },
  requesterUp: { by: 'requester', descending: false },
} as const satisfies Readonly<Record<string, CompletionRequestSort>>;

/**
 * All completion requests, over all forms: which patient, requested by whom, how long ago, and the outcome.
 */
export function CompletionRequestsScreen() {
  const text = useText();
  const { list } = useStores().completions;
  return (
    <section
      className={styles.requestsScreen}
      data-pane="list"
      tabIndex={-1}
      aria-label={text('screen.completion-requests')}
    >
      <h1 className="visually-hidden">{text('screen.completion-requests')}</h1>
      <ListPane list={list} tools={<RequestTools />} head={<RequestCount />}>
        <RequestRows />
      </ListPane>
    </section>
  );
}

/** Number of rows, freshness and sort order of the list. */
function RequestCount() {
  const text = useText();
  const { completions } = useStores();
  const { list, updateQuery } = completions;
  const { text: search, show, days } = useStore(list.store, ({ filter }) => filter);
  const { latest } = useListCounts(completions);
  const count = latest === null ? null : getCompletionRequestCount(latest, show);
  return (
    <ListSummary
      of={completions}
      words={count === null ? null : text('requests.count', { count, shown: formatCount(count) })}
      narrowed={{
        isNarrowed: search !== '' || days !== null,
        onClear: () => updateQuery({ text: OPEN_REQUESTS_QUERY.text, days: OPEN_REQUESTS_QUERY.days }),
      }}
      orders={SORTS}
      orderLabel={(id) => text(`requests.sorts.${id}`)}
      onOrder={(order) => updateQuery({ order })}
    />
  );
}
