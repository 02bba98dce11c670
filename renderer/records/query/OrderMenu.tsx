import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';

interface SortMenuProps<Order extends object> {
  /** In the order in which they are offered. */
  readonly orders: readonly { readonly id: string; readonly label: string; readonly order: Order }[];
  /** The order that holds; shown as the first where it is none of them. */
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function isSame(left: object, right: object): boolean {
  const entries = Object.entries(left);
  return entries.every(([key, value]) => Reflect.get(right, key) === value);
}

/** The order of a list, and a menu of others. */
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
