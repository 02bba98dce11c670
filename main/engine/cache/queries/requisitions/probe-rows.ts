import type { WorklistSearchTerm } from '#contract/requisitions.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import {
  MAX_PROBED_HITS,
  keepMatchIfFewRows,
  toTrigramConjunction,
} from '#main/engine/cache/query/full-text.ts';
import { listFollowUpIds, selectRowsReferringTo, STORED_REQUISITION_TABLES } from './conditions.ts';
import {
  callTermHandlerIfKnown,
  type TermHandlersByField,
  parseIdSearch,
} from '#main/engine/cache/query/filter.ts';
import type { WorklistQueryContext } from './context.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';

/** Context of a search for candidate rows, and their maximum number. */
interface Search {
  readonly context: WorklistQueryContext;
  readonly most: number;
}

/** Returns the rows of a query; null where there are more than the maximum. */
function probe({ context, most }: Search, query: Sql<{ row: number }>): readonly number[] | null {
  const rows = context.cache.all(sql<{ row: number }>`${query} LIMIT ${most + 1}`);
  return rows.length > most ? null : rows.map(({ row }) => row);
}

function withText(search: Search, normalizedText: string): readonly number[] | null {
  const match = keepMatchIfFewRows(
    search.context.cache,
    sql`requisition_search`,
    toTrigramConjunction(normalizedText),
    search.most,
  );
  if (match === null) return null;
  return probe(
    search,
    sql`SELECT rowid AS row FROM requisition_search WHERE requisition_search MATCH ${match}`,
  );
}

function withTextOrPeople(search: Search, value: string): readonly number[] | null {
  const normalizedText = normalizeText(value);
  const inText = withText(search, normalizedText);
  const named = search.context.localData.idsNamed(normalizedText);
  if (inText === null || named.size === 0) return inText;
  const ofPeople = probe(search, selectRowsReferringTo(named, STORED_REQUISITION_TABLES));
  return ofPeople === null ? null : [...new Set([...inText, ...ofPeople])];
}

function patientsEndingIn({ cache }: WorklistQueryContext, end: string): readonly string[] {
  return cache
    .all(sql<{ patient: string }>`
      SELECT DISTINCT patient FROM requisition INDEXED BY requisition_by_patient
      WHERE substr(patient, ${-Array.from(end).length}) = ${end} LIMIT ${MAX_PROBED_HITS}`)
    .map(({ patient }) => patient);
}

function ofPatient(search: Search, value: string): readonly number[] | null {
  const word = parseIdSearch(value);
  const ofIds = (ids: Iterable<string>): readonly number[] | null =>
    probe(
      search,
      sql`SELECT row FROM requisition INDEXED BY requisition_by_patient WHERE patient IN ${toSqlList(ids)}`,
    );
  if ('whole' in word) return ofIds([word.whole]);
  const ending = word.end === null ? [] : patientsEndingIn(search.context, word.end);
  if (ending.length === MAX_PROBED_HITS) return null;
  return ofIds(new Set([...ending, ...search.context.localData.idsNamed(word.named)]));
}

function ofAnybody(search: Search, value: string): readonly number[] | null {
  const word = parseIdSearch(value);
  return 'whole' in word
    ? probe(search, selectRowsReferringTo([word.whole], STORED_REQUISITION_TABLES))
    : null;
}

function probeChanged({ context, most }: Search): readonly number[] | null {
  const changed = context.changedSinceViewed();
  return changed.length > most ? null : changed.map(({ row }) => row);
}

function probeMarked(search: Search): readonly number[] | null {
  return probe(
    search,
    sql`SELECT row FROM requisition WHERE id IN ${toSqlList(listFollowUpIds(search.context, false))}`,
  );
}

type ProbedRows = readonly number[] | null;

const ofAnyId = ({ value }: { readonly value: string }, search: Search): ProbedRows =>
  ofAnybody(search, value);
/**
 * Returns candidate rows for a term, a superset of its matches; null where there are too many. The other
 * operators have no fast way to find few rows, so a scan of the list in its order is faster.
 */
const PROBES: Partial<TermHandlersByField<Search, ProbedRows>> = {
  text: ({ value }, search) => withTextOrPeople(search, value),
  code: ({ value }, search) => withText(search, normalizeText(value)),
  patient: ({ value }, search) => ofPatient(search, value),
  facility: ofAnyId,
  provider: ofAnyId,
  reviewer: ofAnyId,
  overdue: ofAnyId,
  changed: ({ value }, search) => (value ? probeChanged(search) : null),
  unsent: ({ value }) => (value ? [] : null),
  followup: ({ value }, search) => (value === 'none' ? null : probeMarked(search)),
};

/**
 * Returns candidate rows for a filter, where one of its terms has few; null where a scan is faster. The rows
 * are a superset of the matches: every term still has to be tested.
 * @param most maximum number of rows for which sorting or looking up each of them is cheaper than a scan
 */
export function findCandidateRows(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
  most = MAX_PROBED_HITS,
): readonly number[] | null {
  let fewest: readonly number[] | null = null;
  for (const term of terms) {
    const rows = term.isNot ? null : (callTermHandlerIfKnown(PROBES, term, { context, most }) ?? null);
    if (rows !== null && (fewest === null || rows.length < fewest.length)) fewest = rows;
  }
  return fewest;
}
