import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import type { WorklistQueryContext } from './context.ts';
import { SORT_ORDER_COLUMNS } from './page.ts';

type DueReviews = CallOutput<'reviews.due'>;
type Reviewer = DueReviews['reviewers'][number];
type Dates = Pick<DueReviews, 'overdue' | 'today' | 'soon'>;
type Spans = ValidatedInput<'reviews.due'>;

const MAX_REVIEWERS = 12;

/**
 * Returns the query that counts the requisitions whose next open review is overdue, due today or due
 * soon.
 */
export function buildDueReviewCountsQuery(rows: Sql, { today, soon }: Spans, now: number): Sql<Dates> {
  const isIn = ({ from, until }: Spans['today']): Sql =>
    sql`review_deadline >= ${from} AND review_deadline < ${until}`;
  const last = Math.max(now, today.until, soon.until);
  return sql<Dates>`
    SELECT count(*) FILTER (WHERE review_deadline < ${now}) AS overdue,
      count(*) FILTER (WHERE ${isIn(today)} AND review_deadline >= ${now}) AS today,
      count(*) FILTER (WHERE ${isIn(soon)}) AS soon
    FROM ${rows} AND review_deadline IS NOT NULL AND review_deadline < ${last}`;
}

/** Returns the query that counts the open reviews of stored requisitions by reviewer. */
export function buildReviewCountsByReviewerQuery(shown: Sql): Sql<Reviewer> {
  return sql<Reviewer>`SELECT reviewer AS id, count(*) AS count FROM open_review WHERE ${shown} GROUP BY reviewer`;
}

const PENDING_REVIEWERS = sql<Reviewer>`
  SELECT review.value ->> 0 AS id, count(DISTINCT requisition.row) AS count
  FROM ${PENDING_REQUISITION_TABLE.from}, json_each(open_reviews) AS review GROUP BY 1`;

function addReviewers(all: readonly Reviewer[]): DueReviews['reviewers'] {
  const counts = new Map<string, number>();
  for (const { id, count } of all) counts.set(id, (counts.get(id) ?? 0) + count);
  counts.delete('');
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .toSorted((left, right) => right.count - left.count)
    .slice(0, MAX_REVIEWERS);
}

/** Counts the requisitions with due reviews, and those of each reviewer, with pending changes applied. */
export function countDueReviews({ cache, hasPending, now }: WorklistQueryContext, spans: Spans): DueReviews {
  const shown = hasPending ? PENDING_REQUISITION_TABLE.notReplaced : sql`TRUE`;
  const { scan } = SORT_ORDER_COLUMNS.deadline;
  const none: Dates = { overdue: 0, today: 0, soon: 0 };
  const stored = cache.get(buildDueReviewCountsQuery(sql`${scan} WHERE ${shown}`, spans, now)) ?? none;
  const reviewers = cache.all(buildReviewCountsByReviewerQuery(shown));
  if (!hasPending) return { ...stored, reviewers: addReviewers(reviewers) };
  const pendingRows = sql`${PENDING_REQUISITION_TABLE.from} WHERE TRUE`;
  const pending = cache.get(buildDueReviewCountsQuery(pendingRows, spans, now)) ?? none;
  return {
    overdue: stored.overdue + pending.overdue,
    today: stored.today + pending.today,
    soon: stored.soon + pending.soon,
    reviewers: addReviewers([...reviewers, ...cache.all(PENDING_REVIEWERS)]),
  };
}
