import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallOutput } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';

export type DraftRow = CallOutput<'drafts.list'>['items'][number];

export interface DraftListState {
  readonly items: readonly DraftRow[];
  /** Whether the list was read; until then `items` is empty whatever there is. */
  readonly isRead: boolean;
  /** Why the last read failed; `items` are from before. Null if it succeeded. */
  readonly error: AppError | null;
}

const INITIAL_STATE: DraftListState = { items: [], isRead: false, error: null };

/** The store that lists the open account's drafts, newest first. */
export interface DraftsStore {
  readonly store: StoreApi<DraftListState>;
  readonly invalidate: () => void;
  readonly reset: () => void;
}

/** Creates the store that lists the open account's drafts. */
export function createDraftsStore(calls: ProcedureCalls): DraftsStore {
  const store = createStore<DraftListState>(() => INITIAL_STATE);
  const latest = createLatestRequestGuard();

  async function load(): Promise<void> {
    const isLatest = latest.begin();
    const answer = await calls['drafts.list']({});
    if (!isLatest()) return;
    store.setState(
      answer.ok ? { items: answer.value.items, isRead: true, error: null } : { error: answer.error },
    );
  }

  return {
    store,
    invalidate: () => void load(),
    reset: () => {
      latest.cancel();
      store.setState(INITIAL_STATE);
    },
  };
}
