import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Health } from '#contract/sync-health.ts';
import { submitEditorBySaveKey } from '#renderer/shared/editing/editor-keys.ts';
import { PackStatus } from '#renderer/shared/downtime-pack/PackStatus.tsx';
import { countPending } from '#renderer/state/sync/health.ts';
import type { OutboxState } from '#renderer/state/sync/outbox.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { DraftList } from './DraftList.tsx';
import { LocalStoreLoss } from './LocalStoreLoss.tsx';
import { MissingRecords } from './MissingRecords.tsx';
import { QuarantineList } from './QuarantineList.tsx';
import { ClosedOutboxChangeList } from './ClosedOutboxChangeList.tsx';
import { SyncDetails } from './SyncDetails.tsx';
import { PendingLists } from './PendingLists.tsx';
import styles from './outbox.module.css';

const SKELETON_ROWS = 4;
const SKELETON_HEIGHT = 44;

/**
 * Returns whether the list is older than the last change: an outdated empty list must not read "nothing
 * pending".
 */
function isOutdated({ pending, revision, readRevision }: OutboxState, known: Health | null): boolean {
  if (pending?.length !== 0) return false;
  return revision !== readRevision || (known !== null && countPending(known.outbox) > 0);
}

/** The outbox screen: changes that need a decision, pending changes, sent changes, sync details. */
export function OutboxScreen() {
  const text = useText();
  const { outbox, health } = useStores();
  const state = useStore(outbox.store);
  const { pending, hasMore, closed, quarantined, error } = state;
  const known = useStore(health.store, (state) => state.health);
  useEffect(() => outbox.show(), [outbox]);
  const isBehind = isOutdated(state, known);
  const isLoading = error === null && (pending === null || isBehind);
  const again = { label: text('activity.tryAgain'), run: outbox.invalidate };
  return (
    <SingleColumnPage width="medium" onKeyDown={submitEditorBySaveKey}>
      <div>
        <h1>{text('screen.outbox')}</h1>
        <p className={styles.activityLead}>{text('activity.lead')}</p>
      </div>
      {known !== null && known.localStore.state !== 'fine' && <LocalStoreLoss local={known.localStore} />}
      {error !== null && (
        <EmptyPaneMessage
          role="alert"
          title={text('activity.failed')}
          hint={`${getErrorSentence(error)} ${text('activity.failedSafe')}`}
          action={again}
        />
      )}
      {isLoading && (
        <Skeleton label={text('activity.loading')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />
      )}
      <PackStatus shows="problems" hasSettingsButton />
      <DraftList />
      {pending !== null && !isBehind && <PendingLists pending={pending} hasMore={hasMore} />}
      <MissingRecords />
      {known !== null && (
        <Section level={2} title={text('health.title')}>
          <SyncDetails health={known} />
        </Section>
      )}
      {closed !== null && <ClosedOutboxChangeList closed={closed} />}
      {quarantined.length > 0 && <QuarantineList quarantined={quarantined} />}
    </SingleColumnPage>
  );
}
