import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PendingOperation } from '#contract/outbox.ts';

/** A diagnosis or a script that is being edited; a field that is not known stays as it is. */
export type EntryDraft = Readonly<Record<string, unknown>>;

/** One field of a pending change as it is edited, by how it is edited. `kept` is sent as it is. */
export type FieldDraft =
  | { readonly by: 'line' | 'text' | 'id' | 'ids' | 'type'; readonly field: string; readonly words: string }
  | { readonly by: 'yes-no'; readonly field: string; readonly isYes: boolean }
  | {
      readonly by: 'entries';
      readonly field: string;
      /** The field of an entry by which people know it. */
      readonly head: 'code' | 'name';
      readonly entries: readonly EntryDraft[];
    }
  | { readonly by: 'kept'; readonly field: string; readonly value: unknown };

/** A pending change with what was typed over it and is not saved. */
export interface WriteEdit {
  /** As it was when the editor opened. */
  readonly write: PendingOperation;
  readonly fields: readonly FieldDraft[];
}

/** What was typed into pending changes and is not saved, by their numbers. It outlives a change of the screen. */
export interface WriteEdits {
  readonly store: StoreApi<ReadonlyMap<number, WriteEdit>>;
  readonly set: (edit: WriteEdit) => void;
  /** Forgets what was typed: it was saved, or is not wanted. */
  readonly remove: (number: number) => void;
  readonly reset: () => void;
}

/** The unsaved edits of pending changes. */
export function createWriteEdits(): WriteEdits {
  const store = createStore<ReadonlyMap<number, WriteEdit>>(() => new Map());
  return {
    store,
    set: (edit) => store.setState((edits) => new Map(edits).set(edit.write.number, edit), true),
    remove: (number) =>
      store.setState((edits) => new Map([...edits].filter(([each]) => each !== number)), true),
    reset: () => store.setState(new Map(), true),
  };
}
