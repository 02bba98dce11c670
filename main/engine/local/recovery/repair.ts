import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import type { Result } from '#contract/result.ts';
import {
  preserveDamagedDatabase,
  putNewestDamagedCopyBack,
  removeDatabaseFiles,
} from '#main/engine/sqlite/damaged-files.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import { salvageLocalStore, type SalvageResult } from './salvage.ts';
import { noteStoreLoss } from './store-loss.ts';

/** A damaged local store, and what a repair of it needs. */
export interface DamagedLocalStore {
  /** Its full path. */
  readonly file: string;
  /** The encryption key: 64 hex digits. */
  readonly key: string;
  /** The highest number that a change is known to have had. */
  readonly highestKnown: number;
  /** Epoch milliseconds, for the name of the damaged copy. */
  readonly now: number;
  /** Opens a new file at a path, with all its tables. */
  readonly openNew: (file: string) => Result<Connection>;
}

/** The file that a repair fills. Until it has the name of the local store, the repair counts as not done. */
function getRepairingPath(file: string): string {
  return path.join(path.dirname(file), 'local.repairing.db');
}

function toRecoveredHealth({ carried, lost, incomplete }: SalvageResult): LocalStoreHealth {
  return { state: 'recovered', carried, lost, ...(incomplete.length === 0 ? {} : { incomplete }) };
}

/** Fills a new file from the damaged one, notes in it what was lost, and closes it. */
function fillNewFile({ file, key, highestKnown, openNew }: DamagedLocalStore): Result<SalvageResult> {
  const opened = openNew(getRepairingPath(file));
  if (!opened.ok) return opened;
  const db = opened.value;
  return catchStorageErrors(() => {
    try {
      const value = salvageLocalStore(db, file, key, highestKnown);
      noteStoreLoss(db, toRecoveredHealth(value), value.lostNumbers);
      // The whole content is in one file then, which a single renaming puts in its place.
      db.pragma('wal_checkpoint(TRUNCATE)');
      return { ok: true, value } as const;
    } finally {
      db.close();
    }
  });
}

/**
 * Puts a new file in the place of a damaged one, with everything that can be read of that; the damaged file is kept under another name.
 * The damaged file stays where it is until the new one is complete. After an error, such as that of a full disk, and after a crash
 * at any moment the next opening begins again with the damaged file.
 */
export function repairLocalStore(store: DamagedLocalStore): Result<SalvageResult> {
  const { file, now } = store;
  const repairing = getRepairingPath(file);
  removeDatabaseFiles(repairing);
  const filled = fillNewFile(store);
  if (!filled.ok) {
    removeDatabaseFiles(repairing);
    return filled;
  }
  preserveDamagedDatabase(file, now);
  renameSync(repairing, file);
  return filled;
}

/**
 * Takes back a repair that a crash has interrupted, so that it begins again: what the new file has may be a part of what can be
 * read. Call it before the local store is opened.
 */
export function takeBackInterruptedRepair(file: string): void {
  const repairing = getRepairingPath(file);
  if (!existsSync(repairing)) return;
  // The damaged file gets another name right before the new one is put in its place.
  if (!existsSync(file)) putNewestDamagedCopyBack(file);

  removeDatabaseFiles(repairing);
}
