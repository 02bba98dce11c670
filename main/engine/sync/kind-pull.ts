import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/ids.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Cache } from '#main/engine/cache/cache.ts';
import type { Etag, Learned } from '#main/engine/cache/learned.ts';
import type { StoredPage, SweepEnding } from '#main/engine/cache/protocol.ts';
import type { Asker } from './asker.ts';
import type { Gate } from './gate.ts';
import { readHead } from './head.ts';
import type { HealthBoard } from './health.ts';
import { LIST_PAGE, type ListQuery } from './list-page.ts';
import { untilKnown } from './passes.ts';
import { sweep, type SweepEnd } from './sweep.ts';

export interface KindPullDeps {
  readonly asker: Asker;
  readonly cache: Pick<Cache, 'moment' | 'store'>;
  readonly gate: Pick<Gate, 'heard'>;
  readonly health: Pick<HealthBoard, 'pageStored'>;
  readonly clock: Clock;
  readonly kind: Kind;
  readonly signal: AbortSignal;
}

/** What came of reading a list, in the terms of the file. */
export interface Reading extends Pick<SweepEnding, 'scope' | 'isCertain' | 'pageCap' | 'etag'> {
  readonly records: number;
  readonly isComplete: boolean;
  readonly error: AppError | null;
}

interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

interface PageRequest {
  readonly pass: number;
  /** What is asked for besides a stretch of the list. */
  readonly query?: ListQuery;
  /** What the service gave for the first page before. */
  readonly known?: Etag | null;
}

interface PassOptions extends Omit<PageRequest, 'pass'> {
  readonly limit: number;
  readonly step?: number | undefined;
}

/** The status that says that the first page is as it was. */
const UNCHANGED = 304;

/** Tries at a head whose pages move, before the whole list is read instead. */
const HEAD_TRIES = 3;

/** What a page counts as that the service did not send again, because it is as it was. */
const AS_IT_WAS: StoredPage = {
  records: 0,
  fresh: 0,
  news: 0,
  first: [],
  last: [],
  isUnchanged: true,
  isNewestFirst: true,
  newestUpdate: null,
};

/** Reads the list of one kind once, in the cheapest way that what is known of it allows. */
export class KindPull {
  readonly #deps: KindPullDeps;
  #pass = 0;
  /** What the service gave for the first page of the last pass. */
  #etag: Etag | null = null;
  /** Whether the service said that the first page is as it was. */
  #isAsItWas = false;

  constructor(deps: KindPullDeps) {
    this.#deps = deps;
  }

  /** Reads what is new, or the whole list where that cannot be told or `isFull` asks for it. */
  async read(learned: Learned, isFull: boolean): Promise<Reading> {
    const news = isFull ? null : await this.#readNews(learned);
    return news ?? this.#readWhole(learned, isFull);
  }

  /** Null where the news cannot be read alone. */
  async #readNews({ knownUntil, recentFrom, order, pageCap, etag }: Learned): Promise<Reading | null> {
    if (knownUntil === null) return null;
    const limit = Math.min(ASSUMPTIONS.pageLimit.value, pageCap ?? Infinity);
    if (this.#deps.kind === 'notification') {
      const from = epochMs(Math.min(knownUntil, recentFrom ?? knownUntil));
      // Where the newest come first and all recent ones fit on a page, a first page as it was means that nothing came.
      const isTelling = order === 'created-newest' && limit > ASSUMPTIONS.recentNotifications.value;
      return this.#readRecent(from, limit, isTelling ? etag : null);
    }
    return order === 'updated-newest' ? this.#readHead(knownUntil, limit, etag) : null;
  }

  async #readWhole({ cached, order, pageCap }: Learned, isFull: boolean): Promise<Reading> {
    const usual = ASSUMPTIONS.pageLimit.value;
    // Without an order no two pages fit together; but one page that holds everything is whole.
    const isOnePage = order === 'mixed' && cached > usual && cached <= ASSUMPTIONS.wholeList.value;
    const limit = isOnePage ? cached + ASSUMPTIONS.pageOverlap.value : usual;
    const step = isFull || isOnePage ? undefined : (pageCap ?? undefined);
    const end = await untilKnown(() => this.#passOver({ limit, step }));
    const learned = end.isComplete ? { pageCap: end.pageCap } : {};
    const { records, isComplete, isCertain, error } = end;
    return { scope: 'all', records, isComplete, isCertain, error, etag: null, ...learned };
  }

  /** Reads the notifications made since a time: the new ones, and the newest known ones for their read marks. */
  async #readRecent(from: EpochMs, limit: number, known: Etag | null): Promise<Reading | null> {
    const query = { search_from: new Date(from - ASSUMPTIONS.searchFromOverlap.value).toISOString() };
    const end = await untilKnown(() => this.#passOver({ limit, query, known }));
    if (this.#isAsItWas) return this.#news(0);
    if (end.error?.code === 'rejected') return null;
    // What is asked for again was there before. A service that shows none of it takes the time for something else.
    if (end.isComplete && end.records === 0) return null;
    const { records, isComplete, isCertain, error } = end;
    return { ...this.#news(records), isComplete, isCertain, error };
  }

  async #readHead(knownUntil: EpochMs, limit: number, known: Etag | null): Promise<Reading | null> {
    for (let tries = 0; tries < HEAD_TRIES; tries++) {
      const pass = this.#beginPass();
      const end = await readHead({
        limit,
        knownUntil,
        take: (range) => this.#take(range, { pass, known }),
      });
      if (this.#isAsItWas) return this.#news(0);
      if (end.is === 'failed') return { ...this.#news(end.records), isComplete: false, error: end.error };
      if (end.is === 'known' && end.records > 0) return this.#news(end.records);
      if (end.is !== 'moved') return null;
    }
    return null;
  }

  /** What came of reading the news when all went well. */
  #news(records: number): Reading {
    return { scope: 'news', records, isComplete: true, isCertain: true, error: null, etag: this.#etag };
  }

  #passOver({ limit, step, ...request }: PassOptions): Promise<SweepEnd> {
    const pass = this.#beginPass();
    return sweep({
      limit,
      step,
      lanes: ASSUMPTIONS.pagesInFlight.value,
      take: (range) => this.#take(range, { pass, ...request }),
    });
  }

  #beginPass(): number {
    this.#etag = null;
    return this.#pass++;
  }

  /** Fetches a stretch of the list and stores it. What comes after a cancel, or for an account that was closed, is dropped. */
  async #take({ offset, limit }: Stretch, { pass, query, known }: PageRequest): Promise<Result<StoredPage>> {
    const { asker, cache, clock, gate, health, kind, signal } = this.#deps;
    const page: ListQuery = { ...query, limit, offset };
    const name = JSON.stringify(page);
    const knownEtag = offset === 0 && known?.of === name ? known.value : undefined;
    let requestedAt = 0;
    const reply = await asker.ask((http) => {
      requestedAt = cache.moment();
      return LIST_PAGE[kind](http, page, signal, knownEtag);
    }, signal);
    if (!reply.ok) return reply;
    const { status, bytes, etag } = reply.value;
    if (offset === 0 && etag !== null) this.#etag = { of: name, value: etag };
    if (status === UNCHANGED) {
      this.#isAsItWas = true;
      return ok(AS_IT_WAS);
    }
    const facts = { kind, pass, offset, requestedAt, isUrgent: offset === 0 };
    const stored = await cache.store({ ...facts, bytes, fetchedAt: epochMs(clock.now()) });
    if (stored.ok) health.pageStored(kind, stored.value.records);
    else gate.heard(stored.error);
    return stored;
  }
}
