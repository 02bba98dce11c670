import type { Requisition, ResultChange } from '#contract/requisitions.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { isDoneReview, RESULTS_RECEIVED } from '#main/engine/api/parse/requisition.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { IndexUpdater } from './table.ts';

/**
 * The result that was reviewed, of requisitions whose result has changed since. The service does not keep it: it is what the cache
 * held before the change, and it stands until another review comes or the result is as it was.
 */
interface ReviewedVersion {
  /** The reviews that were done then, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** When results had come by then, as one text. */
  readonly received: string;
}

function receivedAt({ statusHistory }: Requisition): readonly (number | null)[] {
  return statusHistory.filter(({ status }) => status === RESULTS_RECEIVED).map(({ changedAt }) => changedAt);
}

function getVersion(record: Requisition): ReviewedVersion {
  const done = record.reviews
    .filter(isDoneReview)
    .map(({ reviewer, status, reviewedAt }) => [reviewer, status, reviewedAt]);
  return {
    reviews: JSON.stringify(done),
    result: record.requisitionResult,
    received: JSON.stringify(receivedAt(record)),
  };
}

function isSameResult(left: ReviewedVersion, right: ReviewedVersion): boolean {
  return left.result === right.result && left.received === right.received;
}

function latest(times: readonly (number | null)[]): EpochMs | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : epochMs(Math.max(...known));
}

/** A requisition with what the cache knows of the version that was reviewed. */
function withReviewedVersion(record: Requisition, reviewed: ReviewedVersion | undefined): Requisition {
  const now = getVersion(record);
  if (reviewed === undefined || reviewed.reviews !== now.reviews || isSameResult(reviewed, now))
    return record;
  const isAnotherResult = reviewed.result !== now.result;
  const resultChange: ResultChange = {
    reviewedAt: latest(record.reviews.filter(isDoneReview).map(({ reviewedAt }) => reviewedAt)),
    receivedAt: reviewed.received === now.received ? null : latest(receivedAt(record)),
    isAnotherResult,
    reviewedResult: isAnotherResult ? reviewed.result : null,
  };
  return { ...record, needsReview: true, resultChange };
}

const COLUMNS = sql<ReviewedVersion>`reviews, result, received`;

/** Completes a requisition that was read from a row of the cache. */
export function completeRequisition(db: ReadableDb, row: number, record: Requisition): Requisition {
  return withReviewedVersion(
    record,
    db.get(sql<ReviewedVersion>`SELECT ${COLUMNS} FROM reviewed_version WHERE row = ${row}`),
  );
}

/** The same by its id. */
export function completeById(db: ReadableDb, record: Requisition): Requisition {
  const found = db.get(sql<{ row: number }>`SELECT row FROM requisition WHERE id = ${record.id}`);
  return found === undefined ? record : completeRequisition(db, found.row, record);
}

/** Keeps the version that was reviewed once the result changes without another review, and marks the requisition as to be reviewed. */
export const reviewedVersionUpdater: IndexUpdater<Requisition> = (db, row, { before, after }) => {
  // A new record has no earlier version; the table may not be there yet while an older file is filled.
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
