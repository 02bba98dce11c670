import { useStore } from 'zustand';
import type { HomeQueueCounts } from '#renderer/state/home/home.ts';
import { countDecisionsNeededFromUser } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { createShownQueues, type ShownQueue } from './queue-rows.ts';

/** Returns the queues as they are shown: what was counted, with what exists on this computer alone. */
export function useShownQueues(counted: HomeQueueCounts): readonly ShownQueue[] {
  const text = useText();
  const { health, drafts } = useStores();
  const known = useStore(health.store, (state) => state.health);
  const unsavedDrafts = useStore(drafts.store, ({ items }) => items.length);
  return createShownQueues(text, counted, {
    decisions: known === null ? null : countDecisionsNeededFromUser(known),
    unsavedDrafts,
  });
}
