import { FURTHER_SAVE_MARK, type ChangeToSave } from '#contract/changes.ts';
import { UNSENT_ENDINGS } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import type { ChangeSaveInput, StoredChange } from '../protocol.ts';
import { editChange } from './decide.ts';
import {
  findChangeBySaveId,
  findStoredChange,
  isCreateOperation,
  mayBeDone,
  storeSaveIdOfMergedChange,
  type ChangeFoundBySaveId,
} from './stored-changes.ts';
import { getChangeVersion } from './version.ts';

/** Between the id of a save and the hash of what was saved; `AFTER_HASH_MARK` follows it in the order of SQLite. */
const HASH_MARK = '#';
const AFTER_HASH_MARK = '$';
/** Follows all digits in the order of SQLite. */
const AFTER_DIGITS = ':';

/**
 * Returns the id under which a save is stored: with a hash of its content, because an editor keeps its save id while the user corrects
 * what was typed. So a repeated save is told from a corrected one, also after the change was sent.
 */
function toStoredSaveId(saveId: string, data: JsonObject): string {
  return `${saveId}${HASH_MARK}${Buffer.from(hashResourceText(JSON.stringify(data))).toString('base64url')}`;
}

/** Returns the ids between which all stored ids of a save are, whatever its content. */
function getRange(saveId: string): { readonly from: string; readonly until: string } {
  return { from: `${saveId}${HASH_MARK}`, until: `${saveId}${AFTER_HASH_MARK}` };
}

/** Returns the id to store with a new change; null where an earlier one has it: the user saves again what was corrected since. */
export function toSaveIdOfNewChange(
  db: ReadableDb,
  saveId: string | undefined,
  data: JsonObject,
): string | null {
  if (saveId === undefined) return null;
  const stored = toStoredSaveId(saveId, data);
  return findChangeBySaveId(db, stored) === undefined ? stored : null;
}

/** Notes that a change has the content of a save, so that a repeated save is recognised: this is its last content. */
export function storeSave(
  db: WritableDb,
  saveId: string,
  data: JsonObject,
  { number, id }: Pick<ChangeFoundBySaveId, 'number' | 'id'>,
): void {
  const { from, until } = getRange(saveId);
  db.run(sql`DELETE FROM joined_save WHERE number = ${number} AND save_id > ${from} AND save_id < ${until}`);
  storeSaveIdOfMergedChange(db, toStoredSaveId(saveId, data), number, id);
}

/** Returns whether a change was closed without being sent. */
function wasClosedUnsent(db: ReadableDb, number: number): boolean {
  const closed = db.get(sql`
    SELECT 1 FROM acknowledged WHERE number = ${number} AND how IN ${toSqlList(UNSENT_ENDINGS)}`);
  return closed !== undefined;
}

/** The change of the last save with the same id, and whether it saved the same content. */
interface EarlierSave {
  readonly change: ChangeFoundBySaveId;
  readonly isSame: boolean;
}

function findEarlierSave(db: ReadableDb, saveId: string, data: JsonObject): EarlierSave | null {
  // An older program stored ids without a hash: such a save counts as the same.
  const unhashed = findChangeBySaveId(db, saveId);
  if (unhashed !== undefined && !wasClosedUnsent(db, unhashed.number))
    return { change: unhashed, isSame: true };
  const { from, until } = getRange(saveId);
  // What a change has taken in since is newer than what it was saved with.
  const last = db.get(sql<ChangeFoundBySaveId & { readonly stored: string }>`
    SELECT number, target AS id, kind, save_id AS stored, 0 AS joined FROM operation WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, target, kind, save_id, 0 FROM acknowledged WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, target, kind, save_id, 1 FROM joined_save WHERE save_id > ${from} AND save_id < ${until}
    ORDER BY number DESC, joined DESC LIMIT 1`);
  if (last === undefined || wasClosedUnsent(db, last.number)) return null;
  const { number, id, kind, stored } = last;
  return { change: { number, id, kind }, isSame: stored === toStoredSaveId(saveId, data) };
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
  storeSave(db, saveId, data, change);
  return ok(change);
}

/**
 * Handles a save whose id was used before, because the user has not seen that the change was saved: the same content is not saved twice,
 * and other content of a create corrects the first one. A change that was discarded is in neither the outbox nor the service: a save
 * after that is a further one.
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

/** Returns the numbers of the changes that further saves of an editor have stored, without those of the given save ids. */
function listFurtherChanges(
  db: ReadableDb,
  saveId: string,
  except: ReadonlySet<string | undefined>,
): readonly number[] {
  const from = `${saveId}${FURTHER_SAVE_MARK}`;
  const until = `${from}${AFTER_DIGITS}`;
  const rows = db.all(sql<{ readonly number: number; readonly stored: string }>`
    SELECT number, save_id AS stored FROM operation WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, save_id FROM acknowledged WHERE save_id > ${from} AND save_id < ${until}
    UNION ALL SELECT number, save_id FROM joined_save WHERE save_id > ${from} AND save_id < ${until}`);
  const removed = rows.filter(({ stored }) => !except.has(stored.split(HASH_MARK)[0]));
  return [...new Set(removed.map(({ number }) => number))];
}

/**
 * Returns the further creates of an editor that an earlier save has stored and this one does not name: the user has removed them, and
 * has not seen that they were saved. They have to be discarded.
 * @param saveIds the ids of all saves of the call
 * @returns 'saved-before' where one has left the outbox, 'on-its-way' and 'needs-you' where it may have: what the user has removed would
 *   be ordered all the same
 */
export function findRemovedFurtherCreates(
  db: ReadableDb,
  { saveId, operation }: Pick<ChangeToSave, 'saveId' | 'operation'>,
  saveIds: ReadonlySet<string | undefined>,
): Result<readonly StoredChange[]> {
  if (saveId === undefined || !isCreateOperation(operation)) return ok([]);
  const numbers = listFurtherChanges(db, saveId, saveIds).filter((number) => !wasClosedUnsent(db, number));
  const removed: StoredChange[] = [];
  for (const number of numbers) {
    const change = findStoredChange(db, number);
    if (change === undefined) return err('saved-before');
    if (change.state === 'sending') return err('on-its-way');
    if (mayBeDone(change)) return err('needs-you', { detail: 'a removed one may already have been done' });
    removed.push(change);
  }
  return ok(removed);
}
