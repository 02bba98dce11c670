import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { PdfPane } from './PaperPane.tsx';

interface PdfSplitProps {
  /** Of the requisition. */
  readonly id: string;
  readonly isDraft: boolean;
  /** The record itself. */
  readonly children: ReactNode;
}

/** A record and its PDF: side by side where a PDF is here and there is room for both, else one after the other. */
export function PdfSplit({ id, isDraft, children }: PdfSplitProps) {
  const isBeside = useStore(useStores().pdf.store, ({ id: shown, pdf }) => {
    return shown === id && pdf !== null && pdf.hash !== null;
  });
  return (
    <div className="paper-room">
      <div className="paper-split" data-beside={isBeside ? '' : undefined}>
        <div className="record-scroll">{children}</div>
        <PdfPane id={id} isDraft={isDraft} />
      </div>
    </div>
  );
}
