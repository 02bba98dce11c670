import type { ListOrder } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { NO_DATE } from './cursor.ts';
import { readDate } from './summary.ts';

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
    SELECT cached, list_order AS "order", max_page AS pageCap, known_until AS knownUntil, etag, etag_of AS readEtag
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
    UPDATE sync_state SET known_until = ${knownUntil}, etag = ${etag?.value ?? null}, etag_of = ${etag?.of ?? null}
    WHERE kind = ${kind}`);
}

/** Forgets how much of the list is known: the next refresh reads all of it. */
export function forgetKnown(db: WritableDb, kind: Kind): void {
  db.run(sql`UPDATE sync_state SET known_until = NULL, etag = NULL, etag_of = NULL WHERE kind = ${kind}`);
}
