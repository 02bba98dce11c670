import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { panesSchema } from '#contract/settings.ts';
import type { Selection } from '#renderer/state/list/browser.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { focusPane, isFocusLost } from '#renderer/ui/panes.ts';
import { SplitHandle } from '#renderer/ui/SplitHandle.tsx';
import './split-screen.css';

interface SplitScreenProps {
  /** The screen's name, as its heading. */
  readonly title: string;
  readonly selection: StoreApi<Selection>;
  readonly list: ReactNode;
  readonly record: ReactNode;
}

const LEAST = panesSchema.shape.list.minValue ?? 0;
const MAX = panesSchema.shape.list.maxValue ?? Number.MAX_SAFE_INTEGER;

/** Moves the focus to a visible element if opening or closing a record removed the focused one. */
function useFocusFollows(isOpen: boolean): void {
  const before = useRef(isOpen);
  useEffect(() => {
    if (before.current === isOpen) return;
    before.current = isOpen;
    if (isFocusLost()) focusPane(isOpen ? 'record' : 'list');
  }, [isOpen]);
}

/** A list beside a record; in a narrow window an open record replaces the list. */
export function SplitScreen({ title, selection, list, record }: SplitScreenProps) {
  const text = useText();
  const { preferences } = useStores();
  const panes = useStore(preferences.store, ({ settings }) => settings.panes);
  const isOpen = useStore(selection, ({ opened }) => opened);
  const [dragged, setDragged] = useState<number | null>(null);
  useFocusFollows(isOpen);
  const width = dragged ?? panes.list;

  async function rest(list: number): Promise<void> {
    await preferences.choose({ panes: { ...panes, list } });
    setDragged(null);
  }

  return (
    <div
      className="split-screen"
      data-open={isOpen ? '' : undefined}
      style={{ '--list-width': `${width}px` }}
    >
      <h1 className="visually-hidden">{title}</h1>
      <section className="split-list" data-pane="list" tabIndex={-1} aria-label={text('pane.list')}>
        {list}
      </section>
      <SplitHandle
        label={text('pane.resizeList')}
        width={width}
        least={LEAST}
        most={MAX}
        onDrag={setDragged}
        onRest={(value) => void rest(value)}
      />
      <section className="split-record" data-pane="record" tabIndex={-1} aria-label={text('pane.record')}>
        {record}
      </section>
    </div>
  );
}
