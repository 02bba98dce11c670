import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/records.ts';
import { PANE_LIMITS } from '#contract/pane-limits.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { focusPane, isFocusLost } from '#renderer/ui/panes.ts';
import { SplitHandle } from '#renderer/ui/SplitHandle.tsx';
import { RecordPane } from './record/RecordPane.tsx';
import styles from './shared.module.css';

interface ListAndRecordScreenProps<F, R, Rec> {
  /** The screen's name, as its heading. */
  readonly title: string;
  readonly kind: Kind;
  readonly browser: ListAndRecordStore<F, R, Rec>;
  readonly list: ReactNode;
  /** Renders the open record. `fetchedAt` is when the service sent it, null if it has not sent it yet. */
  readonly children: (record: Rec, fetchedAt: EpochMs | null) => ReactNode;
}

/** Moves the focus to a visible element if opening, closing or widening a record removed the focused one. */
function useFocusFollows(isOpen: boolean, isWide: boolean): void {
  const state = `${isOpen} ${isWide}`;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (isFocusLost()) focusPane(isOpen ? 'record' : 'list');
  }, [state, isOpen]);
}

/** A list beside the open record; in a narrow window, or where the user wants it wide, an open record takes the list's place. */
export function ListAndRecordScreen<F, R, Rec>({
  title,
  kind,
  browser,
  list,
  children,
}: ListAndRecordScreenProps<F, R, Rec>) {
  const text = useText();
  const { preferences, view } = useStores();
  const isWide = useStore(view.store, ({ isRecordWide }) => isRecordWide);
  const panes = useStore(preferences.store, ({ settings }) => settings.panes);
  const isOpen = useStore(browser.currentRow, ({ opened }) => opened);
  const [dragged, setDragged] = useState<number | null>(null);
  useFocusFollows(isOpen, isWide);
  const width = dragged ?? panes.list;

  async function rest(list: number): Promise<void> {
    await preferences.choose({ panes: { ...panes, list } });
    setDragged(null);
  }

  return (
    <div
      className={styles.splitScreen}
      data-print="flow"
      data-open={isOpen ? '' : undefined}
      data-wide={isOpen && isWide ? '' : undefined}
      style={{ '--list-width': `${width}px` }}
    >
      <h1 className="visually-hidden">{title}</h1>
      <section
        className={styles.splitList}
        data-print="hide"
        data-pane="list"
        tabIndex={-1}
        aria-label={text('pane.list')}
      >
        {list}
      </section>
      <SplitHandle
        label={text('pane.resizeList')}
        width={width}
        min={PANE_LIMITS.list.min}
        max={PANE_LIMITS.list.max}
        onDrag={setDragged}
        onRest={(value) => void rest(value)}
      />
      <section
        className={styles.splitRecord}
        data-print="flow"
        data-pane="record"
        tabIndex={-1}
        aria-label={text('pane.record')}
      >
        <RecordPane kind={kind} browser={browser}>
          {children}
        </RecordPane>
      </section>
    </div>
  );
}
