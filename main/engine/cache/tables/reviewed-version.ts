import type { Requisition, ResultChange } from '#contract/requisitions.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { isDoneReview, RESULTS_RECEIVED_STATUS } from '#main/engine/api/parse/requisition.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { IndexUpdater } from './table.ts';

/**
 * The result that was reviewed, for requisitions whose result has changed since. The service does not keep
 * it: it is what the cache held before the change. It is deleted after another review, or when the result is
 * the reviewed one again.
 */
interface ReviewedVersion {
  /** The completed reviews at that time, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** When results had been received by then, as one text. */
  readonly received: string;
}

function listResultTimes({ statusHistory }: Requisition): readonly (number | null)[] {
  return statusHistory
    .filter(({ status }) => status === RESULTS_RECEIVED_STATUS)
    .map(({ changedAt }) => changedAt);
}

function getVersion(record: Requisition): ReviewedVersion {
  const done = record.reviews
    .filter(isDoneReview)
    .map(({ reviewer, status, reviewedAt }) => [reviewer, status, reviewedAt]);
  return {
    reviews: JSON.stringify(done),
    result: record.requisitionResult,
    received: JSON.stringify(listResultTimes(record)),
  };
}

function isSameResult(left: ReviewedVersion, right: ReviewedVersion): boolean {
  return left.result === right.result && left.received === right.received;
}

function getLatest(times: readonly (number | null)[]): EpochMs | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : epochMs(Math.max(...known));
}

/** Adds the reviewed version to a requisition. */
function withReviewedVersion(record: Requisition, reviewed: ReviewedVersion | undefined): Requisition {
  const now = getVersion(record);
  if (reviewed === undefined || reviewed.reviews !== now.reviews || isSameResult(reviewed, now))
    return record;
  const isAnotherResult = reviewed.result !== now.result;
  const resultChange: ResultChange = {
    reviewedAt: getLatest(record.reviews.filter(isDoneReview).map(({ reviewedAt }) => reviewedAt)),
    receivedAt: reviewed.received === now.received ? null : getLatest(listResultTimes(record)),
    isAnotherResult,
    reviewedResult: isAnotherResult ? reviewed.result : null,
  };
  return { ...record, needsReview: true, resultChange };
}

const COLUMNS = sql<ReviewedVersion>`reviews, result, received`;

/** Completes a requisition that was read from a row of the cache. */
export function addReviewedVersion(db: ReadableDb, row: number, record: Requisition): Requisition {
  return withReviewedVersion(
    record,
    db.get(sql<ReviewedVersion>`SELECT ${COLUMNS} FROM reviewed_version WHERE row = ${row}`),
  );
}

/** As `addReviewedVersion`, by id. */
export function addReviewedVersionById(db: ReadableDb, record: Requisition): Requisition {
  const found = db.get(sql<{ row: number }>`SELECT row FROM requisition WHERE id = ${record.id}`);
  return found === undefined ? record : addReviewedVersion(db, found.row, record);
}

/**
 * Stores the reviewed version when the result changes without another review, and marks the requisition as
 * needing a review.
 */
export const reviewedVersionUpdater: IndexUpdater<Requisition> = (db, row, { before, after }) => {
  // A new record has no earlier version, and the table may not exist yet during a migration.
  if (before === null) return;
  const [earlier, now] = [getVersion(before), after === null ? null : getVersion(after)];
  const isAcknowledged = now === null || now.reviews !== earlier.reviews || now.reviews === '[]';
  const stored = isAcknowledged
    ? undefined
    : (db.get(sql<ReviewedVersion>`SELECT ${COLUMNS} FROM reviewed_version WHERE row = ${row}`) ?? earlier);
  if (stored === undefined || now === null || isSameResult(stored, now)) {
    db.run(sql`DELETE FROM reviewed_version WHERE row = ${row}`);
    return;
  }
  db.run(sql`
    INSERT OR REPLACE INTO reviewed_version (row, reviews, result, received)
    VALUES (${row}, ${stored.reviews}, ${stored.result}, ${stored.received})`);
  db.run(sql`UPDATE requisition SET needs_review = 1, result_changed = 1 WHERE row = ${row}`);
};
