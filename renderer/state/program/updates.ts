import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '#contract/result.ts';
import type { UpdateState } from '#contract/updates.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The state of updates as the main process last reported it. */
export interface AppUpdatesState {
  /** The state of updates; null until it was read. */
  readonly updates: UpdateState | null;
  readonly error: AppError | null;
}

export interface AppUpdatesStore {
  readonly store: StoreApi<AppUpdatesState>;
  readonly load: () => Promise<void>;
  readonly adopt: (updates: UpdateState) => void;
  readonly check: () => Promise<void>;
  readonly install: () => Promise<void>;
}

/** Creates the store of updates. */
export function createAppUpdatesStore(calls: ProcedureCalls): AppUpdatesStore {
  const store = createStore<AppUpdatesState>(() => ({ updates: null, error: null }));
  const adopt = (updates: UpdateState): void => store.setState({ updates, error: null });
  const ask = (name: 'updates.get' | 'updates.check' | 'updates.install') => async (): Promise<void> => {
    const answer = await calls[name]({});
    if (answer.ok) adopt(answer.value);
    else store.setState({ error: answer.error });
  };
  return {
    store,
    adopt,
    load: ask('updates.get'),
    check: ask('updates.check'),
    install: ask('updates.install'),
  };
}
