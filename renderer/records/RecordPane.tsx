import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorSentence } from '#contract/error-text.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Browser } from '#renderer/state/browser.ts';
import { useText } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { RecordHead } from './RecordHead.tsx';
import './record-pane.css';

interface RecordPaneProps<F, R, Rec> {
  readonly browser: Browser<F, R, Rec>;
  readonly children: (record: Rec, fetchedAt: EpochMs) => ReactNode;
}

const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 44;

/** The open record of a kind, in every state it can be in. */
export function RecordPane<F, R, Rec>({ browser, children }: RecordPaneProps<F, R, Rec>) {
  const text = useText();
  const state = useStore(browser.record.store);
  switch (state.phase) {
    case 'none':
      return <Notice title={text('record.none')} hint={text('record.noneHint')} />;
    case 'loading':
      return (
        <div className="record-pane">
          <RecordHead onClose={browser.close} />
          <Skeleton label={text('record.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
        </div>
      );
    case 'failed': {
      const again = { label: text('list.tryAgain'), run: () => browser.record.changed([]) };
      return (
        <div className="record-pane">
          <RecordHead onClose={browser.close} />
          <Notice
            role="alert"
            title={text('record.failed')}
            hint={errorSentence(state.error)}
            action={again}
          />
        </div>
      );
    }
    case 'ready':
      return (
        <article className="record-pane" key={state.id}>
          {children(state.record, state.fetchedAt)}
        </article>
      );
  }
}
