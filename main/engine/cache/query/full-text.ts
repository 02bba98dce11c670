import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/** Few enough hits to look each of them up and sort them; with more, walking the newest rows is quicker. */
export const MAX_PROBED_HITS = 2_000;
/** The index is a first sieve alone, so the beginning of a text is enough. */
const SIEVE_LENGTH = 64;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

// The index skips NUL, and SQLite takes it for the end of a phrase.
function getPoints(normalizedText: string): readonly string[] {
  return Array.from(normalizedText.slice(0, SIEVE_LENGTH * 4).replaceAll('\0', '')).slice(0, SIEVE_LENGTH);
}

/**
 * The folded text as one quoted phrase of a trigram index, or null where it is too short for one (under three code
 * points). The phrase finds at least all that contain the text; `instr` on the row decides.
 */
export function trigramPhrase(normalizedText: string): string | null {
  const points = getPoints(normalizedText);
  return points.length < 3 ? null : quoted(points.join(''));
}

/** The same for an index that knows which trigrams a row has, but not where: all of the text's own must be there. */
export function trigramSet(normalizedText: string): string | null {
  const points = getPoints(normalizedText);
  const trigrams = new Set(points.slice(2).map((_third, at) => quoted(points.slice(at, at + 3).join(''))));
  return trigrams.size === 0 ? null : [...trigrams].join(' AND ');
}

/** A query of a search table that `most` rows answer at most, else null. `index` is the name of the table. */
export function rareMatch(
  db: ReadableDb,
  index: Sql,
  match: string | null,
  most = MAX_PROBED_HITS,
): string | null {
  if (match === null) return null;
  const found = db.get(
    sql<{
      hits: number;
    }>`SELECT count(*) AS hits FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ${match} LIMIT ${most + 1})`,
  );
  return (found?.hits ?? 0) <= most ? match : null;
}
