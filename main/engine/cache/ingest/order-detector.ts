import type { Kind } from '#contract/records.ts';
import type { ListOrder } from '#contract/sync-health.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NO_DATE } from '../query/cursor.ts';
import { readDate } from '../tables/columns.ts';
import type { Dates } from '../tables/table.ts';

/** What a server gave for one request, so that it need not send the same again. */
export interface Etag {
  /** The request that it belongs to. */
  readonly of: string;
  readonly value: string;
}

/** What is known of the service's list of one kind. */
export interface ListFacts {
  /** Records in the file. */
  readonly cached: number;
  /** Null before enough was seen. */
  readonly order: ListOrder | null;
  /** The most that one page held, where that was less than was asked for. */
  readonly pageCap: number | null;
  /**
   * Everything that was changed up to then (of notifications: made), by the service's own times, is here. Null before the
   * first complete sweep, and where the order of the list allows no such saying.
   */
  readonly knownUntil: EpochMs | null;
  /** When the oldest of the newest so many notifications was made; null for other kinds. */
  readonly recentFrom: EpochMs | null;
  readonly etag: Etag | null;
}

interface Row {
  readonly cached: number;
  readonly order: ListOrder | null;
  readonly pageCap: number | null;
  readonly knownUntil: number | null;
  readonly etag: string | null;
  readonly readEtag: string | null;
}

const NOTHING: Row = {
  cached: 0,
  order: null,
  pageCap: null,
  knownUntil: null,
  etag: null,
  readEtag: null,
};

function recentFrom(db: ReadableDb, recent: number): EpochMs | null {
  const oldest = db.get(sql<{ at: number | null }>`
    SELECT min(created_at) AS at
    FROM (SELECT created_at FROM notification WHERE created_at > ${NO_DATE} ORDER BY created_at DESC LIMIT ${recent})`);
  return readDate(oldest?.at ?? null);
}

/** Reads what is known of a kind's list. `recent`: how many of the newest notifications count as recent. */
export function readListFacts(db: ReadableDb, kind: Kind, recent: number): ListFacts {
  const { etag, readEtag, knownUntil, ...row } =
    db.get(sql<Row>`
    SELECT cached, list_order AS "order", max_page AS pageCap, known_until AS knownUntil, etag, etag_request AS readEtag
    FROM sync_state WHERE kind = ${kind}`) ?? NOTHING;
  return {
    ...row,
    knownUntil: readDate(knownUntil),
    recentFrom: kind === 'notification' ? recentFrom(db, recent) : null,
    etag: etag === null || readEtag === null ? null : { of: readEtag, value: etag },
  };
}

/** Keeps the most that a page held; null where pages hold as many as are asked for. */
export function notePageCap(db: WritableDb, kind: Kind, pageCap: number | null): void {
  db.run(sql`UPDATE sync_state SET max_page = ${pageCap} WHERE kind = ${kind}`);
}

/** Keeps the order of the list, or that it is not known. */
export function noteOrder(db: WritableDb, kind: Kind, order: ListOrder | null): void {
  db.run(sql`UPDATE sync_state SET list_order = ${order} WHERE kind = ${kind}`);
}

/** Keeps up to when everything is here, and what the server gave for the first page of it. */
export function noteKnown(
  db: WritableDb,
  kind: Kind,
  { until, etag }: { readonly until: number; readonly etag: Etag | null },
): void {
  const knownUntil = until === NO_DATE ? null : epochMs(until);
  db.run(sql`
    UPDATE sync_state SET known_until = ${knownUntil}, etag = ${etag?.value ?? null}, etag_request = ${etag?.of ?? null}
    WHERE kind = ${kind}`);
}

/** Forgets how much of the list is known: the next refresh reads all of it. */
export function forgetKnown(db: WritableDb, kind: Kind): void {
  db.run(
    sql`UPDATE sync_state SET known_until = NULL, etag = NULL, etag_request = NULL WHERE kind = ${kind}`,
  );
}

/** What one record tells about the order of the list that it stands in. */
export interface SortDates extends Dates {
  readonly id: string;
}

type Claim = Exclude<ListOrder, 'mixed'>;

/** What a claim makes of two neighbours: below zero they contradict it, above zero they speak for it. */
const CLAIMS: Readonly<Record<Claim, (before: SortDates, after: SortDates) => number>> = {
  'updated-newest': (before, after) => before.updatedAt - after.updatedAt,
  'updated-oldest': (before, after) => after.updatedAt - before.updatedAt,
  'created-newest': (before, after) => before.createdAt - after.createdAt,
  'created-oldest': (before, after) => after.createdAt - before.createdAt,
  id: (before, after) => (before.id === after.id ? 0 : before.id < after.id ? 1 : -1),
};
const NAMES = Object.keys(CLAIMS) as readonly Claim[]; // the keys of the object above

/** So many neighbours have to speak for an order before it is believed. */
const EVIDENCE = 8;

/** Whether the records stand by their last update, newest first. */
export function isNewestFirst(records: readonly SortDates[]): boolean {
  return records.every((record, index) => {
    const before = records[index - 1];
    return before === undefined || CLAIMS['updated-newest'](before, record) >= 0;
  });
}

/**
 * Learns the order of a list (service's document, section 4.3: not shown) from its pages. Pages that overlap need no
 * comparison with each other: where each is in order, so is the list.
 */
export class ListOrderWatch {
  readonly #support = new Map<Claim, number>(NAMES.map((name) => [name, 0]));
  #pairs = 0;

  /** Looks at the records of one page, in its order. */
  page(records: readonly SortDates[]): void {
    for (const [index, record] of records.entries()) {
      const before = records[index - 1];
      if (before !== undefined) this.#compare(before, record);
    }
  }

  /** The order; `mixed` where it is none of the known ones, null where too little was seen to tell. */
  get verdict(): ListOrder | null {
    if (this.#pairs < EVIDENCE) return null;
    if (this.#support.size === 0) return 'mixed';
    // Where several would do, the records do not tell which one it is.
    const spokenFor = [...this.#support].filter(([, count]) => count >= EVIDENCE);
    return spokenFor.length === 1 ? (spokenFor[0]?.[0] ?? null) : null;
  }

  /** Whether all that was seen stands newest first, by its update or by its creation. */
  get isNewestFirst(): boolean {
    const newest = (['updated-newest', 'created-newest'] as const).map(
      (name) => this.#support.get(name) ?? 0,
    );
    return Math.max(...newest) >= EVIDENCE;
  }

  #compare(before: SortDates, after: SortDates): void {
    this.#pairs += 1;
    for (const [name, count] of this.#support) {
      const speaks = CLAIMS[name](before, after);
      if (speaks < 0) this.#support.delete(name);
      else if (speaks > 0) this.#support.set(name, count + 1);
    }
  }
}
