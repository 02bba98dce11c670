import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findIdsWithAlikeNames, type NameSimilarity } from '../names/find-alike.ts';
import { toNameKey } from '../names/name-key.ts';

interface Found {
  /**
   * Number of names, newest change and sum of changes: they show whether the compared names are still
   * current.
   */
  readonly state: string;
  readonly alike: ReadonlyMap<string, NameSimilarity>;
}

/** The last result of each open file: comparing 100,000 names takes a third of a second. */
const lastFound = new WeakMap<ReadableDb, Found>();

function getState(db: ReadableDb): string {
  const found = db.get(sql<{ names: number; at: number; sum: number }>`
    SELECT count(*) AS names, coalesce(max(saved_at), 0) AS at, total(saved_at) AS sum FROM directory`);
  return JSON.stringify(found);
}

/** Returns the ids whose names are equal to the name of another id after case and accents, or one letter apart. */
export function getIdsWithAlikeNames(db: ReadableDb): ReadonlyMap<string, NameSimilarity> {
  const state = getState(db);
  const known = lastFound.get(db);
  if (known?.state === state) return known.alike;
  const names = db.all(sql<{ id: string; name: string }>`SELECT id, name FROM directory`);
  const alike = findIdsWithAlikeNames(new Map(names.map(({ id, name }) => [id, toNameKey(name)])));
  lastFound.set(db, { state, alike });
  return alike;
}
