import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { useSoughtWords } from './use-query.ts';
import { WorklistEmpty } from './WorklistEmpty.tsx';
import { WorklistLine } from './WorklistLine.tsx';

const ROW_HEIGHTS = { comfortable: 44, compact: 32 };
/** The line under a row that shows where a search was found. */
const HIT_HEIGHT = 18;
const SKELETON_ROWS = 12;

/** The lines of the worklist, in every state they can be in. */
export function WorklistRows() {
  const text = useText();
  const { preferences, session, browsers } = useDesk();
  const state = useStore(browsers.requisition.list.store);
  const density = useStore(preferences.store, ({ settings }) => settings.density);
  const isOpening = useStore(session.store, ({ accounts }) => accounts.session === 'opening');
  const words = useSoughtWords();
  const rowHeight = ROW_HEIGHTS[density] + (words.length > 0 ? HIT_HEIGHT : 0);

  if (state.rows.length > 0) return <Lines words={words} rowHeight={rowHeight} />;
  if (isOpening || (state.phase === 'loading' && state.error === null))
    return <Skeleton label={text('list.loading')} rows={SKELETON_ROWS} rowHeight={rowHeight} />;
  if (state.error === null) return <WorklistEmpty />;
  return (
    <Notice
      role="alert"
      title={text('list.failed')}
      hint={errorSentence(state.error)}
      action={{ label: text('list.tryAgain'), run: browsers.requisition.list.changed }}
    />
  );
}

interface LinesProps {
  readonly words: readonly string[];
  readonly rowHeight: number;
}

function Lines({ words, rowHeight }: LinesProps): ReactNode {
  const text = useText();
  const now = useNow();
  const { browsers, worklist } = useDesk();
  const browser = browsers.requisition;
  const { rows, next, count } = useStore(browser.list.store);
  const selected = useStore(browser.selection, (value) => value.selected);
  const picked = useStore(worklist.marks.store, ({ ids }) => ids);
  const held = useStore(worklist.reviews.store, (reviews) => reviews.held);
  return (
    <VirtualList
      label={text('place.requisitions')}
      rows={rows}
      total={next === null ? rows.length : Math.max(rows.length + 1, count?.count ?? 0)}
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
