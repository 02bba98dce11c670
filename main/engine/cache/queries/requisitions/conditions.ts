import type { WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { MISSING_DATE_SORT_VALUE } from '#main/engine/cache/tables/cursor.ts';
import { KIND_NUMBERS } from '#main/engine/cache/tables/id-references.ts';
import {
  callTermHandler,
  type FilterContext,
  type TermHandlersByField,
  type TermOfField,
  toAsciiLowerCase,
  parseIdSearch,
} from '#main/engine/cache/query/filter.ts';
import { toCodePrefixText, REVIEW_STATE_NUMBERS } from '#main/engine/cache/tables/requisition-columns.ts';
import type { WorklistQueryContext } from './context.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';

/** The condition of each tab. The sorted indexes contain the columns that it needs. */
export const TAB_CONDITIONS: Readonly<Record<WorklistTab, Sql>> = {
  draft: sql`status = 'draft'`,
  sent: sql`status = 'sent'`,
  results_received: sql`status = 'results_received'`,
  needs_review: sql`needs_review = 1`,
  all: sql`TRUE`,
  unknown: sql`status NOT IN ('draft', 'sent', 'results_received')`,
};

const ID_COLUMNS = {
  patient: sql`patient`,
  facility: sql`service_facility`,
  provider: sql`ordering_provider`,
} as const;

const DATE_COLUMNS = {
  due: sql`review_deadline`,
  created: sql`created_at`,
  updated: sql`nullif(last_updated_at, ${MISSING_DATE_SORT_VALUE})`,
  since: sql`status_since`,
} as const;

/**
 * The tables and columns in which the conditions differ between stored requisitions and those with pending
 * changes; the table of requisitions itself has the same name and columns in both queries.
 */
export interface RequisitionSearchTables {
  readonly text: Sql;
  readonly references: Sql;
  /** The column with the state of the pending changes; NULL for stored rows, which have none. */
  readonly pending: Sql;
}

export const STORED_SEARCH_TABLES: RequisitionSearchTables = {
  text: sql`requisition_text`,
  references: sql`id_reference`,
  pending: sql`NULL`,
};

export const PENDING_SEARCH_TABLES: RequisitionSearchTables = {
  text: sql`pending_requisition_text`,
  references: PENDING_REQUISITION_TABLE.references,
  pending: sql`requisition.pending`,
};

/** What the condition of a search term is built from: its context, and the tables to search. */
interface SearchInput {
  readonly context: WorklistQueryContext;
  readonly tables: RequisitionSearchTables;
}

/** Returns a subquery for the rows that refer to one of these ids. */
export function buildReferringRowsQuery(
  ids: Iterable<string>,
  { references }: RequisitionSearchTables,
): Sql<{ row: number }> {
  return sql`SELECT reference.row FROM ${references} AS reference
    WHERE id IN ${toSqlList(ids)} AND kind = ${KIND_NUMBERS.requisition}`;
}

function containsText(value: string, { context, tables }: SearchInput): Sql {
  const normalizedText = normalizeText(value);
  const named = context.localData.idsNamed(normalizedText);
  const text = sql`(SELECT text FROM ${tables.text} AS searched WHERE searched.row = requisition.row)`;
  const inText = sql`coalesce(instr(${text}, ${normalizedText}), 0) > 0`;
  return named.size === 0
    ? inText
    : sql`${inText} OR requisition.row IN (${buildReferringRowsQuery(named, tables)})`;
}

/** Returns the condition that an id is the one, or one of those, that a word searches for. */
export function buildIdSearchCondition(
  column: Sql,
  value: string,
  { localData }: { readonly localData: Pick<FilterContext, 'idsNamed'> },
): Sql {
  const word = parseIdSearch(value);
  if ('whole' in word) return sql`${column} = ${word.whole}`;
  const named = sql`${column} IN ${toSqlList(localData.idsNamed(word.named))}`;
  if (word.end === null) return named;
  return sql`${named} OR substr(${column}, ${-Array.from(word.end).length}) = ${word.end}`;
}

function isBetween(column: Sql, from: number | null, until: number | null): Sql {
  const start = from === null ? sql`TRUE` : sql`${column} >= ${from}`;
  const end = until === null ? sql`TRUE` : sql`${column} < ${until}`;
  return sql`${column} IS NOT NULL AND ${start} AND ${end}`;
}

function hasReviewState(value: TermOfField<'review'>['value'], now: number): Sql {
  const states = {
    needed: sql`needs_review = 1`,
    asked: sql`review_state = ${REVIEW_STATE_NUMBERS.asked}`,
    overdue: sql`review_deadline IS NOT NULL AND review_deadline < ${now}`,
    done: sql`review_state = ${REVIEW_STATE_NUMBERS.done}`,
    none: sql`review_state = ${REVIEW_STATE_NUMBERS.none}`,
    unassigned: sql`needs_review = 1 AND NOT EXISTS (
      SELECT 1 FROM json_each(open_reviews) AS review WHERE review.value ->> 0 <> '')`,
  };
  return states[value];
}

/** Returns the ids of requisitions with a follow-up mark; with `isDue` those whose reminder is due. */
export function listFollowUpIds({ localData, now }: WorklistQueryContext, isDue: boolean): readonly string[] {
  return [...localData.followUps('requisition')]
    .filter(([, remindOn]) => !isDue || (remindOn !== null && remindOn <= now))
    .map(([id]) => id);
}

function negateUnless(condition: Sql, value: boolean): Sql {
  return value ? condition : sql`NOT (${condition})`;
}

function matchesIdOperator(term: TermOfField<keyof typeof ID_COLUMNS>, { context }: SearchInput): Sql {
  return buildIdSearchCondition(ID_COLUMNS[term.field], term.value, context);
}

/** Returns the condition that a reviewer has an open review; with `isOverdue`, one past its deadline. */
function hasOpenReviewOf(value: string, { context }: SearchInput, isOverdue: boolean): Sql {
  const overdue = isOverdue ? sql`review.value ->> 1 < ${context.now}` : sql`TRUE`;
  return sql`review_state = ${REVIEW_STATE_NUMBERS.asked} AND EXISTS (
    SELECT 1 FROM json_each(open_reviews) AS review
    WHERE ${overdue} AND (${buildIdSearchCondition(sql`(review.value ->> 0)`, value, context)}))`;
}

/**
 * Returns the condition that an open review is of this reviewer or names none, or that a review is needed
 * and none is open.
 */
function hasReviewFor(value: string, { context }: SearchInput): Sql {
  return sql`needs_review = 1 AND (review_state <> ${REVIEW_STATE_NUMBERS.asked} OR EXISTS (
    SELECT 1 FROM json_each(open_reviews) AS review
    WHERE review.value ->> 0 = '' OR (${buildIdSearchCondition(sql`(review.value ->> 0)`, value, context)})))`;
}

/**
 * Returns the condition that an open review of this reviewer, or without a reviewer, is past its
 * deadline.
 */
function hasOverdueReviewFor(value: string, { context }: SearchInput): Sql {
  return sql`review_deadline IS NOT NULL AND review_deadline < ${context.now} AND EXISTS (
    SELECT 1 FROM json_each(open_reviews) AS review WHERE review.value ->> 1 < ${context.now}
      AND (review.value ->> 0 = '' OR (${buildIdSearchCondition(sql`(review.value ->> 0)`, value, context)})))`;
}

function matchesDateOperator({ field, from, until }: TermOfField<keyof typeof DATE_COLUMNS>): Sql {
  return isBetween(DATE_COLUMNS[field], from, until);
}

/** The condition of each operator, for stored requisitions and for those with pending changes. */
const CONDITIONS: TermHandlersByField<SearchInput, Sql> = {
  text: ({ value }, input) => containsText(value, input),
  patient: matchesIdOperator,
  facility: matchesIdOperator,
  provider: matchesIdOperator,
  reviewer: ({ value }, input) => hasOpenReviewOf(value, input, false),
  overdue: ({ value }, input) => hasOpenReviewOf(value, input, true),
  review_for: ({ value }, input) => hasReviewFor(value, input),
  overdue_for: ({ value }, input) => hasOverdueReviewFor(value, input),
  type: ({ value }) => sql`lower(type) = ${toAsciiLowerCase(value)}`,
  status: ({ value }) => sql`lower(status) = ${toAsciiLowerCase(value)}`,
  shared: ({ value }) => negateUnless(sql`share_with_patient = 1`, value),
  code: ({ value }) => sql`instr(codes, ${toCodePrefixText(value)}) > 0`,
  review: ({ value }, { context }) => hasReviewState(value, context.now),
  due: matchesDateOperator,
  created: matchesDateOperator,
  updated: matchesDateOperator,
  since: matchesDateOperator,
  changed: ({ value }, { context }) =>
    negateUnless(
      sql`requisition.row IN ${toSqlList(context.changedSinceViewed().map(({ row }) => row))}`,
      value,
    ),
  unsent: ({ value }, { tables }) => negateUnless(sql`${tables.pending} IS NOT NULL`, value),
  followup: ({ value }, { context }) =>
    negateUnless(sql`id IN ${toSqlList(listFollowUpIds(context, value === 'due'))}`, value !== 'none'),
};

/** Converts a filter to a condition on the table of requisitions. The condition is never NULL. */
export function buildSearchCondition(
  terms: readonly WorklistSearchTerm[],
  context: WorklistQueryContext,
  tables: RequisitionSearchTables,
): Sql {
  return terms.reduce<Sql>(
    (all, term) =>
      sql`${all} AND ${negateUnless(sql`(${callTermHandler(CONDITIONS, term, { context, tables })})`, !term.isNot)}`,
    sql`TRUE`,
  );
}
