import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { NO_KEYCHAIN_MARK, type GenerationMark } from '#contract/generation-mark.ts';
import type { DeskHealth } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { placeCheck } from '#main/engine/store/damage.ts';
import type { Connection } from '#main/engine/store/db.ts';
import { compareKey, keepKeyCheck } from '#main/engine/store/key-check.ts';
import { openWhole, SMALLEST_DATABASE } from '#main/engine/store/open-whole.ts';
import { putBack, setAside } from '#main/engine/store/set-aside.ts';
import { sql } from '#main/engine/store/sql.ts';
import { storing } from '#main/engine/store/sqlite-errors.ts';
import { giveBallast, takeBallast } from './ballast.ts';
import { isBehind, reachedBy, readMark, writeMark, type Reached } from './mark.ts';
import { DESK_MIGRATIONS } from './migrations/list.ts';
import type { DeskFile, DeskOpen } from './protocol.ts';
import { recoverSent } from './recover.ts';
import { salvage, type Salvaged } from './salvage.ts';

export interface OpenedDeskFile {
  readonly db: Connection;
  readonly health: DeskHealth;
  /** How far the file has come, for the keychain. */
  readonly mark: GenerationMark;
  /** Throws, as for damage, where the open file is no longer the one at its path. */
  checkPlace(): void;
}

export interface DeskOpening {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** As many bytes as lower-case hex. */
  readonly hex: (count: number) => string;
}

/** The path of the desk file in an account's folder. */
export function deskPath(folder: string): string {
  return path.join(folder, 'desk.db');
}

function openTo({ folder, key }: DeskFile): Result<Connection> {
  return openWhole({
    file: deskPath(folder),
    key,
    durability: 'full',
    migrations: DESK_MIGRATIONS,
    // The file is small; pages that nobody would read for days are read now.
    isSound: (db) => db.pragma('quick_check') === 'ok',
  });
}

interface StateRow {
  readonly generation: string;
  readonly moves: number;
}

/** How far the file has come. A fresh one goes on counting where the one before it is known to have been. */
function stateOf(db: Connection, reached: Reached, generation: string): GenerationMark {
  const found = db.get(sql<StateRow>`SELECT generation, moves FROM desk_state`);
  const state = found ?? { generation, moves: reached.moves };
  if (found === undefined) {
    db.run(
      sql`INSERT INTO desk_state (one, generation, moves) VALUES (1, ${state.generation}, ${state.moves})`,
    );
  }
  return { ...state, number: highestNumber(db) };
}

/** The highest number that a write of this file was given. */
export function highestNumber(db: Connection): number {
  return db.get(sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'operation'`)?.seq ?? 0;
}

/** How far an open file has come. */
export function currentMark(db: Connection): GenerationMark {
  const state = db.get(sql<StateRow>`SELECT generation, moves FROM desk_state`);
  return { generation: state?.generation ?? '', moves: state?.moves ?? 0, number: highestNumber(db) };
}

/** Writes beside the file how far it has come. Throws the system's error where it cannot. */
export function noteMark({ folder, keychainMark }: DeskOpen, mark: GenerationMark): void {
  writeMark(folder, { ...mark, kept: keychainMark?.state === 'found' ? keychainMark.mark.moves : null });
}

/** Sees to it that no number is given twice, though the file that gave it is lost. */
function continueAfter(db: Connection, number: number): void {
  if (highestNumber(db) >= number) return;
  db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'operation'`);
  db.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('operation', ${number})`);
}

const FINE: DeskHealth = { state: 'fine', carried: 0, lost: 0 };

function recovered({ carried, lost, incomplete }: Salvaged): DeskHealth {
  return { state: 'recovered', carried, lost, ...(incomplete.length === 0 ? {} : { incomplete }) };
}

function healthOf(state: GenerationMark, reached: Reached, found: Omit<Found, 'db'>): DeskHealth {
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

function salvageFrom(damaged: string, target: DeskFile, { number }: Reached): Result<Found> {
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
function salvageInto(target: DeskFile, reached: Reached, now: number): Result<Found> {
  const file = deskPath(target.folder);
  const damaged = setAside(file, now);
  let found: Result<Found> | null = null;
  try {
    found = salvageFrom(damaged, target, reached);
    return found;
  } finally {
    if (found?.ok !== true) putBack(damaged, file);
  }
}

function openOrSalvage(target: DeskFile, reached: Reached, isKnownKey: boolean, now: number): Result<Found> {
  const size = statSync(deskPath(target.folder), { throwIfNoEntry: false })?.size ?? null;
  const first = isCut(size, reached) ? err('storage-damaged') : openTo(target);
  if (first.ok) return ok({ db: first.value, salvaged: null, wasMissing: size === null });
  if (first.error.code !== 'storage-damaged') return first;
  // Without a value to compare with, a wrong key and damage look alike: nothing is touched.
  return isKnownKey ? salvageInto(target, reached, now) : err('key-mismatch');
}

interface Begun {
  readonly health: DeskHealth;
  readonly mark: GenerationMark;
}

function mayBeOlder(state: GenerationMark, reached: Reached, { salvaged, wasMissing }: Found): boolean {
  if (wasMissing) return false;
  if (salvaged === null) return isBehind(state, reached);
  return reached.isDoubtful || (salvaged.moves ?? -1) < reached.moves;
}

/** Counts on from where the file before is known to have been, and marks how far this one has come. */
function begin(target: DeskOpen, found: Found, reached: Reached, hex: string): Begun {
  const { db } = found;
  const state = stateOf(db, reached, hex);
  const health = healthOf(state, reached, found);
  const isOlder = mayBeOlder(state, reached, found);
  return db.transaction(() => {
    recoverSent(db, isOlder);
    continueAfter(db, reached.number);
    const moves = Math.max(state.moves, reached.moves);
    db.run(sql`UPDATE desk_state SET moves = ${moves}`);
    const mark = currentMark(db);
    noteMark(target, mark);
    return { health, mark };
  });
}

function openChecked(
  target: DeskOpen,
  isKnownKey: boolean,
  { now, hex }: DeskOpening,
): Result<OpenedDeskFile> {
  const { folder, key, keychainMark = NO_KEYCHAIN_MARK } = target;
  const reached = reachedBy(readMark(folder), keychainMark);
  const found = openOrSalvage(target, reached, isKnownKey, now());
  if (!found.ok) return found;
  const { db } = found.value;
  try {
    const begun = begin(target, found.value, reached, hex(8));
    if (!isKnownKey) keepKeyCheck(folder, key, 'desk');
    return ok({ db, ...begun, checkPlace: placeCheck(deskPath(folder)) });
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function tryOpening(target: DeskOpen, opening: DeskOpening): Result<OpenedDeskFile> {
  return storing(() => {
    mkdirSync(target.folder, { recursive: true, mode: 0o700 });
    const check = compareKey(target.folder, target.key, 'desk');
    if (check === 'differs') return err('key-mismatch');
    return openChecked(target, check === 'fits', opening);
  });
}

/**
 * Opens the desk file: checks the key, the file and the schema. It is never deleted: where it is damaged it is set aside, and
 * what can be read is carried over into a fresh one. 'key-mismatch' and 'storage-newer' touch nothing. On a full disk it is opened
 * with the room that was kept back, so that what waits can be read and sent.
 */
export function openDeskFile(target: DeskOpen, opening: DeskOpening): Result<OpenedDeskFile> {
  const opened = tryOpening(target, opening);
  if (opened.ok) takeBallast(target.folder);
  const isFull = !opened.ok && opened.error.code === 'storage-full';
  return isFull && giveBallast(target.folder) ? tryOpening(target, opening) : opened;
}
