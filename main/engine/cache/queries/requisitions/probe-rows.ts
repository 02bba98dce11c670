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
  type TermHandlersByField,
  parseIdSearch,
} from '#main/engine/cache/query/filter.ts';
import type { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { WorklistQueryContext } from './context.ts';
import { isInNoText } from '#main/engine/cache/tables/letter-pairs.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';

interface PatientRow {
  readonly patient: string;
  readonly row: number;
}

/** Context of a search for candidate rows, and their maximum number. */
export interface CandidateSearch {
  readonly context: WorklistQueryContext;
  readonly most: number;
}

type RowsQuery = Sql<{ row: number }>;

/** Returns the rows of a query; null where there are more than the maximum. */
function probe({ context, most }: CandidateSearch, query: RowsQuery): readonly number[] | null {
  const rows = context.cache.all(sql<{ row: number }>`${query} LIMIT ${most + 1}`);
  return rows.length > most ? null : rows.map(({ row }) => row);
}

function withText(search: CandidateSearch, normalizedText: string): readonly number[] | null {
  if (isInNoText(search.context.cache, normalizedText)) return [];
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

/**
 * Returns the patients whose id ends in a text, at most 2,000: no index has ends of ids. The index of patients is read in
 * slices, so that the read can be abandoned.
 */
export function findPatientsEndingIn(
  cache: ReadableDb,
  end: string,
  rowsPerSlice: AdaptiveRowsPerSlice,
): readonly string[] {
  const found = new Set<string>();
  let after: PatientRow | undefined = { patient: '', row: -1 };
  while (after !== undefined && found.size < MAX_ROWS_LOOKED_UP_SINGLY) {
    const { rows } = rowsPerSlice;
    const learn = rowsPerSlice.begin();
    const behind: Sql = sql`(patient, row) > (${after.patient}, ${after.row})`;
    const last: PatientRow | undefined = cache.get(sql<PatientRow>`
      SELECT patient, row FROM requisition INDEXED BY requisition_by_patient
      WHERE ${behind} ORDER BY patient, row LIMIT 1 OFFSET ${rows - 1}`);
    const until = last === undefined ? emptySql : sql` AND (patient, row) <= (${last.patient}, ${last.row})`;
    const inSlice = cache.all(sql<{ patient: string }>`
      SELECT DISTINCT patient FROM requisition INDEXED BY requisition_by_patient
      WHERE ${behind}${until} AND substr(patient, ${-Array.from(end).length}) = ${end}
      LIMIT ${MAX_ROWS_LOOKED_UP_SINGLY}`);
    for (const { patient } of inSlice) found.add(patient);
    if (last !== undefined) learn(rows);
    after = last;
  }
  return [...found].slice(0, MAX_ROWS_LOOKED_UP_SINGLY);
}

function ofPatient(search: CandidateSearch, value: string): readonly number[] | null {
  const word = parseIdSearch(value);
  const ofIds = (ids: Iterable<string>): readonly number[] | null =>
    probe(
      search,
      sql`SELECT row FROM requisition INDEXED BY requisition_by_patient WHERE patient IN ${toSqlList(ids)}`,
    );
  if ('whole' in word) return ofIds([word.whole]);
  const ending =
    word.end === null
      ? []
      : findPatientsEndingIn(search.context.cache, word.end, search.context.slices.columns);
  if (ending.length === MAX_ROWS_LOOKED_UP_SINGLY) return null;
  return ofIds(new Set([...ending, ...search.context.localData.idsNamed(word.named)]));
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
