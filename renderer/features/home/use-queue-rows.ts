import { useStore } from 'zustand';
import type { HomeQueueCounts } from '#renderer/state/home/home.ts';
import { countDecisionsNeededFromUser } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { createHomeQueues, type HomeQueue } from './queue-rows.ts';

/** Returns the queues as they are shown: what was counted, with what exists on this computer alone. */
export function useHomeQueues(counted: HomeQueueCounts): readonly HomeQueue[] {
  const text = useText();
  const { health, drafts } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const unsavedDrafts = useStore(drafts.store, ({ items }) => items.length);
  return createHomeQueues(text, counted, {
    decisions: known === null ? null : countDecisionsNeededFromUser(known),
    unsavedDrafts,
  });
}
