import type { Kind } from '#contract/records.ts';
import type { ListOrder } from '#contract/sync-health.ts';
import { epochMs } from '#contract/time.ts';
import type { RawResource } from '#main/engine/api/parse/envelope.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { clearMet, countUnmet, needsSweep } from './missing-records.ts';
import type { StoredPage, SweepEnding, SweepVerdict } from '../protocol.ts';
import { NO_DATE } from '../tables/cursor.ts';
import { RECORD_TABLES } from '../tables/all.ts';
import {
  isNewestFirst,
  ListOrderWatch,
  forgetKnown,
  noteKnown,
  noteOrder,
  notePageCap,
  readListFacts,
} from './order-detector.ts';
import { PageWriter, type PageFacts } from './page-writer.ts';
import { RowSet } from './row-set.ts';
import {
  MAX_QUARANTINE,
  quarantine,
  releaseQuarantine,
  cachedCount,
  noteVisit,
  noteOutcome,
} from '../tables/sync-state.ts';
import type { RecentSingleWrites } from './write-one.ts';

/** Ids of so many records at both edges of a page tell how far the list has moved between two pages. */
const EDGE = 25;

/** Rows, and names of what has no row. */
class Met {
  readonly rows = new RowSet();
  readonly rowless = new Set<string>();

  /** Adds what a page brought; answers how much of it was new. */
  add({ rows, rowless }: PageWriter): number {
    const before = this.rows.size + this.rowless.size;
    for (const row of rows) this.rows.add(row);
    for (const name of rowless) this.rowless.add(name);
    return this.rows.size + this.rowless.size - before;
  }
}

/** What one pass over the list has met so far. */
class Pass {
  readonly number: number;
  readonly met = new Met();
  readonly order = new ListOrderWatch();

  constructor(number: number) {
    this.number = number;
  }
}

export interface SweepStoreOptions {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** By the cache's own count. */
  readonly writeSequence: number;
  readonly recentWrites: RecentSingleWrites;
}

/** What one sweep of one kind has met so far, over all its passes, and how its resources come into the file. */
export class SweepStore {
  readonly kind: Kind;
  readonly options: SweepStoreOptions;
  readonly #met = new Met();
  #pass = new Pass(0);
  #newestOfAll = NO_DATE;
  #newestAtFront = NO_DATE;

  constructor(kind: Kind, options: SweepStoreOptions) {
    this.kind = kind;
    this.options = options;
  }

  /** The rows that it met, in any pass. */
  get met(): RowSet {
    return this.#met.rows;
  }

  /** The order in which the last pass saw the list. */
  get order(): ListOrder | null {
    return this.#pass.order.verdict;
  }

  /**
   * Up to when the last pass has seen everything, by the service's own times; `NO_DATE` where that cannot be said. Where the
   * newest update comes first, what was updated after the first page was read comes before it.
   */
  knownUntil(order: ListOrder | null): number {
    if (this.kind === 'notification') return this.#newestOfAll;
    return order === 'updated-newest' ? this.#newestAtFront : NO_DATE;
  }

  /** Writes the resources of a page, as far as they are not here already. Nothing counts as met before it is taken in. */
  write(db: WritableDb, resources: readonly RawResource[], facts: PageFacts): PageWriter {
    if (facts.pass !== this.#pass.number) this.#pass = new Pass(facts.pass);
    const { recentWrites } = this.options;
    const hasMet = (row: number): boolean => this.#pass.met.rows.has(row);
    const page = new PageWriter({ db, table: RECORD_TABLES[this.kind], facts, hasMet, recentWrites });
    for (const resource of resources) page.write(resource);
    this.#quarantine(db, page);
    return page;
  }

  /** Takes in what a page brought, once it stands in the file. */
  take(page: PageWriter): StoredPage {
    const { names, standings, written, facts } = page;
    this.#pass.order.page(standings);
    const newestUpdate = standings.reduce((newest, { updatedAt }) => Math.max(newest, updatedAt), NO_DATE);
    if (facts.offset === 0) this.#newestAtFront = newestUpdate;
    for (const { createdAt } of standings) this.#newestOfAll = Math.max(this.#newestOfAll, createdAt);
    return {
      records: names.length,
      fresh: this.#pass.met.add(page),
      news: this.#met.add(page),
      first: names.slice(0, EDGE),
      last: names.slice(-EDGE),
      isUnchanged: written.length === 0,
      isNewestFirst: isNewestFirst(standings),
      isPassNewestFirst: this.#pass.order.isNewestFirst,
      newestUpdate: newestUpdate === NO_DATE ? null : epochMs(newestUpdate),
    };
  }

  #quarantine(db: WritableDb, { refused, facts }: PageWriter): void {
    for (const { name, ...resource } of refused) {
      const isKnown = this.#met.rowless.has(name) || this.#met.rowless.size >= MAX_QUARANTINE;
      if (!isKnown) quarantine(db, { kind: this.kind, seenAt: facts.fetchedAt, ...resource });
    }
  }
}

/** Whether records came in front while it was read: one that was updated meanwhile was not met, and is not gone for it. */
function hasOnlyGrown({ isCertain, isGapless }: SweepEnding): boolean {
  return isGapless && !isCertain;
}

/** What a complete sweep of the whole list leaves: the order, what may be gone, what was refused and is no more. */
function concludeWhole(db: WritableDb, sweep: SweepStore, ending: SweepEnding): void {
  noteOrder(db, sweep.kind, ending.isGapless ? sweep.order : 'mixed');
  if (ending.isCertain) countUnmet(db, sweep.kind, sweep.met);
  releaseQuarantine(db, sweep.kind, sweep.options.startedAt);
}

function concludeKnown(
  db: WritableDb,
  sweep: SweepStore,
  { scope, isCertain, isGapless, etag }: SweepEnding,
): void {
  const order = readListFacts(db, sweep.kind, 0).order;
  // What this sweep lacked has to be missing from a second one as well, which is not to wait for hours.
  if (scope === 'all' && isCertain && needsSweep(db, sweep.kind)) return forgetKnown(db, sweep.kind);
  const until = isGapless || sweep.kind === 'notification' ? sweep.knownUntil(order) : NO_DATE;
  // Where the service said that nothing had changed, what was known goes on being known.
  if (until !== NO_DATE || scope === 'all') noteKnown(db, sweep.kind, { until, etag });
}

/**
 * Notes how a sweep ended and what it learned. Nothing is removed here: what was not met is only counted as missing. A list that is
 * empty all of a sudden is counted like any other, but the sweep is not called complete.
 */
export function concludeSweep(db: WritableDb, sweep: SweepStore, ending: SweepEnding): SweepVerdict {
  const { kind, at, scope, pageCap } = ending;
  const isWhole = ending.outcome === 'complete' && scope === 'all';
  const isEmptied = isWhole && sweep.met.size === 0 && cachedCount(db, kind) > 0;
  const outcome = isEmptied ? 'incomplete' : ending.outcome;
  noteOutcome(db, kind, outcome, at);
  clearMet(db, kind, sweep.met);
  if (pageCap !== undefined) notePageCap(db, kind, pageCap);
  if (isWhole) concludeWhole(db, sweep, ending);
  if (outcome === 'complete') {
    concludeKnown(db, sweep, ending);
    if (!hasOnlyGrown(ending)) noteVisit(db, kind, sweep.options.startedAt, isWhole);
  }
  return { outcome, isEmptied };
}
