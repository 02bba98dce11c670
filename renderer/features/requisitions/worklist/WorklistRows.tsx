import { useStore } from 'zustand';
import { WORKLIST_LANGUAGE } from '#contract/worklist-query.ts';
import { QueryEmpty } from '#renderer/records/query/QueryEmpty.tsx';
import { QueryListRows, usePicking } from '#renderer/records/query/QueryLines.tsx';
import { QueryRows, useRowHeight } from '#renderer/records/query/QueryRows.tsx';
import { useSearchedWords } from '#renderer/records/query/use-read-query.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { useQuery } from './use-query.ts';
import { WorklistRowView } from './WorklistLine.tsx';

/** The lines of the worklist, in every state they can be in. */
export function WorklistRows() {
  const text = useText();
  const { browsers, worklist } = useStores();
  const query = useQuery();
  const all = useStore(worklist.counts, ({ counts, text: of }) =>
    of === query.text ? (counts?.all ?? 0) : 0,
  );
  const words = useSearchedWords(WORKLIST_LANGUAGE, query.text);
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
      <Rows words={words} rowHeight={rowHeight} />
    </QueryRows>
  );
}

interface RowsProps {
  readonly words: readonly string[];
  readonly rowHeight: number;
}

function Rows({ words, rowHeight }: RowsProps) {
  const text = useText();
  const now = useNow();
  const { browsers, worklist } = useStores();
  const browser = browsers.requisition;
  const rows = useStore(browser.list.store, (state) => state.rows);
  const picking = usePicking(worklist.selection, rows);
  const held = useStore(worklist.reviews.store, (reviews) => reviews.held);
  return (
    <QueryListRows
      label={text('place.requisitions')}
      browser={browser}
      rowHeight={rowHeight}
      picking={picking}
    >
      {(row, { isFocused }) => (
        <WorklistRowView
          row={row}
          now={now}
          words={words}
          isFocused={isFocused}
          isPicked={picking.picked.has(row.id)}
          isHeld={held.some(({ id }) => id === row.id)}
        />
      )}
    </QueryListRows>
  );
}
