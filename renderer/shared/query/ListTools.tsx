import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { SearchableListStore, SearchTextQuery } from '#renderer/state/list/query-list.ts';
import { getTimeDirection } from '#renderer/state/list/time-order.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ChoiceButtons } from '#renderer/ui/ChoiceButtons.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { formatCount } from '#renderer/ui/format.ts';
import type { MenuGroup } from '#renderer/ui/page-menus.ts';
import { focusPane } from '#renderer/ui/panes.ts';
import { useGetCommandKeyLabel } from '../use-key-label.ts';
import styles from './query.module.css';

interface SortMenuProps<Id extends string, Order extends object> {
  /** The sort orders by id, in the order of the menu. */
  readonly orders: Readonly<Record<Id, Order>>;
  readonly orderLabel: (id: Id) => string;
  /** The applied sort order; shown as the first of `orders` if it is not one of them. */
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function isSame(left: object, right: object): boolean {
  const entries = Object.entries(left);
  return entries.every(([key, value]) => Reflect.get(right, key) === value);
}

const GO_TO_DATE = 'go-to-date';

/** Hook that returns the group of the sort menu that leads to a date in the list. */
function useGoToDateGroup(order: object): MenuGroup {
  const text = useText();
  const key = useGetCommandKeyLabel()('list.goToDate');
  const choice = {
    id: GO_TO_DATE,
    label: text('goToDate.title'),
    reason: getTimeDirection(order) === null ? text('goToDate.notByTime') : null,
  };
  return {
    label: text('goToDate.group'),
    choices: [key === undefined ? choice : { ...choice, aside: key }],
  };
}

/** The sort order of a list, with a menu of the others and the way to a date. */
export function SortMenu<Id extends string, Order extends object>({
  orders,
  orderLabel,
  order,
  onOrder,
}: SortMenuProps<Id, Order>) {
  const text = useText();
  const { view } = useStores();
  const label = text('query.sortLabel');
  const toDate = useGoToDateGroup(order);
  const ids = Object.keys(orders) as Id[]; // `Object.keys` returns plain strings: all are keys of this object.
  const now = ids.find((id) => isSame(orders[id], order));
  const shown = now ?? ids[0];
  return (
    <MenuButton
      look="quiet"
      size="regular"
      icon={<Icon shape={ArrowDownUp} size={14} />}
      label={label}
      groups={[{ label, choices: ids.map((id) => ({ id, label: orderLabel(id) })) }, toDate]}
      chosen={now === undefined ? [] : [now]}
      onChoose={(chosen) => {
        if (chosen === GO_TO_DATE) view.showGoToDate(true);
        const found = ids.find((id) => id === chosen);
        if (found !== undefined) onOrder(orders[found]);
      }}
    >
      <span className="visually-hidden">{label}: </span>
      {shown === undefined ? null : orderLabel(shown)}
    </MenuButton>
  );
}

interface ListSearchBoxProps {
  readonly label: string;
  /** The text of the applied search. */
  readonly text: string;
  /** Called with the text at each key: a read for an earlier text is abandoned. */
  readonly onText: (text: string) => void;
  /** Selects the first result of the applied search. */
  readonly onFirst: () => void;
}

/** The search box of a list; the search runs at each key. */
function ListSearchBox({ label, text: applied, onText, onFirst }: ListSearchBoxProps) {
  const text = useText();
  const leave = (): void => focusPane('list');
  return (
    <SearchBox
      label={label}
      clearLabel={text('list.clearSearch')}
      value={applied}
      onChange={onText}
      onDone={() => {
        leave();
        onFirst();
      }}
      onLeave={leave}
      shortcut={useGetCommandKeyLabel()('search.focus')}
    />
  );
}

interface StateTabsProps<V extends string> {
  readonly label: string;
  /** The tabs from left to right. */
  readonly tabs: readonly V[];
  readonly getLabel: (tab: V) => string;
  /** Returns the number of records in a tab; null while it is unknown. */
  readonly getCount: (tab: V) => number | null;
  /** Whether there may be more in each tab. */
  readonly isLowerBound?: boolean;
  readonly open: V;
  readonly onOpen: (tab: V) => void;
}

/** Tabs for the states of a list's records, each with its count. */
export function StateTabs<V extends string>({
  label,
  tabs,
  getLabel,
  getCount,
  isLowerBound = false,
  open,
  onOpen,
}: StateTabsProps<V>) {
  const text = useText();
  const formatTabCount = (count: number | null): string => {
    // Of a tab without rows so far nothing is known.
    if (count === null || (isLowerBound && count === 0)) return '–';
    const shown = formatCount(count);
    return isLowerBound ? text('count.atLeast', { shown }) : shown;
  };
  return (
    <ChoiceButtons
      label={label}
      choices={tabs}
      chosen={open}
      onChoose={onOpen}
      className={styles.queryTabs}
      buttonClassName={styles.queryTab}
      render={(id) => (
        <>
          <span className={styles.queryTabCount}>{formatTabCount(getCount(id))}</span>{' '}
          <span className={styles.queryTabName}>{getLabel(id)}</span>
        </>
      )}
    />
  );
}

interface ListToolsProps<Q extends SearchTextQuery, R, C> {
  readonly list: SearchableListStore<Q, R, C>;
  /** Label of the search field: names what is searched. */
  readonly label: string;
  /** The menus of filters and of the sort order, and the buttons of the list, beside the search. */
  readonly beside: ReactNode;
  /** `limited` where the list is as wide as the window. */
  readonly width?: 'full' | 'limited';
  /** The second row: tabs. What applies now, such as a filter that is set, is above it. */
  readonly children?: ReactNode;
}

/** The head of a list in two rows: its search with filters and sort order, then its tabs. */
export function ListTools<Q extends SearchTextQuery, R, C>({
  list: { list, search, selectFirst },
  label,
  beside,
  width = 'full',
  children,
}: ListToolsProps<Q, R, C>) {
  const text = useStore(list.store, ({ filter }) => filter.text);
  return (
    <div className={styles.listTools} data-width={width}>
      <div className={styles.querySearch}>
        <ListSearchBox label={label} text={text} onText={search} onFirst={selectFirst} />
        <div className={styles.queryMenus}>{beside}</div>
      </div>
      {children}
    </div>
  );
}
