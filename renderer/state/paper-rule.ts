import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Output } from '#contract/api.ts';
import type { PaperRule } from '#contract/papers.ts';
import type { AppError } from '#contract/result.ts';
import type { Calls } from './bridge.ts';

/** Which PDFs are kept here without being asked for, and what is here. */
export interface PaperRuleState {
  /** Null before the first answer. */
  readonly held: Output<'papers.held'> | null;
  readonly error: AppError | null;
}

export interface PaperKeeping {
  readonly store: StoreApi<PaperRuleState>;
  readonly load: () => Promise<void>;
  /** Keeps another rule. What is shown follows what was kept. */
  readonly choose: (rule: PaperRule) => Promise<void>;
}

/** The rule by which PDFs are kept, as somebody looks at it. */
export function createPaperKeeping(calls: Calls): PaperKeeping {
  const store = createStore<PaperRuleState>(() => ({ held: null, error: null }));
  const adopt = (answer: Awaited<ReturnType<Calls['papers.held']>>): void =>
    store.setState(answer.ok ? { held: answer.value, error: null } : { error: answer.error });
  return {
    store,
    load: async () => adopt(await calls['papers.held']({})),
    choose: async (rule) => adopt(await calls['papers.rule'](rule)),
  };
}
