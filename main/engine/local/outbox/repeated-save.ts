import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import type { ChangeSaveInput } from '../protocol.ts';
import { editChange } from './decide.ts';
import {
  findChangeBySaveId,
  findStoredChange,
  isCreateOperation,
  storeSaveIdOfMergedChange,
  type ChangeFoundBySaveId,
} from './stored-changes.ts';
import { getChangeVersion } from './version.ts';

/** Between the id of a save and the hash of what was saved; `AFTER_HASH_MARK` follows it in the order of SQLite. */
const HASH_MARK = '#';
const AFTER_HASH_MARK = '$';

/**
 * Returns the id under which a save is stored: with a hash of its content, because an editor keeps its save id while the user corrects
 * what was typed. So a repeated save is told from a corrected one, also after the change was sent.
 */
export function toStoredSaveId(saveId: string, data: JsonObject): string {
  return `${saveId}${HASH_MARK}${Buffer.from(hashResourceText(JSON.stringify(data))).toString('base64url')}`;
}

/** The change of an earlier save with the same id, and whether it saved the same content. */
interface EarlierSave {
  readonly change: ChangeFoundBySaveId;
  readonly isSame: boolean;
}

function findEarlierSave(db: ReadableDb, saveId: string, data: JsonObject): EarlierSave | null {
  // An older program stored ids without a hash: such a save counts as the same.
  const same = findChangeBySaveId(db, toStoredSaveId(saveId, data)) ?? findChangeBySaveId(db, saveId);
  if (same !== undefined) return { change: same, isSame: true };
  const [from, until] = [`${saveId}${HASH_MARK}`, `${saveId}${AFTER_HASH_MARK}`];
  const other = db.get(sql<ChangeFoundBySaveId>`
    SELECT number, target AS id, kind FROM operation WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, target AS id, kind FROM acknowledged WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, target AS id, kind FROM joined_save WHERE save_id > ${from} AND save_id < ${until} LIMIT 1`);
  return other === undefined ? null : { change: other, isSame: false };
}

function correctCreate(
  db: WritableDb,
  change: ChangeFoundBySaveId,
  {
    saveId,
    data,
    known,
  }: { readonly saveId: string; readonly data: JsonObject; readonly known: readonly string[] },
  now: EpochMs,
): Result<ChangeFoundBySaveId> {
  const waiting = findStoredChange(db, change.number);
  if (waiting === undefined) return err('saved-before');
  const edited = editChange(
    db,
    waiting,
    { version: getChangeVersion(waiting), data, cached: null, known },
    now,
  );
  if (!edited.ok) return edited;
  storeSaveIdOfMergedChange(db, toStoredSaveId(saveId, data), change.number, change.id);
  return ok(change);
}

/**
 * Handles a save whose id was used before, because the user has not seen that the change was saved: the same content is not saved twice,
 * and other content of a create corrects the first one.
 * @param data without the id of the record
 * @returns the change that was found; null where the save is a further one; 'saved-before' where the create with other content has left
 *   the outbox, and the errors of `editChange`: a second create would be a second record
 */
export function repeatSave(
  db: WritableDb,
  { change: { saveId, operation }, known = [] }: Pick<ChangeSaveInput, 'change' | 'known'>,
  data: JsonObject,
  now: EpochMs,
): Result<ChangeFoundBySaveId> | null {
  const earlier = saveId === undefined ? null : findEarlierSave(db, saveId, data);
  if (saveId === undefined || earlier === null) return null;
  if (earlier.isSame) return ok(earlier.change);
  return isCreateOperation(operation)
    ? correctCreate(db, earlier.change, { saveId, data, known }, now)
    : null;
}
