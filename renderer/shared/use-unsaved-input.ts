import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { formatInputKey, type EditorAndSubjectId } from '#renderer/state/editor/unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';

type Fields = Readonly<Record<string, string>>;

function parseFields(input: string | undefined): Fields {
  if (input === undefined) return {};
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/**
 * The fields of an editor whose input outlasts a lock of the window: what is typed is stored until the editor closes.
 * @param saved the values that are stored already
 * @param isKept whether the input waits for the next opening when the editor closes, because a key or a click closes it unasked:
 *   then the editor drops it itself once it is saved or given up
 * @returns the values as typed, the function that changes some of them, and the one that drops them once they are saved
 */
export function useUnsavedInput<F extends Fields>(
  { editor, subjectId }: EditorAndSubjectId,
  saved: F,
  isKept = false,
): readonly [F, (typed: Partial<F>) => void, () => void] {
  const { unsavedInput } = useStores();
  const key = formatInputKey({ editor, subjectId });
  const input = useStore(unsavedInput.store, (inputs) => inputs.get(key));
  useEffect(() => unsavedInput.holdOpen(key, isKept), [unsavedInput, key, isKept]);
  const typed = useMemo(() => parseFields(input), [input]);
  const names = Object.keys(saved);
  const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? saved[name]])) as F; // The values have the same names as `saved`.
  const change = (changed: Partial<F>): void => {
    const next = { ...values, ...changed };
    const isSaved = names.every((name) => next[name] === saved[name]);
    unsavedInput.set(key, isSaved ? null : JSON.stringify(next));
  };
  return [values, change, () => unsavedInput.set(key, null)];
}
