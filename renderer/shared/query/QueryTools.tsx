import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { SearchBox } from '#renderer/ui/SearchBox.tsx';
import { countText } from '#renderer/ui/format.ts';
import { focusPane } from '#renderer/ui/panes.ts';
import { usePausedText } from '../use-query-result.ts';
import './query.css';

interface SortMenuProps<Order extends object> {
  /** In the order of the menu. */
  readonly orders: readonly { readonly id: string; readonly label: string; readonly order: Order }[];
  /** The applied sort order; shown as the first of `orders` if it is not one of them. */
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function isSame(left: object, right: object): boolean {
  const entries = Object.entries(left);
  return entries.every(([key, value]) => Reflect.get(right, key) === value);
}

/** The sort order of a list, with a menu of the others. */
export function SortMenu<Order extends object>({ orders, order, onOrder }: SortMenuProps<Order>) {
  const text = useText();
  const label = text('query.sortLabel');
  const now = orders.find((each) => isSame(each.order, order));
  return (
    <MenuButton
      look="quiet"
      label={label}
      groups={[{ label, choices: orders.map(({ id, label: name }) => ({ id, label: name })) }]}
      chosen={now === undefined ? [] : [now.id]}
      onChoose={(chosen) => {
        const found = orders.find(({ id }) => id === chosen);
        if (found !== undefined) onOrder(found.order);
      }}
    >
      <span className="visually-hidden">{label}: </span>
      {(now ?? orders[0])?.label}
    </MenuButton>
  );
}

interface QuerySearchProps {
  readonly label: string;
  /** The applied search. */
  readonly text: string;
  /** Called with the typed text after a pause in typing (debounce). Must be a stable function. */
  readonly onText: (text: string) => void;
}

/** The search box of a list; the search runs after a pause in typing. */
export function QuerySearch({ label, text: applied, onText }: QuerySearchProps) {
  const text = useText();
  const [typed, setTyped, applyNow] = usePausedText(applied, onText);
  function leave(): void {
    applyNow();
    focusPane('list');
  }
  return (
    <SearchBox
      label={label}
      clearLabel={text('list.clearSearch')}
      value={typed}
      onChange={setTyped}
      onDone={leave}
    />
  );
}

interface QueryTabsProps<V extends string> {
  readonly label: string;
  /** In display order; a count is null until it is known. */
  readonly tabs: readonly { readonly id: V; readonly label: string; readonly count: number | null }[];
  readonly open: V;
  readonly onOpen: (tab: V) => void;
}

/** Tabs for the states of a list's records, each with its count. */
export function QueryTabs<V extends string>({ label, tabs, open, onOpen }: QueryTabsProps<V>) {
  return (
    <ToggleButtonGroup
      className="query-tabs"
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[open]}
      onSelectionChange={(keys) => {
        const tab = tabs.find(({ id }) => keys.has(id));
        if (tab !== undefined) onOpen(tab.id);
      }}
    >
      {tabs.map(({ id, label: name, count }) => (
        <ToggleButton key={id} id={id} className="query-tab">
          <span className="query-tab-count">{count === null ? '–' : countText(count)}</span>{' '}
          <span className="query-tab-name">{name}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
