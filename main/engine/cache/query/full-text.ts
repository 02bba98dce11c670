import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';

/**
 * Maximum number of hits that are looked up one by one and sorted. With more, scanning the newest rows is
 * faster.
 */
export const MAX_ROWS_LOOKED_UP_SINGLY = 2_000;
/**
 * Maximum number of characters that are looked up in the index. It only preselects rows, so the beginning of
 * a text is enough.
 */
const SIEVE_LENGTH = 64;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

// The index ignores NUL, and SQLite takes NUL for the end of a phrase.
function getPoints(normalizedText: string): readonly string[] {
  return Array.from(normalizedText.slice(0, SIEVE_LENGTH * 4).replaceAll('\0', '')).slice(0, SIEVE_LENGTH);
}

/**
 * Returns the normalized text as one quoted phrase for a trigram index; null under three code points. The
 * phrase finds at least all rows that contain the text; `instr` on the row decides.
 */
export function toTrigramPhraseQuery(normalizedText: string): string | null {
  const points = getPoints(normalizedText);
  return points.length < 3 ? null : quoted(points.join(''));
}

/**
 * As `toTrigramPhraseQuery`, for an index without positions: the row must contain every trigram of the text. Those that do not overlap
 * would be read in a quarter of the time, but in prose they find five times as many rows for a rare word, and each has to be looked at.
 */
export function toAllTrigramsQuery(normalizedText: string): string | null {
  const points = getPoints(normalizedText);
  const trigrams = new Set(points.slice(2).map((_third, at) => quoted(points.slice(at, at + 3).join(''))));
  return trigrams.size === 0 ? null : [...trigrams].join(' AND ');
}

/**
 * Returns `match` where at most `most` rows of a search table match, so that reading these rows is faster than
 * scanning the list; otherwise null. `index` is the name of the table.
 */
export function getMatchIfFewRowsMatch(
  db: ReadableDb,
  index: Sql,
  match: string | null,
  most = MAX_ROWS_LOOKED_UP_SINGLY,
): string | null {
  if (match === null) return null;
  const found = db.get(
    sql<{
      hits: number;
    }>`SELECT count(*) AS hits FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ${match} LIMIT ${most + 1})`,
  );
  return (found?.hits ?? 0) <= most ? match : null;
}
