import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { NO_KEYCHAIN_GENERATION_MARKER, type GenerationMarker } from '#contract/generation-marker.ts';
import { FINE_LOCAL_STORE_HEALTH, type LocalStoreHealth } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { compareKeyWithKeyCheck, writeKeyCheck } from '#main/engine/sqlite/damaged-files.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { createSameFileCheck, catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase, MIN_DATABASE_BYTES } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { initialLocalMigration } from '../migrations/0001-initial.ts';
import { endedRequestOrderMigration } from '../migrations/0002-ended-request-order.ts';
import { localReviewedVersionMigration } from '../migrations/0003-reviewed-version.ts';
import { importedSaveMigration } from '../migrations/0004-imported-save.ts';
import { nameSourcesMigration } from '../migrations/0005-name-sources.ts';
import { operationChangesMigration } from '../migrations/0006-operation-changes.ts';
import { screenStatesMigration } from '../migrations/0007-screen-states.ts';
import { templatesMigration } from '../migrations/0008-templates.ts';
import { packScheduleMigration } from '../migrations/0009-pack-schedule.ts';
import { screenViewsMigration } from '../migrations/0010-screen-views.ts';
import { snoozesMigration } from '../migrations/0011-snoozes.ts';
import { operationPatientsMigration } from '../migrations/0012-operation-patients.ts';
import { storeLossMigration } from '../migrations/0013-store-loss.ts';
import type { LocalOpenInput } from '../protocol.ts';
import { areSmallTablesSound, isWholeFileSound } from './check.ts';
import {
  continueChangeNumbersAfter,
  getOpenFileGenerationMarker,
  isFileOlderThanMarkers,
  mergeGenerationMarkers,
  readGenerationMarkerFile,
  startGenerationOfFile,
  storeGenerationMarkerBesideFile,
  type HighestKnownGeneration,
} from './generation-marker.ts';
import { resetInterruptedChanges } from './reset-interrupted-changes.ts';
import { releaseReservedSpace, reserveDiskSpace } from './reserved-space.ts';
import { repairLocalStore, takeBackInterruptedRepair } from './repair.ts';
import type { SalvageResult } from './salvage.ts';
import { noteStoreLoss } from './store-loss.ts';

/** The migrations of `local.db`, oldest first. */
export const LOCAL_MIGRATIONS: readonly Migration[] = [
  initialLocalMigration,
  endedRequestOrderMigration,
  localReviewedVersionMigration,
  importedSaveMigration,
  nameSourcesMigration,
  operationChangesMigration,
  screenStatesMigration,
  templatesMigration,
  packScheduleMigration,
  screenViewsMigration,
  snoozesMigration,
  operationPatientsMigration,
  storeLossMigration,
];

export interface OpenedLocalFile {
  readonly db: Connection;
  readonly health: LocalStoreHealth;
  /** The file's generation marker, for the keychain. */
  readonly mark: GenerationMarker;
  /** Throws, as for damage, where the file at the path is no longer the open one. */
  checkIdentity(): void;
}

export interface LocalOpeningDeps {
  /** Returns the current time, epoch milliseconds. */
  readonly now: () => number;
  /** Returns this many random bytes as lower-case hex. */
  readonly hex: (count: number) => string;
}

/** Returns the path of the local store in an account's folder. */
export function getLocalStorePath(folder: string): string {
  return path.join(folder, 'local.db');
}

function openFile(file: string, key: string, checksLargeTables = true): Result<Connection> {
  return openCheckAndMigrateDatabase({
    file,
    key,
    durability: 'full',
    migrations: LOCAL_MIGRATIONS,
    // Pages that are rarely used are checked too: SQLite does not notice a page of zeros when it reads it.
    isSound: (db, isOlder) => (checksLargeTables || isOlder ? isWholeFileSound(db) : areSmallTablesSound(db)),
  });
}

function getHealth(
  state: GenerationMarker,
  reached: HighestKnownGeneration,
  found: Omit<OpenedDatabase, 'db'>,
): LocalStoreHealth {
  // A repair has noted the loss in the new file itself.
  if (found.salvaged !== null) return FINE_LOCAL_STORE_HEALTH;
  if (found.wasMissing)
    return wasThere(reached) ? { state: 'missing', carried: 0, lost: null } : FINE_LOCAL_STORE_HEALTH;
  if (!isFileOlderThanMarkers(state, reached)) return FINE_LOCAL_STORE_HEALTH;
  const lost = reached.generation === null ? null : Math.max(0, reached.number - state.number);
  return { state: 'rewound', carried: 0, lost };
}

/** Returns whether a generation marker shows that the file existed before. */
function wasThere({ generation }: HighestKnownGeneration): boolean {
  return generation !== null;
}

interface OpenedDatabase {
  readonly db: Connection;
  readonly salvaged: SalvageResult | null;
  readonly wasMissing: boolean;
}

/**
 * Returns whether the file is shorter than any database. An empty file without a marker is just being
 * created.
 */
function isCut(size: number | null, reached: HighestKnownGeneration): boolean {
  return size !== null && size < MIN_DATABASE_BYTES && (size > 0 || wasThere(reached));
}

function openOrSalvage(
  target: LocalOpenInput,
  reached: HighestKnownGeneration,
  isKnownKey: boolean,
  now: number,
): Result<OpenedDatabase> {
  const file = getLocalStorePath(target.folder);
  const openNew = (path: string): Result<Connection> => openFile(path, target.key);
  takeBackInterruptedRepair(file);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? null;
  const openPresent = (): Result<Connection> => openFile(file, target.key, target.checksLargeTables);
  const first = isCut(size, reached) ? err('storage-damaged') : openPresent();
  if (first.ok) return ok({ db: first.value, salvaged: null, wasMissing: size === null });
  if (first.error.code !== 'storage-damaged') return first;
  // Without a key check a wrong key and damage look alike, so nothing is changed.
  if (!isKnownKey) return err('key-mismatch');
  const repaired = repairLocalStore({ file, key: target.key, highestKnown: reached.number, now, openNew });
  if (!repaired.ok) return repaired;
  const opened = openNew(file);
  return opened.ok ? ok({ db: opened.value, salvaged: repaired.value, wasMissing: false }) : opened;
}

interface InitialState {
  readonly health: LocalStoreHealth;
  readonly mark: GenerationMarker;
}

function mayBeOlder(
  state: GenerationMarker,
  reached: HighestKnownGeneration,
  { salvaged, wasMissing }: OpenedDatabase,
): boolean {
  if (wasMissing) return false;
  if (salvaged === null) return isFileOlderThanMarkers(state, reached);
  const { moves, highestNumber } = salvaged;
  return reached.isDoubtful || (moves ?? -1) < reached.moves || (highestNumber ?? -1) < reached.number;
}

/** Continues the count of the previous file and stores this file's marker. */
function begin(
  target: LocalOpenInput,
  found: OpenedDatabase,
  reached: HighestKnownGeneration,
  hex: string,
): InitialState {
  const { db } = found;
  const state = startGenerationOfFile(db, reached, hex);
  const health = getHealth(state, reached, found);
  const isOlder = mayBeOlder(state, reached, found);
  return db.transaction(() => {
    resetInterruptedChanges(db, isOlder);
    continueChangeNumbersAfter(db, reached.number);
    const moves = Math.max(state.moves, reached.moves);
    db.run(sql`UPDATE local_state SET moves = ${moves}`);
    const mark = getOpenFileGenerationMarker(db);
    storeGenerationMarkerBesideFile(target, mark);
    return { health: noteStoreLoss(db, health), mark };
  });
}

function openChecked(
  target: LocalOpenInput,
  isKnownKey: boolean,
  { now, hex }: LocalOpeningDeps,
): Result<OpenedLocalFile> {
  const { folder, key, keychainMark = NO_KEYCHAIN_GENERATION_MARKER } = target;
  const reached = mergeGenerationMarkers(readGenerationMarkerFile(folder), keychainMark);
  const found = openOrSalvage(target, reached, isKnownKey, now());
  if (!found.ok) return found;
  const { db } = found.value;
  try {
    const begun = begin(target, found.value, reached, hex(8));
    if (!isKnownKey) writeKeyCheck(folder, key, 'local');
    return ok({ db, ...begun, checkIdentity: createSameFileCheck(getLocalStorePath(folder)) });
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function tryOpening(target: LocalOpenInput, opening: LocalOpeningDeps): Result<OpenedLocalFile> {
  return catchStorageErrors(() => {
    mkdirSync(target.folder, { recursive: true, mode: 0o700 });
    const check = compareKeyWithKeyCheck(target.folder, target.key, 'local');
    if (check === 'differs') return err('key-mismatch');
    return openChecked(target, check === 'fits', opening);
  });
}

/**
 * Opens the local store: checks the key, the file and the schema. The file is never deleted: a damaged one, or
 * one from before the first release, is renamed, and what can be read of a damaged one is carried over into a
 * new file. 'key-mismatch' and 'storage-newer' change nothing. On a full disk it opens with the reserved space,
 * so that pending changes can be read and sent.
 */
export function openLocalFile(target: LocalOpenInput, opening: LocalOpeningDeps): Result<OpenedLocalFile> {
  const opened = tryOpening(target, opening);
  if (opened.ok) reserveDiskSpace(target.folder);
  const isFull = !opened.ok && opened.error.code === 'storage-full';
  return isFull && releaseReservedSpace(target.folder) ? tryOpening(target, opening) : opened;
}
