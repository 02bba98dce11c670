import type { ListOrder } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';
import { epochMs } from '#contract/time.ts';
import type { RawResource } from '#main/engine/service/wire/envelope.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { NO_DATE } from './cursor.ts';
import { isNewestFirst, ListOrderWatch } from './list-order.ts';
import { PageWriter, type PageFacts } from './page-writer.ts';
import type { StoredPage } from './protocol.ts';
import { MAX_QUARANTINE, quarantine } from './quarantine.ts';
import { RowSet } from './row-set.ts';
import { RECORD_TABLES } from './shelves.ts';
import type { RecentSingleWrites } from './singles.ts';

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
