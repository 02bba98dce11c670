import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useDesk } from '#renderer/state/use-desk.ts';
import { PaperPane } from './PaperPane.tsx';

interface PaperSplitProps {
  /** Of the requisition. */
  readonly id: string;
  readonly isDraft: boolean;
  /** The record itself. */
  readonly children: ReactNode;
}

/** A record and its PDF: side by side where a PDF is here and there is room for both, else one after the other. */
export function PaperSplit({ id, isDraft, children }: PaperSplitProps) {
  const isBeside = useStore(useDesk().paper.store, ({ id: shown, paper }) => {
    return shown === id && paper !== null && paper.hash !== null;
  });
  return (
    <div className="paper-room">
      <div className="paper-split" data-beside={isBeside ? '' : undefined}>
        <div className="record-scroll">{children}</div>
        <PaperPane id={id} isDraft={isDraft} />
      </div>
    </div>
  );
}
