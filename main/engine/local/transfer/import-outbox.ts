import { isDeepStrictEqual } from 'node:util';
import type { ImportResult } from '#contract/transfer.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { assignServiceId, resolveServiceId } from '../ids.ts';
import {
  clearQuestion,
  findChangeBySaveId,
  findStoredChange,
  insertStoredChange,
  isCreateOperation,
  isOnceOnlyChange,
  listChangesOfAttachedOldStore,
  listStoredChangesOfRecord,
  updateStoredChange,
  type StoredChangeWithSaveId,
} from '../outbox/stored-changes.ts';
import type { StoredChange } from '../protocol.ts';
import { importLocalDataExceptOutbox } from './import-data.ts';
import { adjustImportedToPendingChanges, resetStateOfImportedChange } from './imported-change.ts';

type OutboxImport = Omit<ImportResult, 'others'>;

/**
 * The generations of the exported file and of this one: a change is known by the generation and its number
 * in it.
 */
interface Generations {
  readonly old: string;
  readonly own: string;
}

function getGenerations(db: ReadableDb): Generations {
  const own = db.get(sql<{ generation: string }>`SELECT generation FROM main.local_state`)?.generation;
  const old = db.get(sql<{ generation: string }>`SELECT generation FROM old.local_state`)?.generation;
  return { own: own ?? '', old: old ?? '' };
}

/** Returns the id of a change's save; of one that was saved without, a name that is the same in every export. */
function getIdentity({ saveId, number }: { saveId: string | null; number: number }, { old }: Generations) {
  return saveId ?? `import:${old}:${number}`;
}

/** Returns the number of a change that was saved here, without an id; 0 for all others. */
function getOwnNumber(identity: string, { own }: Generations): number {
  const prefix = `import:${own}:`;
  return identity.startsWith(prefix) ? Number(identity.slice(prefix.length)) : 0;
}

/** Returns whether a change was made here, or imported before. */
function isKnown(db: ReadableDb, identity: string, generations: Generations): boolean {
  const found = db.get(sql`SELECT 1 FROM main.imported_save WHERE save_id = ${identity}`);
  if (found !== undefined || findChangeBySaveId(db, identity) !== undefined) return true;
  const number = getOwnNumber(identity, generations);
  const own = db.get(sql`
    SELECT 1 FROM main.operation WHERE number = ${number}
    UNION ALL SELECT 1 FROM main.acknowledged WHERE number = ${number}`);
  return own !== undefined;
}

/**
 * Returns whether a change that is not imported, because it is known, has another content in the outbox
 * here.
 */
function isDiffering(
  db: ReadableDb,
  { data }: StoredChangeWithSaveId,
  identity: string,
  generations: Generations,
) {
  const number = findChangeBySaveId(db, identity)?.number ?? getOwnNumber(identity, generations);
  const here = findStoredChange(db, number);
  return here !== undefined && !isDeepStrictEqual(here.data, data);
}

function noteImported(db: WritableDb, identity: string, now: EpochMs): void {
  db.run(sql`INSERT OR IGNORE INTO imported_save (save_id, imported_at) VALUES (${identity}, ${now})`);
}

/** Copies the ids of saves that were merged into a change: a repeated save of theirs is recognised here too. */
function importJoinedSaves(db: WritableDb, from: number, number: number): void {
  db.run(sql`
    INSERT OR IGNORE INTO joined_save (save_id, number, target, kind)
    SELECT save_id, ${number}, target, kind FROM old.joined_save WHERE number = ${from}`);
}

function getHighestNumber(db: ReadableDb): number {
  return (
    db.get(sql<{ seq: number }>`SELECT seq FROM main.sqlite_sequence WHERE name = 'operation'`)?.seq ?? 0
  );
}

/** Makes sure that no change gets a number of the history again. */
function continueAfter(db: WritableDb, number: number): void {
  db.run(sql`DELETE FROM main.sqlite_sequence WHERE name = 'operation'`);
  db.run(sql`INSERT INTO main.sqlite_sequence (name, seq) VALUES ('operation', ${number})`);
}

/** Adds the history of changes that have left the outbox, with numbers of this file. */
function importHistory(db: WritableDb, generations: Generations, now: EpochMs): void {
  const rows = db.all(sql<{ number: number; saveId: string | null }>`
    SELECT number, save_id AS saveId FROM old.acknowledged ORDER BY number`);
  let highest = getHighestNumber(db);
  for (const row of rows) {
    const identity = getIdentity(row, generations);
    if (isKnown(db, identity, generations)) continue;
    highest += 1;
    db.run(sql`
      INSERT INTO acknowledged
        (number, save_id, operation, kind, target, label, patient, how, fields, saved_at, acknowledged_at)
      SELECT ${highest}, ${identity}, operation, kind, target, label, patient, how, fields, saved_at, acknowledged_at
      FROM old.acknowledged WHERE number = ${row.number}`);
    importJoinedSaves(db, row.number, highest);
    noteImported(db, identity, now);
  }
  continueAfter(db, highest);
}

/** Adds one pending change. Returns its state, or null where a later change here has replaced it. */
function importChange(db: WritableDb, old: StoredChangeWithSaveId, identity: string, highestOwn: number) {
  const target = resolveServiceId(db, old.target) ?? old.target;
  const own = listStoredChangesOfRecord(db, target).filter(({ number }) => number <= highestOwn);
  const { saveId: _saveId, ...operation } = old;
  const imported = adjustImportedToPendingChanges(resetStateOfImportedChange({ ...operation, target }), own);
  if (imported === null) return null;
  const number = insertStoredChange(db, imported, identity);
  updateStoredChange(db, { ...imported, number });
  importJoinedSaves(db, old.number, number);
  return imported.state;
}

function importPending(db: WritableDb, generations: Generations, now: EpochMs): OutboxImport {
  const highestOwn = getHighestNumber(db);
  const result = { changes: 0, uncertain: 0, known: 0, differing: 0 };
  for (const old of listChangesOfAttachedOldStore(db)) {
    const identity = getIdentity(old, generations);
    const isSkipped = isKnown(db, identity, generations);
    if (isSkipped && isDiffering(db, old, identity, generations)) result.differing += 1;
    const state = isSkipped ? null : importChange(db, old, identity, highestOwn);
    noteImported(db, identity, now);
    if (state === null) result.known += 1;
    else result.changes += 1;
    if (state === 'uncertain') result.uncertain += 1;
  }
  return result;
}

interface BothIds {
  readonly local: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

const isCreate = ({ operation }: StoredChange): boolean => isCreateOperation(operation);

/**
 * Takes back the question about changes whose record was not known to exist. What must not be sent twice is looked for: the
 * other computer may have sent it.
 */
function askNoMoreIfNeverCreated(db: WritableDb, real: string): void {
  for (const change of listStoredChangesOfRecord(db, real)) {
    if (change.question !== 'never-created') continue;
    const state = isOnceOnlyChange(change.operation, change.data) ? 'uncertain' : 'saved';
    updateStoredChange(db, { ...clearQuestion(change), state });
  }
}

/**
 * Gives data under a local id the service's id that only one of the files knows. A create that is pending here finds its
 * record itself.
 */
function joinServiceIds(db: WritableDb): void {
  const ids = db.all(sql<BothIds>`
    SELECT local, mine.real AS mine, theirs.real AS theirs
    FROM old.local_id AS theirs JOIN main.local_id AS mine USING (local)
    WHERE theirs.real IS NOT NULL OR mine.real IS NOT NULL`);
  for (const { local, mine, theirs } of ids) {
    const isPending = mine === null && listStoredChangesOfRecord(db, local).some(isCreate);
    const real = mine ?? theirs;
    if (real === null || isPending) continue;
    assignServiceId(db, local, real);
    askNoMoreIfNeverCreated(db, real);
  }
}

/**
 * Adds the outbox of the local store that is attached as `old`, in the transaction of the caller: pending changes, the
 * history, and the ids of records that were made there. A change that is known here is skipped.
 */
function importOutbox(db: WritableDb, now: EpochMs): OutboxImport {
  const generations = getGenerations(db);
  db.run(
    sql`INSERT OR IGNORE INTO main.local_id (local, kind, real) SELECT local, kind, real FROM old.local_id`,
  );
  importHistory(db, generations, now);
  const result = importPending(db, generations, now);
  joinServiceIds(db);
  // Last: what waits in the export was imported there, and is no less new here.
  db.run(sql`
    INSERT OR IGNORE INTO main.imported_save (save_id, imported_at) SELECT save_id, ${now} FROM old.imported_save`);
  return result;
}

/** Adds everything of the local store that is attached as `old`, in the transaction of the caller. */
export function importAttachedStore(db: WritableDb, now: EpochMs): ImportResult {
  // The outbox comes last: it gives all data under a local id the service's id, where either side knows it.
  const others = importLocalDataExceptOutbox(db);
  return { ...importOutbox(db, now), others };
}
