import { ok, type Result } from '#contract/result.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { discardChange } from './conclude.ts';
import { findRemovedFurtherCreates } from './repeated-save.ts';
import { saveChange, type ChangeSaveContext } from './save.ts';
import type { ChangeSaveInput, ChangeSaveResult } from '../protocol.ts';

/** The context of several changes; the id of each new record takes random digits of its own. */
export interface ManyChangesSaveContext extends Pick<ChangeSaveContext, 'now'> {
  readonly createRandomHex: () => string;
  readonly held: readonly number[];
}

/** The result of one of several saves. */
export interface OneOfManySavesResult extends ChangeSaveResult {
  /** Ids of the records whose unsent creates the save has discarded, see `findRemovedFurtherCreates`. */
  readonly discarded: readonly string[];
}

/**
 * Saves changes one after the other in the transaction of the caller, as `saveChange` does, and discards what an editor no longer
 * names. Returns a result for each; a refused one stores nothing.
 */
export function saveChanges(
  db: WritableDb,
  inputs: readonly ChangeSaveInput[],
  { now, createRandomHex, held }: ManyChangesSaveContext,
): readonly Result<OneOfManySavesResult>[] {
  const heldNumbers = new Set(held);
  const saveIds = new Set(inputs.map(({ change }) => change.saveId));
  return inputs.map((input) => {
    const removed = findRemovedFurtherCreates(db, input.change, saveIds);
    if (!removed.ok) return removed;
    const saved = saveChange(db, input, { now, randomHex: createRandomHex(), held: [...heldNumbers] });
    if (!saved.ok) return saved;
    for (const number of saved.value.released) heldNumbers.delete(number);
    if (input.change.holdMs !== undefined) heldNumbers.add(saved.value.number);
    for (const change of removed.value) discardChange(db, change, 'discarded', now);
    return ok({ ...saved.value, discarded: removed.value.map(({ target }) => target) });
  });
}
