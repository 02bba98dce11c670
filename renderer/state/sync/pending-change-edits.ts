import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PendingOperation } from '#contract/outbox.ts';

/** A diagnosis or script being edited; unknown fields are kept unchanged. */
export type DiagnosisOrScriptDraft = Readonly<Record<string, unknown>>;

/** One field of a pending change in the editor, by type of input. `kept` is sent unchanged. */
export type PendingChangeFieldDraft =
  | { readonly by: 'line' | 'text' | 'id' | 'ids' | 'type'; readonly field: string; readonly words: string }
  | { readonly by: 'yes-no'; readonly field: string; readonly isYes: boolean }
  | {
      readonly by: 'entries';
      readonly field: string;
      /** The field of an entry that users recognize it by. */
      readonly head: 'code' | 'name';
      readonly entries: readonly DiagnosisOrScriptDraft[];
    }
  | { readonly by: 'kept'; readonly field: string; readonly value: unknown };

/** A pending change with the user's unsaved edits of its fields. */
export interface PendingChangeEdit {
  /** The change as it was when the editor opened. */
  readonly write: PendingOperation;
  readonly fields: readonly PendingChangeFieldDraft[];
}

/** Unsaved edits of pending changes, by number. They survive a change of screen. */
export interface PendingChangeEditsStore {
  readonly store: StoreApi<ReadonlyMap<number, PendingChangeEdit>>;
  readonly set: (edit: PendingChangeEdit) => void;
  /** Removes the edits of a change after they were saved or discarded. */
  readonly remove: (number: number) => void;
  readonly reset: () => void;
}

/** Creates the store of unsaved edits of pending changes. */
export function createPendingChangeEditsStore(): PendingChangeEditsStore {
  const store = createStore<ReadonlyMap<number, PendingChangeEdit>>(() => new Map());
  return {
    store,
    set: (edit) => store.setState((edits) => new Map(edits).set(edit.write.number, edit), true),
    remove: (number) =>
      store.setState((edits) => new Map([...edits].filter(([each]) => each !== number)), true),
    reset: () => store.setState(new Map(), true),
  };
}
