import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql, type Sql } from '#main/engine/store/sql.ts';

/** As far into a name as is searched: the longest query that the contract lets through. */
const SEARCHED_LENGTH = 10_000;
/** Few enough hits to look each of them up and sort them; with more, walking the newest rows is quicker. */
export const FEW_HITS = 2_000;
/** The phrase is a first sieve alone, so its beginning is enough. */
const PHRASE_LENGTH = 64;

/**
 * Folds a name or a query for comparing, as the service does (service's document, section 4.2: case-insensitive partial
 * match): lower case, diacritics kept. Half surrogates become U+FFFD, as they do in the file.
 */
export function fold(text: string): string {
  return text.slice(0, SEARCHED_LENGTH).toWellFormed().toLowerCase();
}

/**
 * The folded text as one quoted phrase of the trigram index, or null where it is too short for one (under three code
 * points). The index skips NUL, and SQLite takes it for the end of a phrase. The phrase finds at least all that
 * contain the text; `instr` on the row decides.
 */
export function trigramPhrase(folded: string): string | null {
  const points = Array.from(folded.replaceAll('\0', '')).slice(0, PHRASE_LENGTH);
  return points.length < 3 ? null : `"${points.join('').replaceAll('"', '""')}"`;
}

/** The trigram phrase of a folded text that few rows contain, else null. `index` is the name of the search table. */
export function rarePhrase(db: ReadableDb, index: Sql, folded: string): string | null {
  const phrase = trigramPhrase(folded);
  if (phrase === null) return null;
  const found = db.get(
    sql<{
      hits: number;
    }>`SELECT count(*) AS hits FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ${phrase} LIMIT ${FEW_HITS + 1})`,
  );
  return (found?.hits ?? 0) <= FEW_HITS ? phrase : null;
}
