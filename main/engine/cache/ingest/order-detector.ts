import type { Kind } from '#contract/records.ts';
import type { ObservedListOrder } from '#contract/sync-health.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { MISSING_DATE_SORT_VALUE } from '../tables/cursor.ts';
import { fromColumnDate } from '../tables/columns.ts';
import type { RecordDates } from '../tables/table.ts';

/** The ETag of a response with a list: sent with the same query, the service may answer that nothing has changed. */
export interface ListResponseEtag {
  /** The query whose response had this ETag, as one text. */
  readonly requestKey: string;
  readonly value: string;
}

/** What is known about the service's list of one kind: its order, size of pages, and how far it is cached. */
export interface ObservedListFacts {
  /** Number of cached records. */
  readonly cached: number;
  /** The order in which the service was seen to list the records; null until enough were seen. */
  readonly order: ObservedListOrder | null;
  /**
   * The largest page that the service was seen to return, in records; null where it returned as many as were
   * requested.
   */
  readonly pageCap: number | null;
  /**
   * Every record that was updated (notifications: created) up to this time, by the service's own times, is
   * cached. Null before the first complete sweep, and where the order of the list does not allow the
   * conclusion.
   */
  readonly knownUntil: EpochMs | null;
  /**
   * Creation time of the oldest among the recent notifications (see `readListFacts`); null for other kinds.
   */
  readonly recentFrom: EpochMs | null;
  /** Number of the recent notifications; 0 for other kinds. */
  readonly recentCount: number;
  readonly etag: ListResponseEtag | null;
}

interface Row {
  readonly cached: number;
  readonly order: ObservedListOrder | null;
  readonly pageCap: number | null;
  readonly knownUntil: number | null;
  readonly etag: string | null;
  readonly etagRequestKey: string | null;
}

const NO_FACTS: Row = {
  cached: 0,
  order: null,
  pageCap: null,
  knownUntil: null,
  etag: null,
  etagRequestKey: null,
};

function findRecent(db: ReadableDb, recent: number): Pick<ObservedListFacts, 'recentFrom' | 'recentCount'> {
  const found = db.get(sql<{ oldest: number | null; count: number }>`
    SELECT min(created_at) AS oldest, count(*) AS count
    FROM (SELECT created_at FROM notification WHERE created_at > ${MISSING_DATE_SORT_VALUE} ORDER BY created_at DESC LIMIT ${recent})`);
  return { recentFrom: fromColumnDate(found?.oldest ?? null), recentCount: found?.count ?? 0 };
}

/**
 * Reads what is known about a kind's list.
 * @param recent how many of the newest notifications count as recent
 */
export function readListFacts(db: ReadableDb, kind: Kind, recent: number): ObservedListFacts {
  const { etag, etagRequestKey, knownUntil, ...row } =
    db.get(sql<Row>`
    SELECT cached, list_order AS "order", max_page AS pageCap, known_until AS knownUntil, etag, etag_request AS etagRequestKey
    FROM sync_state WHERE kind = ${kind}`) ?? NO_FACTS;
  return {
    ...row,
    knownUntil: fromColumnDate(knownUntil),
    ...(kind === 'notification' ? findRecent(db, recent) : { recentFrom: null, recentCount: 0 }),
    etag: etag === null || etagRequestKey === null ? null : { requestKey: etagRequestKey, value: etag },
  };
}

/** Stores the largest page that the service returns of a kind; null where pages are as large as requested. */
export function storeObservedMaxPageSize(db: WritableDb, kind: Kind, pageCap: number | null): void {
  db.run(sql`UPDATE sync_state SET max_page = ${pageCap} WHERE kind = ${kind}`);
}

/** Stores the order of the list; null where it is unknown. */
export function storeObservedListOrder(db: WritableDb, kind: Kind, order: ObservedListOrder | null): void {
  db.run(sql`UPDATE sync_state SET list_order = ${order} WHERE kind = ${kind}`);
}

/** Stores the time up to which every record is cached, with the ETag of the first page. */
export function storeFullyCachedUntil(
  db: WritableDb,
  kind: Kind,
  { until, etag }: { readonly until: number; readonly etag: ListResponseEtag | null },
): void {
  const knownUntil = until === MISSING_DATE_SORT_VALUE ? null : toEpochMs(until);
  db.run(sql`
    UPDATE sync_state SET known_until = ${knownUntil}, etag = ${etag?.value ?? null}, etag_request = ${etag?.requestKey ?? null}
    WHERE kind = ${kind}`);
}

/**
 * Forgets the ETag of the first page: the cache no longer holds what that page held, and the service may come to hold it
 * again.
 */
export function clearListEtag(db: WritableDb, kind: Kind): void {
  db.run(
    sql`UPDATE sync_state SET etag = NULL, etag_request = NULL WHERE kind = ${kind} AND etag IS NOT NULL`,
  );
}

/** Forgets up to which time every record is cached, so that the next refresh reads the whole list. */
export function clearFullyCachedUntil(db: WritableDb, kind: Kind): void {
  db.run(
    sql`UPDATE sync_state SET known_until = NULL, etag = NULL, etag_request = NULL WHERE kind = ${kind}`,
  );
}

/** The values of a record by which the service may sort a list: last update, creation, id. */
export interface RecordSortValues extends RecordDates {
  readonly id: string;
}

type OrderCandidate = Exclude<ObservedListOrder, 'mixed'>;

/**
 * Compares two neighbouring records under a possible order: negative contradicts it, positive supports it.
 */
const COMPARISONS: Readonly<
  Record<OrderCandidate, (before: RecordSortValues, after: RecordSortValues) => number>
> = {
  'updated-newest': (before, after) => before.updatedAt - after.updatedAt,
  'updated-oldest': (before, after) => after.updatedAt - before.updatedAt,
  'created-newest': (before, after) => before.createdAt - after.createdAt,
  'created-oldest': (before, after) => after.createdAt - before.createdAt,
  id: (before, after) => (before.id === after.id ? 0 : before.id < after.id ? 1 : -1),
};
const NAMES = Object.keys(COMPARISONS) as readonly OrderCandidate[]; // `Object.keys` returns plain strings: all are keys of this object.

/** Minimum number of supporting pairs before an order is accepted. */
const MIN_PAIRS = 8;

/** Whether the records are sorted by last update, newest first. */
export function isNewestFirst(records: readonly RecordSortValues[]): boolean {
  return records.every((record, index) => {
    const before = records[index - 1];
    return before === undefined || COMPARISONS['updated-newest'](before, record) >= 0;
  });
}

/**
 * Detects the order of a list from its pages (service's document, section 4.3: the order is not documented).
 * Pages overlap, so each is only compared with itself: where every page is in order, so is the list.
 */
export class ListOrderDetector {
  readonly #support = new Map<OrderCandidate, number>(NAMES.map((name) => [name, 0]));
  #pairs = 0;

  /** Takes the records of one page into account, in their order. */
  addPage(records: readonly RecordSortValues[]): void {
    for (const [index, record] of records.entries()) {
      const before = records[index - 1];
      if (before !== undefined) this.#compare(before, record);
    }
  }

  /**
   * The detected order; `mixed` where it is none of the known ones, null while there is too little evidence.
   */
  get detectedOrder(): ObservedListOrder | null {
    if (this.#pairs < MIN_PAIRS) return null;
    if (this.#support.size === 0) return 'mixed';
    // Where the records fit several orders, they do not show which one the service uses.
    const spokenFor = [...this.#support].filter(([, count]) => count >= MIN_PAIRS);
    return spokenFor.length === 1 ? (spokenFor[0]?.[0] ?? null) : null;
  }

  /** Whether all records so far are sorted newest first, by update or by creation. */
  get isNewestFirst(): boolean {
    const newest = (['updated-newest', 'created-newest'] as const).map(
      (name) => this.#support.get(name) ?? 0,
    );
    return Math.max(...newest) >= MIN_PAIRS;
  }

  #compare(before: RecordSortValues, after: RecordSortValues): void {
    this.#pairs += 1;
    for (const [name, count] of this.#support) {
      const speaks = COMPARISONS[name](before, after);
      if (speaks < 0) this.#support.delete(name);
      else if (speaks > 0) this.#support.set(name, count + 1);
    }
  }
}
