import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { countText } from '#renderer/ui/format.ts';
import './query.css';

interface QueryTabsProps<V extends string> {
  readonly label: string;
  /** In the order in which they stand; a count is null before anybody knows it. */
  readonly tabs: readonly { readonly id: V; readonly label: string; readonly count: number | null }[];
  readonly open: V;
  readonly onOpen: (tab: V) => void;
}

/** How the records of a list stand, each with its count. */
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
