import { useStore } from 'zustand';
import type { CompletionRequestSort } from '#contract/completion-requests.ts';
import { ExportButton } from '#renderer/shared/ExportButton.tsx';
import { ActiveFilters } from '#renderer/shared/query/QueryChips.tsx';
import { ListPane } from '#renderer/shared/query/ListContent.tsx';
import { ListSummary, useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { SavedViewsMenu } from '#renderer/shared/query/SavedViewsMenu.tsx';
import { SortMenu, StateTabs, ListTools } from '#renderer/shared/query/ListTools.tsx';
import { OPEN_REQUESTS_QUERY } from '#renderer/state/forms/completion-request-query.ts';
import { getCompletionRequestTabCount } from '#renderer/state/forms/completion-requests.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import { RequestRows } from './RequestRows.tsx';
import styles from './completion-requests.module.css';

const TABS = ['open', 'due', 'ended', 'all'] as const;
const DAYS = { week: 7, fortnight: 14, month: 30 } as const;
const DAY_NAMES = Object.keys(DAYS) as readonly (keyof typeof DAYS)[]; // `Object.keys` returns plain strings: all are keys of this object.

/** The menu that limits the list to requests of a minimum age. */
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

const SORTS = {
  askedOldest: { by: 'asked', descending: false },
  askedNewest: { by: 'asked', descending: true },
  endedNewest: { by: 'ended', descending: true },
  endedOldest: { by: 'ended', descending: false },
  formUp: { by: 'form', descending: false },
  patientUp: { by: 'patient', descending: false },
  requesterUp: { by: 'requester', descending: false },
} as const satisfies Readonly<Record<string, CompletionRequestSort>>;

/** Search, age filter and tabs of the completion requests. */
function RequestTools() {
  const text = useText();
  const { completions } = useStores();
  const { show: open, days, order } = useStore(completions.list.store, ({ filter }) => filter);
  const { latest, current } = useListCounts(completions);
  const isEmpty = current !== null && getCompletionRequestTabCount(current, open) === 0;
  const beside = (
    <>
      <AgeMenu />
      <SortMenu
        orders={SORTS}
        orderLabel={(id) => text(`requests.sorts.${id}`)}
        order={order}
        onOrder={(chosen) => completions.updateQuery({ order: chosen })}
      />
      <SavedViewsMenu of={completions} />
      <ExportButton
        look="icon"
        label={text('export.csv')}
        hint={text('export.requestsHint')}
        reason={current === null ? text('export.counting') : isEmpty ? text('export.nothing') : null}
        save={completions.exportFound}
      />
    </>
  );
  return (
    <ListTools width="limited" list={completions} label={text('requests.search')} beside={beside}>
      {days !== null && (
        <ActiveFilters
          onClear={() =>
            completions.updateQuery({ text: OPEN_REQUESTS_QUERY.text, days: OPEN_REQUESTS_QUERY.days })
          }
        />
      )}
      <StateTabs
        label={text('requests.tabs')}
        tabs={TABS}
        getLabel={(id) => text(`requests.tab.${id}`)}
        getCount={(id) => (latest === null ? null : getCompletionRequestTabCount(latest, id))}
        open={open}
        onOpen={(show) => completions.updateQuery({ show })}
      />
    </ListTools>
  );
}

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

/** Number of rows and freshness of the list. */
function RequestCount() {
  const text = useText();
  const { completions } = useStores();
  const show = useStore(completions.list.store, ({ filter }) => filter.show);
  const { current } = useListCounts(completions);
  const count = current === null ? null : getCompletionRequestTabCount(current, show);
  return (
    <ListSummary
      list={completions}
      words={count === null ? null : [text('requests.count', { count, shown: formatCount(count) })]}
    />
  );
}
