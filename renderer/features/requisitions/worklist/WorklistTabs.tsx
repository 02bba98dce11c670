import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { useStore } from 'zustand';
import { WORKLIST_TABS, type WorklistCounts, type WorklistTab } from '#contract/worklist.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { countText } from '#renderer/ui/format.ts';
import { useQuery } from './use-query.ts';

/** The tabs that are shown: the one for statuses that nobody knows only where there are such, or it is open. */
function shownTabs(counts: WorklistCounts | null, open: WorklistTab): readonly WorklistTab[] {
  return WORKLIST_TABS.filter(
    (tab) => tab !== 'unknown' || open === 'unknown' || (counts !== null && counts.unknown > 0),
  );
}

/** How the requisitions stand, in the order of work, each with its count. */
export function WorklistTabs() {
  const text = useText();
  const { worklist } = useDesk();
  const { tab: open } = useQuery();
  const counts = useStore(worklist.counts, (state) => state.counts);
  return (
    <ToggleButtonGroup
      className="worklist-tabs"
      aria-label={text('worklist.tabs')}
      disallowEmptySelection
      selectedKeys={[open]}
      onSelectionChange={(keys) => {
        const tab = WORKLIST_TABS.find((each) => keys.has(each));
        if (tab !== undefined) worklist.ask({ tab });
      }}
    >
      {shownTabs(counts, open).map((tab) => (
        <ToggleButton key={tab} id={tab} className="worklist-tab">
          <span className="worklist-tab-count">{counts === null ? '–' : countText(counts[tab])}</span>{' '}
          <span className="worklist-tab-name">{text(`worklist.tab.${tab}`)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
