import { isLocalId, KINDS } from '#contract/records.ts';
import type { OpenRecordState } from '../list/record.ts';
import type { ListAndRecordStoresByKind } from '../stores-receiving-events.ts';
import { formatInputKey, parseInputKey, type UnsavedInputStore } from './unsaved-input.ts';

/** Returns the subject of an input with the new id of a record; null where it is not about the record. */
function renameSubject(subjectId: string, from: string, to: string): string | null {
  if (subjectId === from) return to;
  try {
    const parts: unknown = JSON.parse(subjectId);
    if (!Array.isArray(parts) || !parts.includes(from)) return null;
    return JSON.stringify(parts.map((part: unknown) => (part === from ? to : part)));
  } catch {
    return null;
  }
}

function moveInputs(unsavedInput: UnsavedInputStore, from: string, to: string): void {
  for (const [key, input] of unsavedInput.store.getState()) {
    const place = parseInputKey(key);
    const subjectId = place === null ? null : renameSubject(place.subjectId, from, to);
    if (place === null || subjectId === null) continue;
    const moved = formatInputKey({ editor: place.editor, subjectId });
    // What is typed under the new id is newer.
    if (!unsavedInput.store.getState().has(moved)) unsavedInput.set(moved, input);
    unsavedInput.set(key, null);
  }
}

/**
 * Moves the unsaved input about an open record from its local id to the id that the service has given it, where its editors look for
 * it from then on.
 * @returns the function that ends this
 */
export function moveInputsOfRenamedRecords(
  browsers: ListAndRecordStoresByKind,
  unsavedInput: UnsavedInputStore,
): () => void {
  const follow = (now: OpenRecordState<unknown>): void => {
    if (now.phase === 'ready' && now.id !== now.openedAs && isLocalId(now.openedAs))
      moveInputs(unsavedInput, now.openedAs, now.id);
  };
  const ends = KINDS.map((kind) => browsers[kind].record.store.subscribe(follow));
  return () => ends.forEach((end) => end());
}
