import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Output } from '#contract/api.ts';
import type { OfflinePolicy } from '#contract/papers.ts';
import type { AppError } from '#contract/result.ts';
import type { Calls } from './bridge.ts';

/** Which PDFs are kept here without being asked for, and what is here. */
export interface OfflinePolicyState {
  /** Null before the first answer. */
  readonly held: Output<'pdfs.usage'> | null;
  readonly error: AppError | null;
}

export interface OfflinePolicyEditor {
  readonly store: StoreApi<OfflinePolicyState>;
  readonly load: () => Promise<void>;
  /** Keeps another rule. What is shown follows what was kept. */
  readonly choose: (rule: OfflinePolicy) => Promise<void>;
}

/** The rule by which PDFs are kept, as somebody looks at it. */
export function createOfflinePolicyEditor(calls: Calls): OfflinePolicyEditor {
  const store = createStore<OfflinePolicyState>(() => ({ held: null, error: null }));
  const adopt = (answer: Awaited<ReturnType<Calls['pdfs.usage']>>): void =>
    store.setState(answer.ok ? { held: answer.value, error: null } : { error: answer.error });
  return {
    store,
    load: async () => adopt(await calls['pdfs.usage']({})),
    choose: async (rule) => adopt(await calls['pdfs.setOfflinePolicy'](rule)),
  };
}
