import { useStore } from 'zustand';
import { WORKLIST_LANGUAGE } from '#contract/worklist-query.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { QueryLines, usePicking } from '#renderer/records/query/QueryLines.tsx';
import { QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSoughtWords } from '#renderer/records/query/use-read-query.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { useQuery } from './use-query.ts';
import { WorklistLine } from './WorklistLine.tsx';

/** The lines of the worklist, in every state they can be in. */
export function WorklistRows() {
  const text = useText();
  const { browsers, worklist } = useDesk();
  const query = useQuery();
  const all = useStore(worklist.counts, ({ counts, text: of }) =>
    of === query.text ? (counts?.all ?? 0) : 0,
  );
  const words = useSoughtWords(WORKLIST_LANGUAGE, query.text);
  const rowHeight = useRowHeight(words);
  return (
    <QueryRows
      list={browsers.requisition.list}
      rowHeight={rowHeight}
      empty={
        <QueryEmpty
          kind="requisition"
          list={browsers.requisition.list}
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
  const rows = useStore(browser.list.store, (state) => state.rows);
  const picking = usePicking(worklist.marks, rows);
  const held = useStore(worklist.reviews.store, (reviews) => reviews.held);
  return (
    <QueryLines label={text('place.requisitions')} browser={browser} rowHeight={rowHeight} picking={picking}>
      {(row, { isFocused }) => (
        <WorklistLine
          row={row}
          now={now}
          words={words}
          isFocused={isFocused}
          isPicked={picking.picked.has(row.id)}
          isHeld={held.some(({ id }) => id === row.id)}
        />
      )}
    </QueryLines>
  );
}
