import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import type { Loaded } from '#renderer/state/record.ts';
import { useDesk } from '#renderer/state/use-desk.ts';

/** The unsent writes of the record on screen. */
const RecordWrites = createContext<readonly PendingOperation[]>([]);

/** Hands the unsent writes of a record to everything that shows a part of it. */
export const RecordWritesProvider = RecordWrites.Provider;

/** The unsent writes of the record around this, oldest first. */
export function useRecordWrites(): readonly PendingOperation[] {
  return useContext(RecordWrites);
}

/** What has to be known of a record to ask for its writes. */
type RecordAtHand = Pick<Loaded<unknown>, 'id' | 'pending'>;

const NONE: readonly PendingOperation[] = [];

interface FetchedWrites {
  readonly id: string;
  readonly writes: readonly PendingOperation[];
}

/** Asks for the unsent writes of a record that has some, again whenever the outbox changed. */
export function useWritesOf(kind: Kind, { id, pending }: RecordAtHand): readonly PendingOperation[] {
  const { calls, outbox } = useDesk();
  const revision = useStore(outbox.store, (state) => state.revision);
  const [fetched, setFetched] = useState<FetchedWrites | null>(null);
  const hasSome = pending !== null;
  useEffect(() => {
    if (!hasSome) return;
    let isCurrent = true;
    void calls['outbox.list']({ of: { kind, id } }).then((answer) => {
      if (isCurrent && answer.ok) setFetched({ id, writes: answer.value.items });
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of the outbox is why it asks again
  }, [calls, kind, id, hasSome, revision]);
  return hasSome && fetched?.id === id ? fetched.writes : NONE;
}
