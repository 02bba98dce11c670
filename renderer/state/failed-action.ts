import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '#contract/result.ts';

/** What the user asks for that saves no change: a print, another window, a file, an editor, the end of a draft. */
type ActionWithoutChange =
  | 'print'
  | 'handover'
  | 'recordWindow'
  | 'mainWindow'
  | 'chart'
  | 'copy'
  | 'selectAll'
  | 'openEditor'
  | 'discardDraft';

interface FailedAction {
  readonly action: ActionWithoutChange;
  readonly error: AppError;
}

/** Why an action that saves no change has failed. A change that was not saved is another message, in `OutboxStore`. */
export interface FailedActionStore {
  /** The last one that has failed and was not dismissed; null for none. */
  readonly store: StoreApi<{ readonly failed: FailedAction | null }>;
  /** Shows in a banner why an action has failed; null clears what an earlier try of the same action has left. */
  readonly report: (action: ActionWithoutChange, error: AppError | null) => void;
  readonly dismiss: () => void;
}

/** Creates the store of the action without a change that has failed last. */
export function createFailedActionStore(): FailedActionStore {
  const store = createStore<{ readonly failed: FailedAction | null }>(() => ({ failed: null }));
  const dismiss = (): void => store.setState({ failed: null });
  return {
    store,
    report: (action, error) => {
      if (error !== null) store.setState({ failed: { action, error } });
      else if (store.getState().failed?.action === action) dismiss();
    },
    dismiss,
  };
}
