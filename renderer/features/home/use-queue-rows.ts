import { useStore } from 'zustand';
import type { CountedQueues } from '#renderer/state/home/home.ts';
import { countDecisions } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { createQueueRows, type QueueRow } from './queue-rows.ts';

/** Returns the queues as they are shown: what was counted, with what exists on this computer alone. */
export function useQueueRows(counted: CountedQueues): readonly QueueRow[] {
  const text = useText();
  const { health, drafts } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const unsavedDrafts = useStore(drafts.store, ({ items }) => items.length);
  return createQueueRows(text, counted, {
    decisions: known === null ? null : countDecisions(known),
    unsavedDrafts,
  });
}
