import type { Kind } from '#contract/records.ts';
import type { ObservedListOrder } from '#contract/sync-health.ts';
import { toEpochMs } from '#contract/time.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import {
  unmarkMissingRecordsMetBySweep,
  countSweepWithoutRecords,
  needsAnotherFullSweep,
} from './missing-records.ts';
import type { PageReadCounts, SweepEnding, SweepEndResult } from './protocol.ts';
import { MISSING_DATE_SORT_VALUE } from '../tables/cursor.ts';
import { RECORD_TABLES } from '../tables/all.ts';
import {
  isNewestFirst,
  ListOrderDetector,
  clearFullyCachedUntil,
  storeFullyCachedUntil,
  storeObservedListOrder,
  storeObservedMaxPageSize,
  readListFacts,
} from './order-detector.ts';
import { ListPageWriter, type FetchedPageMetadata } from './page-writer.ts';
import { RowNumberSet } from './row-set.ts';
import {
  MAX_QUARANTINED_PER_SWEEP,
  quarantineResource,
  deleteQuarantineEntriesNotSeenSince,
  getCachedCount,
  recordStartOfFinishedSync,
  storeSweepDue,
  recordSyncOutcome,
} from '../tables/sync-state.ts';
import type { RecentSingleWrites } from './write-one.ts';

/**
 * Number of ids at each edge of a page, from which the overlap check sees how far the list has moved between
 * two pages.
 */
const EDGE_SIZE = 25;

/**
 * What a sweep or a pass has received so far: the rows of records, and the ids of resources without
 * a row.
 */
class MetRecords {
  readonly rows = new RowNumberSet();
  readonly withoutRow = new Set<string>();

  /** Adds the resources of a page. Returns how many of them were new. */
  add({ rows, withoutRow }: ListPageWriter): number {
    const before = this.rows.size + this.withoutRow.size;
    for (const row of rows) this.rows.add(row);
    for (const name of withoutRow) this.withoutRow.add(name);
    return this.rows.size + this.withoutRow.size - before;
  }
}

/** A pass: one reading of the whole list. It holds the records that the pass has met so far. */
class SweepPass {
  readonly number: number;
  readonly met = new MetRecords();
  readonly order = new ListOrderDetector();
  /** Whether a page has skipped a record because of a single write since the page was requested. */
  hasSkipped = false;

  constructor(number: number) {
    this.number = number;
  }
}

export interface SweepPagesWriterOptions {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The write sequence when the sweep started. */
  readonly writeSequence: number;
  readonly recentWrites: RecentSingleWrites;
}

/** Writes the pages of one sweep of one kind, and holds the records met so far in all its passes. */
export class SweepPagesWriter {
  readonly kind: Kind;
  readonly options: SweepPagesWriterOptions;
  readonly #met = new MetRecords();
  #pass = new SweepPass(0);
  #newestOfAll = MISSING_DATE_SORT_VALUE;
  #newestAtFront = MISSING_DATE_SORT_VALUE;

  constructor(kind: Kind, options: SweepPagesWriterOptions) {
    this.kind = kind;
    this.options = options;
  }

  /** The rows that the sweep met in any pass. */
  get met(): RowNumberSet {
    return this.#met.rows;
  }

  /** Whether the last pass has skipped a record because of a single write: it may lack what the list holds. */
  get hasSkipped(): boolean {
    return this.#pass.hasSkipped;
  }

  /** Whether the cache may no longer hold what a page of this sweep held: a record was written singly since. */
  get wasOvertaken(): boolean {
    const { recentWrites, writeSequence } = this.options;
    return recentWrites.hasAnyAfter(writeSequence);
  }

  /** The order in which the last pass received the records; null while unknown. */
  get order(): ObservedListOrder | null {
    return this.#pass.order.detectedOrder;
  }

  /**
   * Returns the time up to which the last pass has seen every record, by the service's own times; `MISSING_DATE_SORT_VALUE`
   * where that is unknown. In a list sorted by update, newest first, records that were updated after the
   * first page was read come before it.
   */
  knownUntil(order: ObservedListOrder | null): number {
    if (this.kind === 'notification') return this.#newestOfAll;
    return order === 'updated-newest' ? this.#newestAtFront : MISSING_DATE_SORT_VALUE;
  }

  /** Writes the resources of a page that are not stored yet. They count as met only after `take`. */
  write(db: WritableDb, resources: readonly RawResource[], facts: FetchedPageMetadata): ListPageWriter {
    if (facts.pass !== this.#pass.number) this.#pass = new SweepPass(facts.pass);
    const { recentWrites } = this.options;
    const hasMet = (row: number): boolean => this.#pass.met.rows.has(row);
    const page = new ListPageWriter({ db, table: RECORD_TABLES[this.kind], facts, hasMet, recentWrites });
    for (const resource of resources) page.write(resource);
    this.#quarantine(db, page);
    return page;
  }

  /** Counts the resources of a written page as received, and returns what the page contained. */
  addPage(page: ListPageWriter): PageReadCounts {
    const { names, metSortValues, written, facts } = page;
    this.#pass.order.addPage(metSortValues);
    this.#pass.hasSkipped ||= page.hasSkipped;
    const newestUpdate = metSortValues.reduce(
      (newest, { updatedAt }) => Math.max(newest, updatedAt),
      MISSING_DATE_SORT_VALUE,
    );
    if (facts.offset === 0) this.#newestAtFront = newestUpdate;
    for (const { createdAt } of metSortValues) this.#newestOfAll = Math.max(this.#newestOfAll, createdAt);
    return {
      records: names.length,
      distinct: page.rows.size + page.withoutRow.size,
      newInPass: this.#pass.met.add(page),
      newInSweep: this.#met.add(page),
      first: names.slice(0, EDGE_SIZE),
      last: names.slice(-EDGE_SIZE),
      isUnchanged: written.length === 0,
      isNewestFirst: isNewestFirst(metSortValues),
      isPassNewestFirst: this.#pass.order.isNewestFirst,
      newestUpdate: newestUpdate === MISSING_DATE_SORT_VALUE ? null : toEpochMs(newestUpdate),
    };
  }

  #quarantine(db: WritableDb, { refused, facts }: ListPageWriter): void {
    for (const { name, ...resource } of refused) {
      const isKnown =
        this.#met.withoutRow.has(name) || this.#met.withoutRow.size >= MAX_QUARANTINED_PER_SWEEP;
      if (!isKnown) quarantineResource(db, { kind: this.kind, seenAt: facts.fetchedAt, ...resource });
    }
  }
}

/**
 * Whether records were inserted at the front while the list was read. A record that was updated meanwhile was
 * not met and is nevertheless not missing.
 */
function hasOnlyGrown({ isCertain, isGapless }: SweepEnding): boolean {
  return isGapless && !isCertain;
}

/**
 * Stores the results of a complete sweep of the whole list: the order, records that may be missing, and
 * quarantined resources that are no longer sent.
 */
function concludeWhole(db: WritableDb, sweep: SweepPagesWriter, ending: SweepEnding): void {
  storeObservedListOrder(db, sweep.kind, ending.isGapless ? sweep.order : 'mixed');
  if (ending.isCertain) countSweepWithoutRecords(db, sweep.kind, sweep.met);
  deleteQuarantineEntriesNotSeenSince(db, sweep.kind, sweep.options.startedAt);
}

function concludeKnown(
  db: WritableDb,
  sweep: SweepPagesWriter,
  { scope, isCertain, isGapless, etag }: SweepEnding,
): void {
  const order = readListFacts(db, sweep.kind, 0).order;
  // Records that this sweep did not meet must be absent from a second one too, which should not wait for
  // hours.
  if (scope === 'all' && isCertain && needsAnotherFullSweep(db, sweep.kind))
    return clearFullyCachedUntil(db, sweep.kind);
  // A page that was overtaken by a single write may have held something newer: it does not count as read, so that the next
  // refresh asks for it again.
  if (sweep.hasSkipped) return;
  const until =
    isGapless || sweep.kind === 'notification' ? sweep.knownUntil(order) : MISSING_DATE_SORT_VALUE;
  // Without a new time (the service reported no change) the stored one stays valid.
  if (until !== MISSING_DATE_SORT_VALUE || scope === 'all')
    storeFullyCachedUntil(db, sweep.kind, { until, etag: sweep.wasOvertaken ? null : etag });
}

/**
 * Stores how a sweep ended and what it learned. Nothing is removed here: records that it did not meet are
 * only counted as missing. A list that is suddenly empty is counted like any other, but its sweep does not
 * count as complete.
 */
export function storeSweepEnding(
  db: WritableDb,
  sweep: SweepPagesWriter,
  ending: SweepEnding,
): SweepEndResult {
  const { kind, at, scope, pageCap } = ending;
  const isWhole = ending.outcome === 'complete' && scope === 'all';
  const isEmptied = isWhole && sweep.met.size === 0 && getCachedCount(db, kind) > 0;
  const outcome = isEmptied ? 'incomplete' : ending.outcome;
  recordSyncOutcome(db, kind, outcome, at);
  if (scope === 'all' && outcome !== 'failed') storeSweepDue(db, kind, outcome === 'incomplete');
  unmarkMissingRecordsMetBySweep(db, kind, sweep.met);
  if (pageCap !== undefined) storeObservedMaxPageSize(db, kind, pageCap);
  if (isWhole) concludeWhole(db, sweep, ending);
  if (outcome === 'complete') {
    concludeKnown(db, sweep, ending);
    if (!hasOnlyGrown(ending)) recordStartOfFinishedSync(db, kind, sweep.options.startedAt, isWhole);
  }
  return { outcome, isEmptied };
}
