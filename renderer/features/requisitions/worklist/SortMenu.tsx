import type { WorklistOrder } from '#contract/worklist.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { useQuery } from './use-query.ts';

const SORTS = {
  updatedNewest: { by: 'updated', descending: true },
  updatedOldest: { by: 'updated', descending: false },
  createdNewest: { by: 'created', descending: true },
  createdOldest: { by: 'created', descending: false },
  nameUp: { by: 'name', descending: false },
  nameDown: { by: 'name', descending: true },
  patientUp: { by: 'patient', descending: false },
  deadlineUp: { by: 'deadline', descending: false },
  deadlineDown: { by: 'deadline', descending: true },
} as const satisfies Readonly<Record<string, WorklistOrder>>;
const SORT_NAMES = Object.keys(SORTS) as readonly (keyof typeof SORTS)[]; // the keys of the object above

/** The order of the list, and a menu of others. */
export function SortMenu() {
  const text = useText();
  const { worklist } = useDesk();
  const { order } = useQuery();
  const now = SORT_NAMES.find(
    (name) => SORTS[name].by === order.by && SORTS[name].descending === order.descending,
  );
  const label = text('worklist.sortLabel');
  return (
    <MenuButton
      look="quiet"
      label={label}
      groups={[
        { label, choices: SORT_NAMES.map((name) => ({ id: name, label: text(`worklist.sorts.${name}`) })) },
      ]}
      chosen={now === undefined ? [] : [now]}
      onChoose={(chosen) => {
        const name = SORT_NAMES.find((each) => each === chosen);
        if (name !== undefined) worklist.ask({ order: SORTS[name] });
      }}
    >
      <span className="visually-hidden">{label}: </span>
      {text(`worklist.sorts.${now ?? 'updatedNewest'}`)}
    </MenuButton>
  );
}
