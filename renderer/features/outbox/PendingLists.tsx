import { useStore } from 'zustand';
import type { PendingChange } from '#contract/outbox.ts';
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
  readonly needingDecision: readonly PendingChange[];
  readonly automatic: readonly PendingChange[];
}

/** Splits the pending changes; each part keeps the order of the outbox. */
export function splitByNeedOfDecision(pending: readonly PendingChange[]): PendingChangeGroups {
  return {
    needingDecision: pending.filter(needsDecision),
    automatic: pending.filter((change) => !needsDecision(change)),
  };
}

interface PendingListsProps {
  readonly pending: readonly PendingChange[];
  readonly hasMore: boolean;
}

/** Changes that need a decision, then the others in sending order; a change being edited is above both. */
export function PendingLists({ pending, hasMore }: PendingListsProps) {
  const text = useText();
  const { view, pendingChangeEdits } = useStores();
  const highlightedChange = useStore(view.store, (state) => state.highlightedChange);
  const edits = useStore(pendingChangeEdits.store);
  // The changes whose editor is open; it stays open while the user visits another screen.
  const edited = new Set([
    ...(highlightedChange?.mode === 'edit' ? [highlightedChange.number] : []),
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
          onDone={() => view.showChange(number)}
        />
      ))}
      <Section level={2} title={text('activity.needsTitle')} count={needingDecision.length}>
        {needingDecision.length === 0 && <p className="muted">{text('activity.needsNone')}</p>}
        <PendingChangeCards changes={needingDecision} isOpen />
      </Section>
      <Section level={2} title={text('activity.waitsTitle')} count={automatic.length}>
        {automatic.length === 0 && (
          <p className="muted">
            {text(needingDecision.length === 0 ? 'activity.waitsNone' : 'activity.waitsNoMore')}
          </p>
        )}
        <PendingChangeCards changes={automatic} isOpen={false} />
        {hasMore && <p className="muted">{text('activity.cut')}</p>}
      </Section>
    </>
  );
}

function PendingChangeCards({
  changes,
  isOpen,
}: {
  readonly changes: PendingListsProps['pending'];
  readonly isOpen: boolean;
}) {
  const highlighted = useStore(useStores().view.store, ({ highlightedChange }) => highlightedChange?.number);
  // A change that a link leads to is shown, however far down it is.
  const least = changes.findIndex(({ number }) => number === highlighted) + 1;
  const [shown, more] = useEntriesWithShowMoreButton(changes, undefined, least);
  if (changes.length === 0) return null;
  return (
    <>
      <ol className={styles.writes}>
        {shown.map((change) => (
          <li key={change.number}>
            <PendingChangeCard change={change} isOpen={isOpen} />
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
