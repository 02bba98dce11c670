import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  generationMarkerSchema,
  type GenerationMarker,
  type KeychainGenerationMarkerState,
} from '#contract/generation-marker.ts';
import { replaceFileAtomically } from '#main/base/write-file.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { LocalOpenInput } from '../protocol.ts';

/**
 * The generation marker beside the local store's file: SQLite cannot detect that the end of a file was lost,
 * or that a backup was restored.
 */
const storedGenerationMarkerSchema = generationMarkerSchema.extend({
  /** The `moves` that the keychain is known to have stored; null where it has stored none. */
  stored: z.number().int().nonnegative().nullable(),
});
export type StoredGenerationMarker = Readonly<z.infer<typeof storedGenerationMarkerSchema>>;

function getMarkerPath(folder: string): string {
  return path.join(folder, 'local.generation');
}

/** Returns the marker in an account's folder; null where there is no readable one. */
export function readGenerationMarkerFile(folder: string): StoredGenerationMarker | null {
  try {
    return storedGenerationMarkerSchema.parse(JSON.parse(readFileSync(getMarkerPath(folder), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Writes the marker atomically, on the disk when it returns: after a power cut an empty marker would look like a
 * restored
 * backup. Throws the system's error where it cannot.
 */
export function writeGenerationMarkerFile(folder: string, mark: StoredGenerationMarker): void {
  replaceFileAtomically(getMarkerPath(folder), JSON.stringify(mark));
}

/** How far the local store had come, by the marker beside it and by the keychain's together. */
export interface HighestKnownGeneration {
  /** The generation of the file; null where no marker tells it. */
  readonly generation: string | null;
  readonly number: number;
  readonly moves: number;
  /** A marker is missing, or the two contradict each other: the file may be a restored backup. */
  readonly isDoubtful: boolean;
}

function isKeychainDoubtful(file: StoredGenerationMarker, keychain: KeychainGenerationMarkerState): boolean {
  switch (keychain.state) {
    case 'none':
      return false;
    case 'absent':
    case 'unreadable':
      return true;
    case 'found': {
      const { generation, moves } = keychain.mark;
      // The file's marker is written first, so the keychain may be behind it, but never behind what it has
      // stored.
      return generation !== file.generation || moves > file.moves || moves < (file.stored ?? 0);
    }
  }
}

/** Merges the marker beside the file with the keychain's. */
export function mergeGenerationMarkers(
  file: StoredGenerationMarker | null,
  keychain: KeychainGenerationMarkerState,
): HighestKnownGeneration {
  const marks: readonly GenerationMarker[] = [file, keychain.state === 'found' ? keychain.mark : null].filter(
    (mark) => mark !== null,
  );
  return {
    generation: marks[0]?.generation ?? null,
    number: Math.max(0, ...marks.map(({ number }) => number)),
    moves: Math.max(0, ...marks.map(({ moves }) => moves)),
    isDoubtful: file === null || isKeychainDoubtful(file, keychain),
  };
}

/**
 * Returns whether a file is older than the markers say, or may be. A file that never held a change is neither.
 */
export function isFileOlderThanMarkers(state: GenerationMarker, reached: HighestKnownGeneration): boolean {
  const { generation, number, moves, isDoubtful } = reached;
  if (state.moves < moves || state.number < number) return true;
  return state.number > 0 && (isDoubtful || state.generation !== generation);
}

interface StateRow {
  readonly generation: string;
  readonly moves: number;
}

/**
 * Returns the generation and moves of a file. A fresh one continues the count of its predecessor where that
 * is known.
 */
export function startGenerationOfFile(
  db: Connection,
  reached: HighestKnownGeneration,
  generation: string,
): GenerationMarker {
  const found = db.get(sql<StateRow>`SELECT generation, moves FROM local_state`);
  const state = found ?? { generation, moves: reached.moves };
  if (found === undefined) {
    db.run(
      sql`INSERT INTO local_state (id, generation, moves) VALUES (1, ${state.generation}, ${state.moves})`,
    );
  }
  return { ...state, number: getHighestAssignedChangeNumber(db) };
}

/** Returns the highest number that a change of this file was given. */
function getHighestAssignedChangeNumber(db: ReadableDb): number {
  return db.get(sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'operation'`)?.seq ?? 0;
}

/** Returns the generation marker of an open file. */
export function getOpenFileGenerationMarker(db: ReadableDb): GenerationMarker {
  const state = db.get(sql<StateRow>`SELECT generation, moves FROM local_state`);
  return {
    generation: state?.generation ?? '',
    moves: state?.moves ?? 0,
    number: getHighestAssignedChangeNumber(db),
  };
}

/** Writes the marker beside the file. Throws the system's error where it cannot. */
export function storeGenerationMarkerBesideFile(
  { folder, keychainMark }: LocalOpenInput,
  mark: GenerationMarker,
): void {
  writeGenerationMarkerFile(folder, {
    ...mark,
    stored: keychainMark?.state === 'found' ? keychainMark.mark.moves : null,
  });
}

/** Makes sure that later changes get numbers above this one, which a lost file may have given. */
export function continueChangeNumbersAfter(db: Connection, number: number): void {
  if (getHighestAssignedChangeNumber(db) >= number) return;
  db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'operation'`);
  db.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('operation', ${number})`);
}
