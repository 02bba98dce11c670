import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findAlikeNames, type Alike } from '../names/find-alike.ts';
import { toNameKey } from '../names/name-key.ts';

interface Found {
  /** Number, newest change and sum of changes of the names that were compared. */
  readonly state: string;
  readonly alike: ReadonlyMap<string, Alike>;
}

/** The last result of each open file: comparing 100,000 names takes a third of a second. */
const lastFound = new WeakMap<ReadableDb, Found>();

function getState(db: ReadableDb): string {
  const found = db.get(sql<{ names: number; at: number; sum: number }>`
    SELECT count(*) AS names, coalesce(max(saved_at), 0) AS at, total(saved_at) AS sum FROM directory`);
  return JSON.stringify(found);
}

/** Returns the ids whose names are equal to the name of another id after case and accents, or one letter apart. */
export function getAlikeNames(db: ReadableDb): ReadonlyMap<string, Alike> {
  const state = getState(db);
  const known = lastFound.get(db);
  if (known?.state === state) return known.alike;
  const names = db.all(sql<{ id: string; name: string }>`SELECT id, name FROM directory`);
  const alike = findAlikeNames(new Map(names.map(({ id, name }) => [id, toNameKey(name)])));
  lastFound.set(db, { state, alike });
  return alike;
}
