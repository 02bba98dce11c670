import { LOCAL_DATA_KINDS, type LocalDataKind } from '#contract/local-data.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { hasPreReleaseSchema } from '#main/engine/sqlite/migrate.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { copyReadableRowsOfAttachedOldStore, readFromDamagedFileOrDefault } from './copy-readable-rows.ts';
import { copyStoreLossOfAttachedOldStore, readNumbersOfLostChanges } from './store-loss.ts';

/** Maximum number of change numbers that are tried in a damaged local store. */
const MAX_NUMBERS = 200_000;

/** What could be copied from a damaged local store. */
export interface SalvageResult {
  readonly carried: number;
  /** Number of unreadable changes that are not known to be done; null where even that is unknown. */
  readonly lost: number | null;
  /** The numbers of these changes, as far as they are known; without those whose loss was noted before. */
  readonly lostNumbers: readonly number[];
  /** The count of sent changes in the damaged file; null where it was not readable. */
  readonly moves: number | null;
  /** Kinds of local data, besides the outbox, that could not be copied in full. */
  readonly incomplete: readonly LocalDataKind[];
}

const NOTHING_SALVAGED: SalvageResult = {
  carried: 0,
  lost: null,
  lostNumbers: [],
  moves: null,
  incomplete: LOCAL_DATA_KINDS,
};

/** Copies rows one by one, so that an unreadable page affects its own rows only. */
function copyEach(db: Connection, highest: number, copy: (number: number) => Sql) {
  const unread: number[] = [];
  let copied = 0;
  for (let number = 1; number <= Math.min(highest, MAX_NUMBERS); number++) {
    const changes = readFromDamagedFileOrDefault(() => db.run(copy(number)).changes, -1);
    if (changes === -1) unread.push(number);
    else copied += changes;
  }
  return { copied, unread };
}

const CHANGE_COLUMNS = sql`number, save_id, operation, kind, target, data, base, label, saved_by, state, question, theirs,
  candidates, error, evidence, attempts, saved_at, tried_at`;
const CLOSED_CHANGE_COLUMNS = sql`number, save_id, operation, kind, target, label, how, fields, saved_at, acknowledged_at`;

/** Adds the patient to the columns of a table, unless the damaged file is of an older version, which lacks it. */
function withPatient(db: Connection, table: string, columns: Sql): Sql {
  const found = readFromDamagedFileOrDefault(
    () => db.get(sql`SELECT 1 FROM pragma_table_info(${table}, 'old') WHERE name = 'patient'`),
    undefined,
  );
  return found === undefined ? columns : sql`${columns}, patient`;
}

/** Copies the ids of records and of saves, as far as they can be read. */
function copyIds(db: Connection): void {
  readFromDamagedFileOrDefault(
    () => db.run(sql`INSERT INTO local_id SELECT local, kind, real FROM old.local_id`).changes,
    0,
  );
  readFromDamagedFileOrDefault(
    () =>
      db.run(sql`INSERT OR IGNORE INTO joined_save SELECT save_id, number, target, kind FROM old.joined_save`)
        .changes,
    0,
  );
  readFromDamagedFileOrDefault(
    () =>
      db.run(sql`INSERT OR IGNORE INTO imported_save SELECT save_id, imported_at FROM old.imported_save`)
        .changes,
    0,
  );
  // A local id that was lost must still resolve for its pending changes.
  db.run(sql`
    INSERT OR IGNORE INTO local_id (local, kind) SELECT target, kind FROM operation WHERE substr(target, 1, 6) = 'local_'`);
}

function copyAll(db: Connection, highestKnown: number): SalvageResult {
  const sequence = readFromDamagedFileOrDefault(
    () => db.get(sql<{ seq: number }>`SELECT seq FROM old.sqlite_sequence WHERE name = 'operation'`)?.seq,
    0,
  );
  const highest = Math.max(highestKnown, sequence ?? 0);
  const closed = withPatient(db, 'acknowledged', CLOSED_CHANGE_COLUMNS);
  copyEach(
    db,
    highest,
    (number) =>
      sql`INSERT OR IGNORE INTO acknowledged (${closed}) SELECT ${closed} FROM old.acknowledged WHERE number = ${number}`,
  );
  const pending = withPatient(db, 'operation', CHANGE_COLUMNS);
  const waiting = copyEach(
    db,
    highest,
    (number) =>
      sql`INSERT OR IGNORE INTO operation (${pending}) SELECT ${pending} FROM old.operation WHERE number = ${number}`,
  );
  copyIds(db);
  copyStoreLossOfAttachedOldStore(db);
  const known = new Set([
    ...db.all(sql<{ number: number }>`SELECT number FROM acknowledged`).map(({ number }) => number),
    ...readNumbersOfLostChanges(db),
  ]);
  const lostNumbers = waiting.unread.filter((number) => !known.has(number));
  return {
    carried: waiting.copied,
    lost: lostNumbers.length,
    lostNumbers,
    moves: readFromDamagedFileOrDefault(
      () => db.get(sql<{ moves: number }>`SELECT moves FROM old.local_state`)?.moves ?? null,
      null,
    ),
    incomplete: copyReadableRowsOfAttachedOldStore(db),
  };
}

/**
 * Carries over into a new file what can be read of a damaged local store. The damaged file is not written to. From a file from before
 * the first release nothing is carried over: its tables may have the same names with another meaning.
 * @param damaged its path, after it was renamed
 * @param highestKnown the highest number that a change is known to have had
 */
export function salvageLocalStore(
  db: Connection,
  damaged: string,
  key: string,
  highestKnown: number,
): SalvageResult {
  const rawKey = `raw:${key}`;
  const isAttached = readFromDamagedFileOrDefault(() => {
    db.run(sql`ATTACH ${damaged} AS old KEY ${rawKey}`);
    return true;
  }, false);
  if (!isAttached) return NOTHING_SALVAGED;
  try {
    const schema = readFromDamagedFileOrDefault(
      () => db.get(sql`SELECT 1 FROM old.sqlite_schema WHERE name = 'operation'`),
      undefined,
    );
    const isReadable = schema !== undefined && !hasPreReleaseSchema(db, 'old');
    return isReadable ? copyAll(db, highestKnown) : NOTHING_SALVAGED;
  } finally {
    db.run(sql`DETACH old`);
  }
}
