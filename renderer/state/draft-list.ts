import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Output } from '#contract/api.ts';
import type { Calls } from './bridge.ts';

export type DraftLine = Output<'drafts.list'>['items'][number];

/** The editors that somebody has begun and not saved, newest first. */
export interface Drafts {
  readonly store: StoreApi<{ readonly items: readonly DraftLine[] }>;
  readonly changed: () => void;
  readonly reset: () => void;
}

/** The list of drafts of the open account. */
export function createDrafts(calls: Calls): Drafts {
  const store = createStore<{ readonly items: readonly DraftLine[] }>(() => ({ items: [] }));
  let ticket = 0;

  async function load(): Promise<void> {
    const mine = ++ticket;
    const answer = await calls['drafts.list']({});
    if (mine === ticket && answer.ok) store.setState({ items: answer.value.items });
  }

  return {
    store,
    changed: () => void load(),
    reset: () => {
      ticket += 1;
      store.setState({ items: [] });
    },
  };
}
