import { useStore } from 'zustand';
import { WORKLIST_LANGUAGE } from '#contract/worklist-query.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { fullLength, QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSoughtWords } from '#renderer/records/query/use-read-query.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { useQuery } from './use-query.ts';
import { WorklistLine } from './WorklistLine.tsx';

/** The lines of the worklist, in every state they can be in. */
export function WorklistRows() {
  const text = useText();
  const { browsers, worklist } = useDesk();
  const query = useQuery();
  const all = useStore(worklist.counts, ({ counts }) => counts?.all ?? 0);
  const words = useSoughtWords(WORKLIST_LANGUAGE, query.text);
  const rowHeight = useRowHeight(words);
  return (
    <QueryRows
      list={browsers.requisition.list}
      rowHeight={rowHeight}
      empty={
        <QueryEmpty
          kind="requisition"
          text={query.text}
          onText={(typed) => worklist.ask({ text: typed })}
          all={all}
          onShowAll={() => worklist.ask({ tab: 'all' })}
          none={text('list.emptyRequisitions')}
        />
      }
    >
      <Lines words={words} rowHeight={rowHeight} />
    </QueryRows>
  );
}

interface LinesProps {
  readonly words: readonly string[];
  readonly rowHeight: number;
}

function Lines({ words, rowHeight }: LinesProps) {
  const text = useText();
  const now = useNow();
  const { browsers, worklist } = useDesk();
  const browser = browsers.requisition;
  const state = useStore(browser.list.store);
  const { rows } = state;
  const selected = useStore(browser.selection, (value) => value.selected);
  const picked = useStore(worklist.marks.store, ({ ids }) => ids);
  const held = useStore(worklist.reviews.store, (reviews) => reviews.held);
  return (
    <VirtualList
      label={text('place.requisitions')}
      rows={rows}
      total={fullLength(state)}
      rowHeight={rowHeight}
      selected={selected}
      onOpen={browser.open}
      onOpenSelected={browser.openSelected}
      onMove={browser.move}
      onLook={browser.list.look}
      anchorRef={browser.anchor}
      picking={{
        picked,
        onToggle: worklist.marks.toggle,
        onExtend: (id) => worklist.marks.extendTo(id, rows),
      }}
    >
      {(row, { isFocused }) => (
        <WorklistLine
          row={row}
          now={now}
          words={words}
          isFocused={isFocused}
          isPicked={picked.has(row.id)}
          isHeld={held.some(({ id }) => id === row.id)}
        />
      )}
    </VirtualList>
  );
}
