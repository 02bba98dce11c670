import type { ComponentProps, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/records.ts';
import type { PendingChange } from '#contract/outbox.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import type { RecordWithPending } from '#renderer/state/list/record.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { QueryError } from '../QueryError.tsx';
import { UnsentChangesProvider, useUnsentChanges } from '../pending/PendingBadge.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import styles from './record.module.css';

interface RecordPaneProps<F, R, Rec> {
  readonly kind: Kind;
  readonly browser: ListAndRecordStore<F, R, Rec>;
  /** Renders the record. `fetchedAt` is null if the service has not sent it yet. */
  readonly children: (record: Rec, fetchedAt: EpochMs | null) => ReactNode;
}

const NO_CHANGES: readonly PendingChange[] = [];
const SKELETON_ROWS = 6;
const SKELETON_HEIGHT = 44;

/** The open record of a kind, or its loading or error state. */
export function RecordPane<F, R, Rec>({ kind, browser, children }: RecordPaneProps<F, R, Rec>) {
  const text = useText();
  const state = useStore(browser.record.store);
  const hasNoRows = useStore(browser.list.store, ({ phase, rows }) => phase === 'ready' && rows.length === 0);
  const retry = (): void => browser.record.invalidate([]);
  switch (state.phase) {
    case 'none':
      return (
        <EmptyPaneMessage
          title={text('record.none')}
          {...(hasNoRows ? {} : { hint: text('record.noneHint') })}
        />
      );
    case 'loading':
      return (
        <div className={styles.recordPane} data-print="flow">
          <RecordHeader onClose={browser.close} />
          <Skeleton label={text('record.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.recordPane} data-print="flow">
          <RecordHeader onClose={browser.close} />
          <EmptyPaneMessage
            role="alert"
            title={text('record.failed')}
            hint={getErrorSentence(state.error)}
            action={{ label: text('list.tryAgain'), run: retry }}
          />
        </div>
      );
    case 'ready':
      return (
        // The service's id in place of the local one makes it no other record: what is open in it stays open.
        <LoadedRecord key={state.openedAs} kind={kind} loaded={state} reload={{ error: state.error, retry }}>
          {children}
        </LoadedRecord>
      );
  }
}

interface LoadedRecordProps<Rec> {
  readonly kind: Kind;
  readonly loaded: RecordWithPending<Rec>;
  /** The last reload of the record. */
  readonly reload: ComponentProps<typeof QueryError>['query'];
  readonly children: (record: Rec, fetchedAt: EpochMs | null) => ReactNode;
}

function LoadedRecord<Rec>({ kind, loaded, reload, children }: LoadedRecordProps<Rec>) {
  const text = useText();
  const changes = useUnsentChanges(kind, loaded);
  return (
    <UnsentChangesProvider value={changes.value ?? NO_CHANGES}>
      <article className={styles.recordPane} data-print="flow">
        <QueryError query={reload} sentence={text('record.stale')} />
        <QueryError query={changes} sentence={text('pending.failed')} />
        {children(loaded.record, loaded.fetchedAt)}
      </article>
    </UnsentChangesProvider>
  );
}
