import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { NO_KEYCHAIN_MARK, type GenerationMarks } from '#contract/controls.ts';
import type { LocalHealth } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { compareKey, keepKeyCheck, putBack, preserveDamagedFile } from '#main/engine/sqlite/damaged-files.ts';
import type { WritableDb, Connection } from '#main/engine/sqlite/db.ts';
import { spaceCheck, storing } from '#main/engine/sqlite/errors.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openWhole, SMALLEST_DATABASE } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { isDecisionFounded } from '../decision-base.ts';
import { initial } from '../migrations/0001-initial.ts';
import { isCreate, isOnceOnly, allOperations, updateOperation } from '../outbox/operations.ts';
import type { StoredOperation, LocalFile, LocalOpenInput } from '../protocol.ts';
import { isBehind, reachedBy, readMarker, writeMarker, type Reached } from './generation-marker.ts';
import { releaseReservedSpace, reserveSpace } from './reserved-space.ts';
import { salvage, type Salvaged } from './salvage.ts';

/** The migrations of `local.db`, oldest first. */
export const LOCAL_MIGRATIONS: readonly Migration[] = [initial];

/**
 * Whether a publish or a review was saved without the record that it decides about. Nothing shows later whether it has been sent
 * from another copy of this file, so that the user is asked. A create is looked for by what it makes.
 */
function isUnfounded(write: StoredOperation): boolean {
  const isDecision = isOnceOnly(write.operation, write.data) && !isCreate(write.operation);
  return isDecision && write.state === 'saved' && !isDecisionFounded(write);
}

/** What is known of earlier attempts at a write that an older file shows as waiting. */
function recoveredEvidence({ operation, state, evidence }: StoredOperation): StoredOperation['evidence'] {
  // A list may show a new record late: a create that is not found there is looked for again and asked about, never just sent.
  if (isCreate(operation)) return { ...evidence, mayHaveLeft: true, rewound: true };
  if (state !== 'saved') return { ...evidence, rewound: true };
  // An attempt that was surely not done tells nothing of one that the file does not know.
  const { before: _before, ...stored } = evidence;
  return { ...stored, rewound: true };
}

function recoverRecovered(operation: StoredOperation, isBehind: boolean): StoredOperation | null {
  const { state, data } = operation;
  const mayHaveLeft = isOnceOnly(operation.operation, data);
  // An older file may show as waiting what has left since. What waits for the user goes on waiting: the answer meets the evidence.
  if ((isBehind && mayHaveLeft) || isUnfounded(operation)) {
    const isResting = state === 'needs-you' || state === 'rejected';
    return {
      ...operation,
      state: isResting ? state : 'uncertain',
      evidence: recoveredEvidence(operation),
    };
  }
  if (state !== 'sending') return null;
  return { ...operation, state: mayHaveLeft ? 'uncertain' : 'saved' };
}

/**
 * After a start: nobody knows what became of a write that was on its way. What does no harm twice waits again, what must not be
 * sent twice is looked for.
 * @param isBehind whether the file is older than what was sent from it
 */
function recoverSent(db: WritableDb, isBehind: boolean): void {
  for (const operation of allOperations(db)) {
    const changed = recoverRecovered(operation, isBehind);
    if (changed !== null) updateOperation(db, changed);
  }
}

export interface OpenedLocalFile {
  readonly db: Connection;
  readonly health: LocalHealth;
  /** How far the file has come, for the keychain. */
  readonly mark: GenerationMarks;
  /** Throws, as for damage, where the open file is no longer the one at its path. */
  checkSpace(): void;
}

export interface LocalOpening {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** As many bytes as lower-case hex. */
  readonly hex: (count: number) => string;
}

/** The path of the desk file in an account's folder. */
export function localPath(folder: string): string {
  return path.join(folder, 'local.db');
}

function openTo({ folder, key }: LocalFile): Result<Connection> {
  return openWhole({
    file: localPath(folder),
    key,
    durability: 'full',
    migrations: LOCAL_MIGRATIONS,
    // The file is small; pages that nobody would read for days are read now.
    isSound: (db) => db.pragma('quick_check') === 'ok',
  });
}

interface StateRow {
  readonly generation: string;
  readonly moves: number;
}

/** How far the file has come. A fresh one goes on counting where the one before it is known to have been. */
function getState(db: Connection, reached: Reached, generation: string): GenerationMarks {
  const found = db.get(sql<StateRow>`SELECT generation, moves FROM local_state`);
  const state = found ?? { generation, moves: reached.moves };
  if (found === undefined) {
    db.run(
      sql`INSERT INTO local_state (id, generation, moves) VALUES (1, ${state.generation}, ${state.moves})`,
    );
  }
  return { ...state, number: highestNumber(db) };
}

/** The highest number that a write of this file was given. */
export function highestNumber(db: Connection): number {
  return db.get(sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'operation'`)?.seq ?? 0;
}

/** How far an open file has come. */
export function currentMarker(db: Connection): GenerationMarks {
  const state = db.get(sql<StateRow>`SELECT generation, moves FROM local_state`);
  return { generation: state?.generation ?? '', moves: state?.moves ?? 0, number: highestNumber(db) };
}

/** Writes beside the file how far it has come. Throws the system's error where it cannot. */
export function noteMarker({ folder, keychainMark }: LocalOpenInput, mark: GenerationMarks): void {
  writeMarker(folder, { ...mark, stored: keychainMark?.state === 'found' ? keychainMark.mark.moves : null });
}

/** Sees to it that no number is given twice, though the file that gave it is lost. */
function continueAfter(db: Connection, number: number): void {
  if (highestNumber(db) >= number) return;
  db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'operation'`);
  db.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('operation', ${number})`);
}

const FINE: LocalHealth = { state: 'fine', carried: 0, lost: 0 };

function recovered({ carried, lost, incomplete }: Salvaged): LocalHealth {
  return { state: 'recovered', carried, lost, ...(incomplete.length === 0 ? {} : { incomplete }) };
}

function getHealth(state: GenerationMarks, reached: Reached, found: Omit<Found, 'db'>): LocalHealth {
  if (found.salvaged !== null) return recovered(found.salvaged);
  if (found.wasMissing) return wasThere(reached) ? { state: 'missing', carried: 0, lost: null } : FINE;
  if (!isBehind(state, reached)) return FINE;
  const lost = reached.generation === null ? null : Math.max(0, reached.number - state.number);
  return { state: 'rewound', carried: 0, lost };
}

/** Whether a mark speaks of a file. */
function wasThere({ generation }: Reached): boolean {
  return generation !== null;
}

interface Found {
  readonly db: Connection;
  readonly salvaged: Salvaged | null;
  readonly wasMissing: boolean;
}

/** Cut to less than any database is; an empty file that no mark speaks of is just about to be made. */
function isCut(size: number | null, reached: Reached): boolean {
  return size !== null && size < SMALLEST_DATABASE && (size > 0 || wasThere(reached));
}

function salvageFrom(damaged: string, target: LocalFile, { number }: Reached): Result<Found> {
  const fresh = openTo(target);
  if (!fresh.ok) return fresh;
  return storing(() => {
    try {
      const salvaged = salvage(fresh.value, damaged, target.key, number);
      return ok({ db: fresh.value, salvaged, wasMissing: false });
    } catch (thrown) {
      fresh.value.close();
      throw thrown;
    }
  });
}

/**
 * Sets the damaged file aside and carries what can be read over into a fresh one. Where that fails, on a full disk for one, the
 * damaged file goes back to its place, so that the next opening tries again.
 */
function salvageInto(target: LocalFile, reached: Reached, now: number): Result<Found> {
  const file = localPath(target.folder);
  const damaged = preserveDamagedFile(file, now);
  let found: Result<Found> | null = null;
  try {
    found = salvageFrom(damaged, target, reached);
    return found;
  } finally {
    if (found?.ok !== true) putBack(damaged, file);
  }
}

function openOrSalvage(target: LocalFile, reached: Reached, isKnownKey: boolean, now: number): Result<Found> {
  const size = statSync(localPath(target.folder), { throwIfNoEntry: false })?.size ?? null;
  const first = isCut(size, reached) ? err('storage-damaged') : openTo(target);
  if (first.ok) return ok({ db: first.value, salvaged: null, wasMissing: size === null });
  if (first.error.code !== 'storage-damaged') return first;
  // Without a value to compare with, a wrong key and damage look alike: nothing is touched.
  return isKnownKey ? salvageInto(target, reached, now) : err('key-mismatch');
}

interface Begun {
  readonly health: LocalHealth;
  readonly mark: GenerationMarks;
}

function mayBeOlder(state: GenerationMarks, reached: Reached, { salvaged, wasMissing }: Found): boolean {
  if (wasMissing) return false;
  if (salvaged === null) return isBehind(state, reached);
  return reached.isDoubtful || (salvaged.moves ?? -1) < reached.moves;
}

/** Counts on from where the file before is known to have been, and marks how far this one has come. */
function begin(target: LocalOpenInput, found: Found, reached: Reached, hex: string): Begun {
  const { db } = found;
  const state = getState(db, reached, hex);
  const health = getHealth(state, reached, found);
  const isOlder = mayBeOlder(state, reached, found);
  return db.transaction(() => {
    recoverSent(db, isOlder);
    continueAfter(db, reached.number);
    const moves = Math.max(state.moves, reached.moves);
    db.run(sql`UPDATE local_state SET moves = ${moves}`);
    const mark = currentMarker(db);
    noteMarker(target, mark);
    return { health, mark };
  });
}

function openChecked(
  target: LocalOpenInput,
  isKnownKey: boolean,
  { now, hex }: LocalOpening,
): Result<OpenedLocalFile> {
  const { folder, key, keychainMark = NO_KEYCHAIN_MARK } = target;
  const reached = reachedBy(readMarker(folder), keychainMark);
  const found = openOrSalvage(target, reached, isKnownKey, now());
  if (!found.ok) return found;
  const { db } = found.value;
  try {
    const begun = begin(target, found.value, reached, hex(8));
    if (!isKnownKey) keepKeyCheck(folder, key, 'local');
    return ok({ db, ...begun, checkSpace: spaceCheck(localPath(folder)) });
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function tryOpening(target: LocalOpenInput, opening: LocalOpening): Result<OpenedLocalFile> {
  return storing(() => {
    mkdirSync(target.folder, { recursive: true, mode: 0o700 });
    const check = compareKey(target.folder, target.key, 'local');
    if (check === 'differs') return err('key-mismatch');
    return openChecked(target, check === 'fits', opening);
  });
}

/**
 * Opens the desk file: checks the key, the file and the schema. It is never deleted: where it is damaged, or from before the first
 * release, it is set aside, and what can be read is carried over into a fresh one. 'key-mismatch' and 'storage-newer' touch nothing. On a full disk it is opened
 * with the room that was kept back, so that what waits can be read and sent.
 */
export function openLocalFile(target: LocalOpenInput, opening: LocalOpening): Result<OpenedLocalFile> {
  const opened = tryOpening(target, opening);
  if (opened.ok) reserveSpace(target.folder);
  const isFull = !opened.ok && opened.error.code === 'storage-full';
  return isFull && releaseReservedSpace(target.folder) ? tryOpening(target, opening) : opened;
}
