import type { WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { emptySql, toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { MAX_ROWS_LOOKED_UP_SINGLY, toAllTrigramsQuery } from '#main/engine/cache/query/full-text.ts';
import {
  listFollowUpIds,
  buildIdSearchCondition,
  buildReferringRowsQuery,
  STORED_SEARCH_TABLES,
} from './conditions.ts';
import { toIndexedDateRange } from './date-ranges.ts';
import { findRowsInMatchingGroups, findRowsNeedingUnassignedReview } from './groups.ts';
import {
  callTermHandlerIfKnown,
  MIN_ID_END_LENGTH,
  type TermHandlersByField,
  parseIdSearch,
} from '#main/engine/cache/query/filter.ts';
import type { WorklistQueryContext } from './context.ts';
import { getTextCandidatesState } from './text-candidates.ts';
import { isInNoText } from '#main/engine/cache/tables/letter-pairs.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';

/** Context of a search for candidate rows, and their maximum number. */
export interface CandidateSearch {
  readonly context: WorklistQueryContext;
  readonly most: number;
}

type RowsQuery = Sql<{ row: number }>;

function countUpTo({ context }: CandidateSearch, query: RowsQuery, most: number): number {
  const counted = context.cache.get(
    sql<{ rows: number }>`SELECT count(*) AS rows FROM (${query} LIMIT ${most})`,
  );
  return counted?.rows ?? 0;
}

/** Returns the rows of a query; null where there are more than the maximum. */
function probe(search: CandidateSearch, query: RowsQuery): readonly number[] | null {
  const list = (limit: number): readonly number[] =>
    search.context.cache.all(sql<{ row: number }>`${query} LIMIT ${limit}`).map(({ row }) => row);
  const { most } = search;
  const few = Math.min(most, MAX_ROWS_LOOKED_UP_SINGLY);
  const first = list(few + 1);
  if (first.length <= few) return first;
  // Thousands of rows are counted first: to fetch each of them takes several times as long.
  return most > few && countUpTo(search, query, most + 1) <= most ? list(most) : null;
}

function withText(search: CandidateSearch, normalizedText: string): readonly number[] | null {
  if (isInNoText(search.context.cache, normalizedText)) return [];
  const areMany =
    search.most <= MAX_ROWS_LOOKED_UP_SINGLY &&
    getTextCandidatesState(search.context, normalizedText) !== 'unknown';
  if (areMany) return null;
  const match = toAllTrigramsQuery(normalizedText);
  if (match === null) return null;
  return probe(
    search,
    sql`SELECT rowid AS row FROM requisition_search WHERE requisition_search MATCH ${match}`,
  );
}

function withTextOrPeople(search: CandidateSearch, value: string): readonly number[] | null {
  const normalizedText = normalizeText(value);
  const inText = withText(search, normalizedText);
  const named = search.context.localData.idsNamed(normalizedText);
  if (inText === null || named.size === 0) return inText;
  const ofPeople = probe(search, buildReferringRowsQuery(named, STORED_SEARCH_TABLES));
  return ofPeople === null ? null : [...new Set([...inText, ...ofPeople])];
}

/** Returns the rows of patients whose id ends like a text; the characters before its last four are not tested. */
function ofPatientsEndingIn(search: CandidateSearch, end: string): readonly number[] | null {
  const indexed = Array.from(end).slice(-MIN_ID_END_LENGTH).join('');
  // SQLite uses the index for the expression as it is written there.
  return probe(
    search,
    sql`SELECT row FROM requisition INDEXED BY requisition_patient_end WHERE substr(patient, -4) = ${indexed}`,
  );
}

function ofPatient(search: CandidateSearch, value: string): readonly number[] | null {
  const word = parseIdSearch(value);
  const ofIds = (ids: Iterable<string>): readonly number[] | null =>
    probe(
      search,
      sql`SELECT row FROM requisition INDEXED BY requisition_by_patient WHERE patient IN ${toSqlList(ids)}`,
    );
  if ('whole' in word) return ofIds([word.whole]);
  const named = ofIds(search.context.localData.idsNamed(word.named));
  if (word.end === null || named === null) return named;
  const ending = ofPatientsEndingIn(search, word.end);
  return ending && [...new Set([...ending, ...named])];
}

/** Reads the first entry of each reviewer in turn, so that the other open reviews are not read. */
const REVIEWERS = sql`WITH RECURSIVE each_reviewer (reviewer) AS (
  SELECT min(reviewer) FROM open_review
  UNION ALL
  SELECT (SELECT min(reviewer) FROM open_review WHERE reviewer > each_reviewer.reviewer)
  FROM each_reviewer WHERE reviewer IS NOT NULL)`;

/** Returns the query of the rows with an open review of some reviewers; with `isOverdue` one past its deadline. */
function buildReviewerRowsQuery({ now }: WorklistQueryContext, reviewer: Sql, isOverdue: boolean): RowsQuery {
  const overdue = isOverdue ? sql` AND deadline < ${now}` : emptySql;
  return sql`SELECT DISTINCT row FROM open_review WHERE reviewer IN (${REVIEWERS}
    SELECT reviewer FROM each_reviewer WHERE ${reviewer})${overdue}`;
}

function ofReviewer(search: CandidateSearch, value: string, isOverdue: boolean): readonly number[] | null {
  const { context } = search;
  const reviewer = buildIdSearchCondition(sql`reviewer`, value, context);
  return probe(search, buildReviewerRowsQuery(context, reviewer, isOverdue));
}

/**
 * Returns the rows with an open review that names no reviewer, or one whom `value` searches for; null where there are more than
 * the maximum. With `isOverdue`, the review is past its deadline.
 * @param value null for the reviews alone that name no reviewer
 */
export function findRowsWithOpenReviewFor(
  search: CandidateSearch,
  value: string | null,
  isOverdue: boolean,
): readonly number[] | null {
  const { context } = search;
  const named = value === null ? sql`FALSE` : buildIdSearchCondition(sql`reviewer`, value, context);
  return probe(search, buildReviewerRowsQuery(context, sql`reviewer = '' OR ${named}`, isOverdue));
}

/** As `ofReviewer`, with the reviews that name no reviewer. */
function forReviewer(search: CandidateSearch, value: string, isOverdue: boolean): readonly number[] | null {
  const open = findRowsWithOpenReviewFor(search, value, isOverdue);
  if (open === null || isOverdue) return open;
  const others = findRowsNeedingUnassignedReview(search.context, search.most);
  return others && [...new Set([...open, ...others])];
}

function inDateRange(search: CandidateSearch, term: WorklistSearchTerm): readonly number[] | null {
  const range = toIndexedDateRange(term, search.context.now);
  return range && probe(search, sql`SELECT row FROM ${range.scan} WHERE ${range.where}`);
}

function probeChanged({ context, most }: CandidateSearch): readonly number[] | null {
  const changed = context.changedSinceViewed();
  return changed.length > most ? null : changed.map(({ row }) => row);
}

function probeMarked(search: CandidateSearch): readonly number[] | null {
  return probe(
    search,
    sql`SELECT row FROM requisition WHERE id IN ${toSqlList(listFollowUpIds(search.context, false))}`,
  );
}

type ProbedRows = readonly number[] | null;

const ofDate = (term: WorklistSearchTerm, search: CandidateSearch): ProbedRows => inDateRange(search, term);

/**
 * Returns candidate rows for a term, a superset of its matches; null where there are too many, or where the groups
 * of requisitions answer the term.
 */
const PROBES: Partial<TermHandlersByField<CandidateSearch, ProbedRows>> = {
  text: ({ value }, search) => withTextOrPeople(search, value),
  code: ({ value }, search) => withText(search, normalizeText(value)),
  patient: ({ value }, search) => ofPatient(search, value),
  reviewer: ({ value }, search) => ofReviewer(search, value, false),
  overdue: ({ value }, search) => ofReviewer(search, value, true),
  review_for: ({ value }, search) => forReviewer(search, value, false),
  overdue_for: ({ value }, search) => forReviewer(search, value, true),
  review: ofDate,
  due: ofDate,
  created: ofDate,
  updated: ofDate,
  since: ofDate,
  changed: ({ value }, search) => (value ? probeChanged(search) : null),
  unsent: ({ value }) => (value ? [] : null),
  followup: ({ value }, search) => (value === 'none' ? null : probeMarked(search)),
};

/** A tab of the worklist and the search terms within it. */
export interface WorklistTabAndTerms {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistSearchTerm[];
}

/**
 * Returns candidate rows for a filter, where its groups or one of its other terms have few; null where a scan is
 * faster. The rows are a superset of the matches: every term still has to be tested.
 * @param most maximum number of rows for which sorting or looking up each of them is cheaper than a scan
 */
export function findCandidateRows(
  context: WorklistQueryContext,
  { tab, terms }: WorklistTabAndTerms,
  most = MAX_ROWS_LOOKED_UP_SINGLY,
): readonly number[] | null {
  let fewest = findRowsInMatchingGroups(context, tab, terms, most);
  for (const term of terms) {
    if (fewest?.length === 0) break;
    const rows = term.isNot ? null : (callTermHandlerIfKnown(PROBES, term, { context, most }) ?? null);
    if (rows !== null && (fewest === null || rows.length < fewest.length)) fewest = rows;
  }
  return fewest;
}
