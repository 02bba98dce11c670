import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Output } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import type { Calls } from './bridge.ts';

export type DraftRow = Output<'drafts.list'>['items'][number];

export interface DraftListState {
  readonly items: readonly DraftRow[];
  /** Why the last reading failed: `items` are those from before. Null where it did not. */
  readonly error: AppError | null;
}

const NOTHING: DraftListState = { items: [], error: null };

/** The editors that somebody has begun and not saved, newest first. */
export interface Drafts {
  readonly store: StoreApi<DraftListState>;
  readonly changed: () => void;
  readonly reset: () => void;
}

/** The list of drafts of the open account. */
export function createDrafts(calls: Calls): Drafts {
  const store = createStore<DraftListState>(() => NOTHING);
  let ticket = 0;

  async function load(): Promise<void> {
    const mine = ++ticket;
    const answer = await calls['drafts.list']({});
    if (mine !== ticket) return;
    store.setState(answer.ok ? { items: answer.value.items, error: null } : { error: answer.error });
  }

  return {
    store,
    changed: () => void load(),
    reset: () => {
      ticket += 1;
      store.setState(NOTHING);
    },
  };
}
