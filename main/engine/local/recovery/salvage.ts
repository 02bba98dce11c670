import { LOCAL_DATA_KINDS, type LocalDataKind } from '#contract/local-data.ts';
import { getLargest } from '#main/base/extremes.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { hasPreReleaseSchema } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { copyReadableRowsOfAttachedOldStore } from './copy-readable-rows.ts';
import {
  copyRowsByNumber,
  copyTableOfAttachedOldStore,
  readFromDamagedFileOrDefault,
  type CopiedTable,
  type TableCopy,
} from './copy-table.ts';
import { continueChangeNumbersAfter } from './generation-marker.ts';
import { copyStoreLossOfAttachedOldStore, readNumbersOfLostChanges } from './store-loss.ts';

/** Maximum number of change numbers that are tried one by one where a table is damaged, the newest ones. */
const MAX_NUMBERS = 20_000;

/** What could be copied from a damaged local store. */
export interface SalvageResult {
  readonly carried: number;
  /** Number of unreadable changes that are not known to be done; null where even that is unknown. */
  readonly lost: number | null;
  /** The numbers of these changes, as far as they are known; without those whose loss was noted before. */
  readonly lostNumbers: readonly number[];
  /** The count of sent changes in the damaged file; null where it was not readable. */
  readonly moves: number | null;
  /** The highest number that a change of the damaged file was given; null where it was not readable. */
  readonly highestNumber: number | null;
  /** Kinds of local data, besides the outbox, that could not be copied in full. */
  readonly incomplete: readonly LocalDataKind[];
}

const NOTHING_SALVAGED: SalvageResult = {
  carried: 0,
  lost: null,
  lostNumbers: [],
  moves: null,
  highestNumber: null,
  incomplete: LOCAL_DATA_KINDS,
};

const SHARED_COLUMNS = [
  sql`save_id`,
  sql`operation`,
  sql`kind`,
  sql`target`,
  sql`label`,
  sql`patient`,
  sql`saved_at`,
];

const PENDING_CHANGES: CopiedTable = {
  name: sql`operation`,
  key: [sql`number`],
  rest: [
    ...SHARED_COLUMNS,
    sql`data`,
    sql`base`,
    sql`saved_by`,
    sql`state`,
    sql`question`,
    sql`theirs`,
    sql`candidates`,
    sql`error`,
    sql`evidence`,
    sql`attempts`,
    sql`tried_at`,
  ],
};

const CLOSED_CHANGES: CopiedTable = {
  name: sql`acknowledged`,
  key: [sql`number`],
  rest: [...SHARED_COLUMNS, sql`how`, sql`fields`, sql`acknowledged_at`],
};

/** Which changes of a table could not be copied. */
interface UncopiedChanges {
  /** The numbers of changes that are, or may have been, on a damaged page. */
  readonly numbers: readonly number[];
  /** Whether there may be others, whose numbers are unknown or too many. */
  readonly areMore: boolean;
}

const NONE_UNCOPIED: UncopiedChanges = { numbers: [], areMore: false };

function toNumber(row: TableCopy['before']): number | null {
  return row === null ? null : Number(row['number']);
}

/**
 * Copies the changes between the two ends of a table that could be copied, by trying their numbers.
 * @param highest the highest number that a change was given; null where it is unknown
 * @param highestKnown the highest number that a change is known to have had
 */
function copyBetweenEnds(
  db: Connection,
  table: CopiedTable,
  ends: TableCopy,
  { highest, highestKnown }: { readonly highest: number | null; readonly highestKnown: number },
): UncopiedChanges {
  const before = toNumber(ends.before) ?? 0;
  const after = toNumber(ends.after);
  const end = after ?? Math.max(highest ?? highestKnown, before) + 1;
  const start = Math.max(before + 1, end - MAX_NUMBERS);
  const tried = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  const numbers = [...copyRowsByNumber(db, table, tried)].flatMap(([number, copy]) =>
    copy === 'unreadable' ? [number] : [],
  );
  return { numbers, areMore: start > before + 1 || (after === null && highest === null) };
}

/** Returns the numbers of all pending changes by an index, which has pages of its own; null where it is damaged too. */
function readPendingNumbersFromIndex(db: Connection): readonly number[] | null {
  const rows = readFromDamagedFileOrDefault(
    () => db.all(sql<{ number: number }>`SELECT number FROM old.operation INDEXED BY operation_target`),
    null,
  );
  return rows?.map(({ number }) => number) ?? null;
}

function listNumbers(db: Connection, { name }: CopiedTable): readonly number[] {
  return db.all(sql<{ number: number }>`SELECT number FROM ${name}`).map(({ number }) => number);
}

/** Copies the pending changes; the closed ones are copied already. */
function copyPendingChanges(db: Connection, highest: number | null, highestKnown: number): UncopiedChanges {
  const ends = copyTableOfAttachedOldStore(db, PENDING_CHANGES);
  const listed = readPendingNumbersFromIndex(db);
  if (listed === null) {
    return ends.isWhole
      ? NONE_UNCOPIED
      : copyBetweenEnds(db, PENDING_CHANGES, ends, { highest, highestKnown });
  }
  const copied = new Set(listNumbers(db, PENDING_CHANGES));
  const tried = copyRowsByNumber(
    db,
    PENDING_CHANGES,
    listed.filter((number) => !copied.has(number)),
  );
  // A change that the index has and the table has not is lost too.
  return {
    numbers: [...tried].flatMap(([number, copy]) => (copy === 'copied' ? [] : [number])),
    areMore: false,
  };
}

const LOCAL_IDS: CopiedTable = {
  name: sql`local_id`,
  key: [sql`local`],
  rest: [sql`kind`, sql`real`],
};

/** The tables of the ids of saves. */
const SAVE_IDS: readonly CopiedTable[] = [
  { name: sql`joined_save`, key: [sql`save_id`], rest: [sql`number`, sql`target`, sql`kind`] },
  { name: sql`imported_save`, key: [sql`save_id`], rest: [sql`imported_at`] },
];

/** Copies the local ids that the table has lost from its index, which has pages of its own. The kind is a part of the id. */
function copyLocalIdsFromIndex(db: Connection): void {
  readFromDamagedFileOrDefault(
    () =>
      db.run(sql`
        INSERT OR IGNORE INTO local_id (local, kind, real)
        SELECT local, substr(local, 7, instr(substr(local, 7), '_') - 1), real FROM old.local_id INDEXED BY local_id_real`)
        .changes,
    0,
  );
}

/** Copies the ids of records and of saves, as far as they can be read. */
function copyIds(db: Connection): void {
  copyTableOfAttachedOldStore(db, LOCAL_IDS);
  copyLocalIdsFromIndex(db);
  for (const table of SAVE_IDS) copyTableOfAttachedOldStore(db, table);
  // A local id that was lost must still resolve for its pending changes.
  db.run(sql`
    INSERT OR IGNORE INTO local_id (local, kind) SELECT target, kind FROM operation WHERE substr(target, 1, 6) = 'local_'`);
}

/** Returns the highest number that a change of the damaged file was given; null where that is not readable. */
function readHighestNumber(db: Connection): number | null {
  return readFromDamagedFileOrDefault(
    () =>
      db.get(sql<{ seq: number }>`SELECT seq FROM old.sqlite_sequence WHERE name = 'operation'`)?.seq ?? null,
    null,
  );
}

function copyAll(db: Connection, highestOfMarkers: number): SalvageResult {
  const sequence = readHighestNumber(db);
  const highest = sequence === null ? null : Math.max(sequence, highestOfMarkers);
  const closed = copyTableOfAttachedOldStore(db, CLOSED_CHANGES);
  if (!closed.isWhole)
    copyBetweenEnds(db, CLOSED_CHANGES, closed, { highest, highestKnown: highestOfMarkers });
  const closedNumbers = listNumbers(db, CLOSED_CHANGES);
  const highestKnown = Math.max(highest ?? highestOfMarkers, getLargest(closedNumbers));
  const uncopied = copyPendingChanges(db, highest, highestKnown);
  copyIds(db);
  copyStoreLossOfAttachedOldStore(db);
  const known = new Set([...closedNumbers, ...readNumbersOfLostChanges(db)]);
  // The numbers after the last one of the file are those of changes that an older file does not have.
  const last = sequence ?? Infinity;
  const lostNumbers = uncopied.numbers.filter((number) => number <= last && !known.has(number));
  // A new change must not get the number of a closed one: it could not be closed then.
  continueChangeNumbersAfter(db, Math.max(highestKnown, getLargest(lostNumbers)));
  return {
    carried: listNumbers(db, PENDING_CHANGES).length,
    lost: uncopied.areMore ? null : lostNumbers.length + Math.max(0, highestOfMarkers - last),
    lostNumbers,
    moves: readFromDamagedFileOrDefault(
      () => db.get(sql<{ moves: number }>`SELECT moves FROM old.local_state`)?.moves ?? null,
      null,
    ),
    highestNumber: sequence,
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
