import type { Requisition, ResultChange } from '#contract/requisitions.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { getLargest } from '#main/base/extremes.ts';
import { toList } from '#main/engine/api/parse/fields.ts';
import { isCompletedReview, RESULTS_RECEIVED_STATUS } from '#main/engine/api/parse/requisition.ts';
import type { ReviewedVersionWithId, ReviewedVersion } from '#main/engine/local/data/protocol.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { DerivedTableUpdater } from './table.ts';

function listResultTimes({ statusHistory }: Requisition): readonly (number | null)[] {
  return statusHistory
    .filter(({ status }) => status === RESULTS_RECEIVED_STATUS)
    .map(({ changedAt }) => changedAt);
}

/** Returns a list as JSON, sorted: the order of reviews and of the status history in a response means nothing (section 2.3). */
function toSortedText(list: readonly unknown[]): string {
  const texts = list.map((entry) => JSON.stringify(entry));
  return `[${texts.toSorted().join(',')}]`;
}

function getVersion(record: Requisition): ReviewedVersion {
  const done = record.reviews
    .filter(isCompletedReview)
    .map(({ reviewer, status, reviewedAt }) => [reviewer, status, reviewedAt]);
  return {
    reviews: toSortedText(done),
    result: record.requisitionResult,
    received: toSortedText(listResultTimes(record)),
  };
}

function isSameResult(left: ReviewedVersion, right: ReviewedVersion): boolean {
  return left.result === right.result && left.received === right.received;
}

function getLatest(times: readonly (number | null)[]): EpochMs | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : toEpochMs(getLargest(known));
}

/** Returns a requisition that says how its result differs from the one that was reviewed. */
function withReviewedVersion(record: Requisition, reviewed: ReviewedVersion | undefined): Requisition {
  const now = getVersion(record);
  if (reviewed === undefined || reviewed.reviews !== now.reviews || isSameResult(reviewed, now))
    return record;
  const isAnotherResult = reviewed.result !== now.result;
  const resultChange: ResultChange = {
    reviewedAt: getLatest(record.reviews.filter(isCompletedReview).map(({ reviewedAt }) => reviewedAt)),
    receivedAt: reviewed.received === now.received ? null : getLatest(listResultTimes(record)),
    isAnotherResult,
    reviewedResult: isAnotherResult ? reviewed.result : null,
  };
  return { ...record, needsReview: true, resultChange };
}

const COLUMNS = sql<ReviewedVersion>`reviews, result, received`;

/** Returns a stored version; earlier programs have stored its lists in the order of the response. */
function findReviewedVersion(db: ReadableDb, id: string): ReviewedVersion | undefined {
  const stored = db.get(sql<ReviewedVersion>`SELECT ${COLUMNS} FROM reviewed_version WHERE id = ${id}`);
  if (stored === undefined) return undefined;
  const sort = (text: string): string => toSortedText(toList(JSON.parse(text)));
  return { ...stored, reviews: sort(stored.reviews), received: sort(stored.received) };
}

/** Adds to a requisition read from the cache what is stored about its reviewed result. */
export function addReviewedVersionToRecord(db: ReadableDb, record: Requisition): Requisition {
  return withReviewedVersion(record, findReviewedVersion(db, record.id));
}

/** Stores a reviewed version. Returns false, without a change, where the requisition has one already. */
function addReviewedVersion(db: WritableDb, version: ReviewedVersionWithId): boolean {
  const { id, reviews, result, received } = version;
  const { changes } = db.run(sql`
    INSERT INTO reviewed_version (id, reviews, result, received)
    VALUES (${id}, ${reviews}, ${result}, ${received}) ON CONFLICT (id) DO NOTHING`);
  return changes > 0;
}

function replaceReviewedVersion(
  db: WritableDb,
  { id, reviews, result, received }: ReviewedVersionWithId,
): void {
  db.run(sql`
    UPDATE reviewed_version SET reviews = ${reviews}, result = ${result}, received = ${received} WHERE id = ${id}`);
}

/**
 * Stores and returns the version that was reviewed: the known one, unless there was another review since.
 * @param before the version before this change, null for a new requisition
 */
function storeReviewedVersion(
  db: WritableDb,
  now: ReviewedVersionWithId,
  before: ReviewedVersion | null,
): ReviewedVersion {
  const first = before?.reviews === now.reviews ? before : now;
  // One statement is enough in a first sync, where nearly every requisition is new.
  if (addReviewedVersion(db, { ...first, id: now.id })) return first;
  const stored = findReviewedVersion(db, now.id);
  if (stored?.reviews === now.reviews) return stored;
  replaceReviewedVersion(db, now);
  return now;
}

/**
 * Stores the result that a requisition had when it was reviewed, and marks the requisition as needing a review
 * where the result has changed since without another review.
 */
export const storeReviewedVersionOfChange: DerivedTableUpdater<Requisition> = (
  db,
  row,
  { before, after },
) => {
  // The version stays for a record that is removed or has lost its reviews: the service may return them again.
  if (after === null || !after.reviews.some(isCompletedReview)) return;
  const now = { ...getVersion(after), id: after.id };
  const reviewed = storeReviewedVersion(db, now, before === null ? null : getVersion(before));
  if (isSameResult(reviewed, now)) return;
  db.run(sql`UPDATE requisition SET needs_review = 1, result_changed = 1 WHERE row = ${row}`);
};

/** Fills a cache without requisitions with the reviewed versions that the local store has. */
export function fillEmptyCacheWithReviewedVersions(db: WritableDb, local: ReadableDb): void {
  if (db.get(sql`SELECT 1 FROM requisition LIMIT 1`) !== undefined) return;
  const versions = local.all(sql<ReviewedVersionWithId>`SELECT id, ${COLUMNS} FROM reviewed_version`);
  for (const version of versions) addReviewedVersion(db, version);
}

/** Which reviewed versions to return: those of some requisitions, or the next ones by id. */
export type ReviewedVersionsRequest = { readonly ids: readonly string[] } | { readonly after: string };

/** Reviewed versions, and the cursor for the next ones. */
export interface ReviewedVersionsPage {
  readonly versions: readonly ReviewedVersionWithId[];
  readonly next: string | null;
}

/** The read of reviewed versions, which only the engine calls. */
export interface ReviewedVersionReadsForEngineOnly {
  'requisitions.reviewed': { input: ReviewedVersionsRequest; output: ReviewedVersionsPage };
}

/** Maximum number of reviewed versions in one result, where all are requested. */
const BATCH = 500;

/** Returns reviewed versions in the order of their ids. */
export function listReviewedVersions(db: ReadableDb, asked: ReviewedVersionsRequest): ReviewedVersionsPage {
  const list = (rest: Sql): readonly ReviewedVersionWithId[] =>
    db.all(sql<ReviewedVersionWithId>`SELECT id, ${COLUMNS} FROM reviewed_version WHERE ${rest}`);
  if ('ids' in asked) return { versions: list(sql`id IN ${toSqlList(asked.ids)}`), next: null };
  const versions = list(sql`id > ${asked.after} ORDER BY id LIMIT ${BATCH}`);
  return { versions, next: versions.length < BATCH ? null : (versions.at(-1)?.id ?? null) };
}
