import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toAllTrigramsQuery } from '#main/engine/cache/query/full-text.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { changeTempTablesOnReadOnlyConnection } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { buildReferringRowsQuery, STORED_SEARCH_TABLES } from './conditions.ts';
import type { WorklistQueryContext } from './context.ts';

/** Maximum number of rows in the table: to list them takes some 30 ms. */
const MAX_CANDIDATES = 50_000;

/** The condition that a stored row is listed. */
export const IS_TEXT_CANDIDATE = sql`requisition.row IN (SELECT row FROM temp.text_candidate)`;

/**
 * What is known of the rows that may contain a text: nothing; that they are listed; or that there are too many. In the latter two cases
 * there are also too many to look at each of them.
 */
type TextCandidatesState = 'unknown' | 'listed' | 'too-many';

/** Returns what is known of the rows that may contain a text, in this version of the data. */
export function getTextCandidatesState(
  { cache, version }: WorklistQueryContext,
  normalizedText: string,
): TextCandidatesState {
  const found = cache.get(sql<{ areListed: number }>`
    SELECT are_listed AS areListed FROM temp.text_of_candidates WHERE text = ${normalizedText} AND version = ${version}`);
  if (found === undefined) return 'unknown';
  return found.areListed === 1 ? 'listed' : 'too-many';
}

/** Returns the normalized text of the first term for which rows can be listed; null where there is none. */
export function findTextOfCandidates(terms: readonly WorklistSearchTerm[]): string | null {
  for (const term of terms) {
    if (term.field !== 'text' || term.isNot) continue;
    const normalizedText = normalizeText(term.value);
    if (toAllTrigramsQuery(normalizedText) !== null) return normalizedText;
  }
  return null;
}

/**
 * Lists the rows that may contain a text or refer to an id with such a name.
 * @param most with more rows that may contain the text, none is listed
 */
export function listTextCandidates(
  context: WorklistQueryContext,
  normalizedText: string,
  most = MAX_CANDIDATES,
): Exclude<TextCandidatesState, 'unknown'> {
  const { cache, version, localData } = context;
  const match = toAllTrigramsQuery(normalizedText);
  let areListed = false;
  changeTempTablesOnReadOnlyConnection(cache, () => {
    cache.run(sql`DELETE FROM temp.text_of_candidates`);
    cache.run(sql`DELETE FROM temp.text_candidate`);
    const { changes } = cache.run(sql`
      INSERT INTO temp.text_candidate (row)
      SELECT rowid FROM requisition_search WHERE requisition_search MATCH ${match} LIMIT ${most + 1}`);
    areListed = changes <= most;
    if (areListed)
      cache.run(sql`
        INSERT OR IGNORE INTO temp.text_candidate (row)
        ${buildReferringRowsQuery(localData.idsNamed(normalizedText), STORED_SEARCH_TABLES)}`);
    cache.run(sql`
      INSERT INTO temp.text_of_candidates (text, version, are_listed)
      VALUES (${normalizedText}, ${version}, ${areListed ? 1 : 0})`);
  });
  return areListed ? 'listed' : 'too-many';
}
