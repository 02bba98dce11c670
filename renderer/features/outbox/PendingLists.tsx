import { useStore } from 'zustand';
import type { PendingOperation } from '#contract/outbox.ts';
import { needsDecision } from '#renderer/shared/pending/pending-labels.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { PendingChangeCard } from './PendingChangeCard.tsx';
import { PendingChangeEditor } from './PendingChangeEditor.tsx';
import styles from './outbox.module.css';

/** Two lists of pending changes: those that need a decision, and those that are sent automatically. */
export interface PendingChangeGroups {
  readonly needingDecision: readonly PendingOperation[];
  readonly automatic: readonly PendingOperation[];
}

/** Splits the pending changes; each part keeps the order of the outbox. */
export function splitByNeedOfDecision(pending: readonly PendingOperation[]): PendingChangeGroups {
  return {
    needingDecision: pending.filter(needsDecision),
    automatic: pending.filter((write) => !needsDecision(write)),
  };
}

interface PendingListsProps {
  readonly pending: readonly PendingOperation[];
  readonly hasMore: boolean;
}

/** Changes that need a decision, then the others in sending order; a change being edited is above both. */
export function PendingLists({ pending, hasMore }: PendingListsProps) {
  const text = useText();
  const { view, writeEdits } = useStores();
  const highlightedWrite = useStore(view.store, (state) => state.highlightedWrite);
  const edits = useStore(writeEdits.store);
  // The changes whose editor is open; it stays open while the user visits another screen.
  const edited = new Set([
    ...(highlightedWrite?.to === 'edit' ? [highlightedWrite.number] : []),
    ...edits.keys(),
  ]);
  const { needingDecision, automatic } = splitByNeedOfDecision(pending);
  return (
    <>
      {[...edited].map((number) => (
        <PendingChangeEditor
          key={number}
          number={number}
          pending={pending}
          onDone={() => view.showWrite(number)}
        />
      ))}
      <Section level={2} title={text('activity.needsTitle')} count={needingDecision.length}>
        {needingDecision.length === 0 && <p className="muted">{text('activity.needsNone')}</p>}
        <PendingChangeCards writes={needingDecision} isOpen />
      </Section>
      <Section level={2} title={text('activity.waitsTitle')} count={automatic.length}>
        {automatic.length === 0 && (
          <p className="muted">
            {text(needingDecision.length === 0 ? 'activity.waitsNone' : 'activity.waitsNoMore')}
          </p>
        )}
        <PendingChangeCards writes={automatic} isOpen={false} />
        {hasMore && <p className="muted">{text('activity.cut')}</p>}
      </Section>
    </>
  );
}

function PendingChangeCards({
  writes,
  isOpen,
}: {
  readonly writes: PendingListsProps['pending'];
  readonly isOpen: boolean;
}) {
  const [shown, more] = useEntriesWithShowMoreButton(writes);
  if (writes.length === 0) return null;
  return (
    <>
      <ol className={styles.writes}>
        {shown.map((write) => (
          <li key={write.number}>
            <PendingChangeCard write={write} isOpen={isOpen} />
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
