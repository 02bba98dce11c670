import { createContext, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/ids.ts';
import type { PendingOperation } from '#contract/outbox.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Loaded } from '#renderer/state/record.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useAsked, type Asked } from './use-asked.ts';

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

/**
 * Asks for the unsent writes of a record that has some, again whenever the outbox changed. A failure is returned and has to be
 * shown: without its writes a record looks as if the service had all of it.
 */
export function useWritesOf(kind: Kind, { id, pending }: RecordAtHand): Asked<readonly PendingOperation[]> {
  const { calls, outbox } = useStores();
  const revision = useStore(outbox.store, (state) => state.revision);
  const hasSome = pending !== null;
  const ask = useMemo(
    () =>
      hasSome
        ? async (): Promise<Result<readonly PendingOperation[]>> => {
            const answer = await calls['outbox.list']({ of: { kind, id } });
            return answer.ok ? ok(answer.value.items) : answer;
          }
        : null,
    [calls, kind, id, hasSome],
  );
  return useAsked(ask, revision, 0);
}
