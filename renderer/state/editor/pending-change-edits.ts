import { createStore, type StoreApi } from 'zustand/vanilla';
import { z } from 'zod';
import { changeVersionSchema, pendingChangeSchema, type PendingChange } from '#contract/outbox.ts';
import { formatInputKey, parseInputKey, type InputsByKey, type UnsavedInputStore } from './unsaved-input.ts';

/** A diagnosis or script being edited; unknown fields are kept unchanged. */
export type DiagnosisOrScriptDraft = Readonly<Record<string, unknown>>;

const field = z.string();
const fieldDraftSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.enum(['line', 'text']), field, words: z.string() }),
  z.strictObject({ by: z.literal('id'), field, words: z.string() }),
  z.strictObject({ by: z.literal('type'), field, words: z.string() }),
  z.strictObject({
    by: z.literal('ids'),
    field,
    /** The chosen ids, one per line: an id may contain spaces, but no line breaks. */
    words: z.string(),
    /** Text in the input that is not in the list yet. An edit that a former Intray has stored has none. */
    typed: z.string().default(''),
  }),
  z.strictObject({ by: z.literal('yes-no'), field, isYes: z.boolean() }),
  z.strictObject({
    by: z.literal('entries'),
    field,
    /** The field of an entry that users recognize it by. */
    head: z.enum(['code', 'name']),
    entries: z.array(z.record(z.string(), z.unknown())).readonly(),
  }),
  z.strictObject({ by: z.literal('kept'), field, value: z.unknown() }),
]);
/** One field of a pending change in the editor, by type of input. `kept` is sent unchanged. */
export type PendingChangeFieldDraft = Readonly<z.infer<typeof fieldDraftSchema>>;

const editSchema = z.strictObject({
  // An edit that a former Intray has stored has no version: it is then compared with the change as it is.
  change: pendingChangeSchema.extend({ version: changeVersionSchema.default('') }),
  fields: z.array(fieldDraftSchema).readonly(),
});

/** A pending change with the user's unsaved edits of its fields. */
export interface PendingChangeEdit {
  /** The change that the fields are about: as it was when the editor opened, or as it was changed meanwhile. */
  readonly change: PendingChange;
  readonly fields: readonly PendingChangeFieldDraft[];
}

/** Unsaved edits of pending changes, by number. They outlast a change of screen and a lock of the window. */
export interface PendingChangeEditsStore {
  readonly store: StoreApi<ReadonlyMap<number, PendingChangeEdit>>;
  readonly set: (edit: PendingChangeEdit) => void;
  /** The edits of a change are on screen. */
  readonly noteEditorOnScreen: (number: number) => void;
  /** Removes the edits of a change after they were saved or discarded. */
  readonly remove: (number: number) => void;
}

function toKey(number: number): string {
  return formatInputKey({ editor: 'pending-change', subjectId: String(number) });
}

function parseEdit(input: string): PendingChangeEdit | null {
  try {
    return editSchema.safeParse(JSON.parse(input)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the edits among the inputs that are not saved; those that did not change are the same objects as before. */
function listEdits(inputs: InputsByKey, before: ReadonlyMap<string, PendingChangeEdit>) {
  const edits = new Map<string, PendingChangeEdit>();
  for (const [key, input] of inputs) {
    if (parseInputKey(key)?.editor !== 'pending-change') continue;
    const edit = before.get(input) ?? parseEdit(input);
    if (edit !== null) edits.set(input, edit);
  }
  return edits;
}

/** Creates the store of unsaved edits of pending changes. */
export function createPendingChangeEditsStore(
  inputs: Pick<UnsavedInputStore, 'store' | 'set' | 'noteEditorOnScreen'>,
): PendingChangeEditsStore {
  const store = createStore<ReadonlyMap<number, PendingChangeEdit>>(() => new Map());
  let byInput: ReadonlyMap<string, PendingChangeEdit> = new Map();
  inputs.store.subscribe((now) => {
    byInput = listEdits(now, byInput);
    store.setState(new Map([...byInput.values()].map((edit) => [edit.change.number, edit])), true);
  });
  return {
    store,
    set: (edit) => inputs.set(toKey(edit.change.number), JSON.stringify(edit)),
    noteEditorOnScreen: (number) => inputs.noteEditorOnScreen(toKey(number)),
    remove: (number) => inputs.set(toKey(number), null),
  };
}
