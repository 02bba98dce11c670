import { useStore } from 'zustand';
import type { PendingOperation } from '#contract/outbox.ts';
import { needsPerson } from '#renderer/shared/pending/pending-labels.ts';
import { useSome } from '#renderer/shared/use-some.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { WriteCard } from './WriteCard.tsx';
import { WriteEditor } from './WriteEditor.tsx';
import styles from './outbox.module.css';

/** The pending changes, split into those that need a decision and those that are sent automatically. */
export interface Sorted {
  readonly needs: readonly PendingOperation[];
  readonly waits: readonly PendingOperation[];
}

/** Splits the pending changes; each part keeps the order of the outbox. */
export function sorted(waiting: readonly PendingOperation[]): Sorted {
  return {
    needs: waiting.filter(needsPerson),
    waits: waiting.filter((write) => !needsPerson(write)),
  };
}

interface WaitingListsProps {
  readonly waiting: readonly PendingOperation[];
  readonly isCut: boolean;
}

/** Changes that need a decision, then the others in sending order; a change being edited is above both. */
export function WaitingLists({ waiting, isCut }: WaitingListsProps) {
  const text = useText();
  const { view, writeEdits } = useStores();
  const highlightedWrite = useStore(view.store, (state) => state.highlightedWrite);
  const edits = useStore(writeEdits.store);
  // An editor stays open while the user visits another screen.
  const edited = new Set([
    ...(highlightedWrite?.to === 'edit' ? [highlightedWrite.number] : []),
    ...edits.keys(),
  ]);
  const { needs, waits } = sorted(waiting);
  return (
    <>
      {[...edited].map((number) => (
        <WriteEditor key={number} number={number} waiting={waiting} onDone={() => view.seekWrite(number)} />
      ))}
      <Section level={2} title={text('activity.needsTitle')} count={needs.length}>
        {needs.length === 0 && <p className="muted">{text('activity.needsNone')}</p>}
        <Writes writes={needs} isOpen />
      </Section>
      <Section level={2} title={text('activity.waitsTitle')} count={waits.length}>
        {waits.length === 0 && (
          <p className="muted">{text(needs.length === 0 ? 'activity.waitsNone' : 'activity.waitsNoMore')}</p>
        )}
        <Writes writes={waits} isOpen={false} />
        {isCut && <p className="muted">{text('activity.cut')}</p>}
      </Section>
    </>
  );
}

function Writes({
  writes,
  isOpen,
}: {
  readonly writes: WaitingListsProps['waiting'];
  readonly isOpen: boolean;
}) {
  const [shown, more] = useSome(writes);
  if (writes.length === 0) return null;
  return (
    <>
      <ol className={styles.writes}>
        {shown.map((write) => (
          <li key={write.number}>
            <WriteCard write={write} isOpen={isOpen} />
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
