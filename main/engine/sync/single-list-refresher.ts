import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import { ok, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { retryWhileResponseIsNotFromService } from '#main/engine/api/errors.ts';
import type { HttpResponse } from '#main/engine/api/http.ts';
import type { CacheClient } from '#main/engine/cache/client.ts';
import type { ListResponseEtag, ObservedListFacts } from '#main/engine/cache/ingest/order-detector.ts';
import type { PageReadCounts, SweepEnding } from '#main/engine/cache/ingest/protocol.ts';
import type { OneDirectionCircuitBreaker } from './one-direction-breaker.ts';
import {
  repeatPassesUntilListIsKnown,
  type RepeatedPassesResult,
  runSweepPass,
  type SweepPassResult,
} from './full-sweep.ts';
import { LIST_PAGE_REQUESTS_BY_KIND, type ServiceListQuery } from '#main/engine/api/endpoints.ts';
import { refreshListHead } from './head-refresh.ts';
import type { HealthTracker } from './health.ts';
import type { RequestRunner } from './request-runner.ts';

export interface SingleListRefresherDeps {
  readonly requests: RequestRunner;
  readonly cache: Pick<CacheClient, 'writeSequence' | 'store'>;
  readonly breaker: Pick<OneDirectionCircuitBreaker, 'recordResult' | 'wait'>;
  readonly health: Pick<HealthTracker, 'addPage'>;
  readonly clock: Clock;
  readonly checkRoom: () => Result<void>;
  readonly kind: Kind;
  readonly signal: AbortSignal;
}

/** How a kind's list was read: with the properties of a sweep, the number of records, and the error. */
export interface SingleListRefreshResult
  extends Pick<SweepEnding, 'scope' | 'isCertain' | 'isGapless' | 'pageCap' | 'etag'> {
  readonly records: number;
  readonly isComplete: boolean;
  readonly error: AppError | null;
}

interface PlannedPageRange {
  readonly offset: number;
  readonly limit: number;
  readonly round?: number;
}

/** A response, with the query as a key and the time of its request. */
interface ReceivedPage extends HttpResponse {
  readonly name: string;
  readonly requestedAt: number;
}

interface PageRequest {
  readonly pass: number;
  /** Query parameters besides the segment. */
  readonly query?: ServiceListQuery;
  /** The etag of the first page from the previous pass. */
  readonly knownEtag?: ListResponseEtag | null;
}

/** Notifications created since a time, which are read again for their read flags. */
interface RecentRange {
  /** The creation time of the oldest one. */
  readonly from: EpochMs;
  /** Number of cached notifications since that time: a correct response contains at least as many. */
  readonly least: number;
  readonly limit: number;
}

interface PassOptions extends Omit<PageRequest, 'pass'> {
  readonly limit: number;
  readonly knownCapacity?: number | undefined;
  readonly expected?: number;
  readonly isRefusalOfSize?: boolean;
}

/** HTTP status that says that the first page has not changed since its ETag. */
const NOT_MODIFIED = 304;

/** A page that timed out is requested in smaller parts, not repeated. */
const SPLIT_AFTER: ReadonlySet<ErrorCode> = new Set(['timeout']);
/** An explicit or periodic full sweep tries pages larger than the known capacity by this factor. */
const GROWTH = 4;
/** Delay before a page from the end of the queue is requested again; doubles each time. */
const ROUND_DELAY = SECOND / 2;

/** Attempts at a head whose pages contradict each other, before the whole list is read instead. */
const HEAD_TRIES = 3;

/** Result of a first page that the service did not send again because it has not changed. */
const UNCHANGED_PAGE: PageReadCounts = {
  records: 0,
  distinct: 0,
  newInPass: 0,
  newInSweep: 0,
  first: [],
  last: [],
  isUnchanged: true,
  isNewestFirst: true,
  isPassNewestFirst: false,
  newestUpdate: null,
};

/**
 * Returns the capacity of a page where it was learned. A pass that requested no more than the known size
 * cannot learn a larger one.
 */
function toListFacts(
  { isComplete, pageCap }: RepeatedPassesResult,
  knownCapacity: number | undefined,
): Pick<SingleListRefreshResult, 'pageCap'> {
  return isComplete || pageCap !== null ? { pageCap: pageCap ?? knownCapacity ?? null } : {};
}

/** Reads the list of one kind once, in the cheapest way that its known properties allow. */
export class SingleListRefresher {
  readonly #deps: SingleListRefresherDeps;
  #pass = 0;
  /** The etag of the first page from the last pass. */
  #etag: ListResponseEtag | null = null;
  /** Whether the service has answered 304: the first page has not changed. */
  #isAsItWas = false;

  constructor(deps: SingleListRefresherDeps) {
    this.#deps = deps;
  }

  /** Reads the changes, or the whole list where they cannot be read alone or `isFull` is set. */
  async read(learned: ObservedListFacts, isFull: boolean): Promise<SingleListRefreshResult> {
    const news = isFull ? null : await this.#readChanged(learned);
    return news ?? this.#readWhole(learned, isFull);
  }

  /** Reads the changes only. Returns null where that is not possible. */
  async #readChanged(learned: ObservedListFacts): Promise<SingleListRefreshResult | null> {
    const { knownUntil, recentFrom, recentCount, order, pageCap, etag } = learned;
    if (knownUntil === null) return null;
    const limit = Math.min(SERVICE_ASSUMPTIONS.pageLimit.value, pageCap ?? Infinity);
    if (this.#deps.kind === 'notification') {
      const from = toEpochMs(Math.min(knownUntil, recentFrom ?? knownUntil));
      // In the order newest first, with all recent ones on one page, an unchanged first page means that
      // nothing is new.
      const isConclusive =
        order === 'created-newest' && limit > SERVICE_ASSUMPTIONS.recentNotifications.value;
      const range = { from, least: recentCount, limit };
      return this.#readRecent(range, isConclusive ? etag : null);
    }
    return order === 'updated-newest' ? this.#readHead(knownUntil, limit, etag) : null;
  }

  async #readWhole(
    { cached, order, pageCap }: ObservedListFacts,
    isFull: boolean,
  ): Promise<SingleListRefreshResult> {
    const most = SERVICE_ASSUMPTIONS.pageLimit.value;
    const usual = isFull && pageCap !== null ? Math.min(most, pageCap * GROWTH) : most;
    // In an unordered list no two pages fit together, but one page with everything is complete.
    const isOnePage = order === 'mixed' && cached > most && cached <= SERVICE_ASSUMPTIONS.wholeList.value;
    const limit = isOnePage ? cached + SERVICE_ASSUMPTIONS.pageOverlap.value : usual;
    const knownCapacity = isFull || isOnePage ? undefined : (pageCap ?? undefined);
    const end = await repeatPassesUntilListIsKnown(() =>
      this.#passOver({ limit, knownCapacity, expected: cached }),
    );
    const { records, isComplete, isCertain, isGapless, error } = end;
    return {
      scope: 'all',
      records,
      isComplete,
      isCertain,
      isGapless,
      error,
      etag: null,
      ...toListFacts(end, knownCapacity),
    };
  }

  /** Reads the notifications created since a time: the new ones, and the newest known ones for their read flags. */
  async #readRecent(
    { from, least, limit }: RecentRange,
    knownEtag: ListResponseEtag | null,
  ): Promise<SingleListRefreshResult | null> {
    const query = { search_from: new Date(from - SERVICE_ASSUMPTIONS.searchFromOverlap.value).toISOString() };
    const end = await repeatPassesUntilListIsKnown(() =>
      this.#passOver({ limit, query, knownEtag, isRefusalOfSize: false }),
    );
    if (this.#isAsItWas) return this.#toChangesReading(0);
    if (end.error?.code === 'rejected') return null;
    // The range contains known records. A service that returns fewer interprets the time differently, for
    // example in its own time zone, and new records may be missing too.
    if (end.isComplete && end.distinct < Math.max(1, least)) return null;
    const { records, isComplete, isCertain, isGapless, error } = end;
    return { ...this.#toChangesReading(records), isComplete, isCertain, isGapless, error };
  }

  async #readHead(
    knownUntil: EpochMs,
    limit: number,
    knownEtag: ListResponseEtag | null,
  ): Promise<SingleListRefreshResult | null> {
    for (let tries = 0; tries < HEAD_TRIES; tries++) {
      const pass = this.#beginPass();
      const end = await refreshListHead({
        limit,
        knownUntil,
        fetchSegment: (range) => this.#fetchSegment(range, { pass, knownEtag }),
      });
      if (this.#isAsItWas) return this.#toChangesReading(0);
      if (end.type === 'failed')
        return { ...this.#toChangesReading(end.records), isComplete: false, error: end.error };
      if (end.type === 'known' && end.records > 0) return this.#toChangesReading(end.records);
      if (end.type !== 'moved') return null;
    }
    return null;
  }

  /** Returns the result of reading the changes without an error. */
  #toChangesReading(records: number): SingleListRefreshResult {
    const knowledge = { isComplete: true, isCertain: true, isGapless: true };
    return { scope: 'changes', records, ...knowledge, error: null, etag: this.#etag };
  }

  #passOver(options: PassOptions): Promise<SweepPassResult> {
    const { limit, knownCapacity, expected, isRefusalOfSize, ...request } = options;
    const pass = this.#beginPass();
    return runSweepPass({
      limit,
      knownCapacity,
      ...(expected === undefined ? {} : { expected }),
      ...(isRefusalOfSize === undefined ? {} : { isRefusalOfSize }),
      lanes: SERVICE_ASSUMPTIONS.pagesInFlight.value,
      fetchSegment: (range) => this.#fetchSegment(range, { pass, ...request }),
    });
  }

  #beginPass(): number {
    this.#etag = null;
    return this.#pass++;
  }

  /** Fetches a segment of the list and stores it, after a delay where it comes from the end of the queue. */
  async #fetchSegment(segment: PlannedPageRange, request: PageRequest): Promise<Result<PageReadCounts>> {
    const { breaker, signal, checkRoom } = this.#deps;
    const { round = 0 } = segment;
    if (round > 0) await breaker.wait(ROUND_DELAY * 2 ** round, signal).catch(() => {}); // `#send` handles an abort.
    const room = checkRoom();
    if (!room.ok) return room;
    let hasNewRecords = false;
    const fetch = async (): Promise<Result<PageReadCounts>> => {
      const reply = await this.#requestSegment(segment, request);
      hasNewRecords = reply.ok;
      return reply.ok ? this.#storeSegment(reply.value, segment, request) : reply;
    };
    // An unreadable response is requested again here; failed requests were already retried by the request runner.
    return retryWhileResponseIsNotFromService(fetch, () => hasNewRecords);
  }

  /** Requests a segment of the list. A response after a cancel, or for a closed account, is dropped. */
  async #requestSegment(
    { offset, limit }: PlannedPageRange,
    { query, knownEtag: known }: PageRequest,
  ): Promise<Result<ReceivedPage>> {
    const { requests, cache, kind, signal } = this.#deps;
    const page: ServiceListQuery = { ...query, limit, offset };
    const name = JSON.stringify(page);
    const knownEtag = offset === 0 && known?.requestKey === name ? known.value : undefined;
    let requestedAt = 0;
    const reply = await requests.send(
      (http) => {
        requestedAt = cache.writeSequence();
        return LIST_PAGE_REQUESTS_BY_KIND[kind](http, page, signal, knownEtag);
      },
      signal,
      limit > 1 ? SPLIT_AFTER : undefined,
    );
    return reply.ok ? ok({ ...reply.value, name, requestedAt }) : reply;
  }

  async #storeSegment(
    arrived: ReceivedPage,
    { offset }: PlannedPageRange,
    { pass }: PageRequest,
  ): Promise<Result<PageReadCounts>> {
    const { cache, clock, breaker, health, kind } = this.#deps;
    const { status, bytes, etag, name, requestedAt } = arrived;
    if (offset === 0 && etag !== null) this.#etag = { requestKey: name, value: etag };
    if (status === NOT_MODIFIED) {
      this.#isAsItWas = true;
      return ok(UNCHANGED_PAGE);
    }
    const facts = { kind, pass, offset, requestedAt, isUrgent: offset === 0 };
    const stored = await cache.store({ ...facts, bytes, fetchedAt: toEpochMs(clock.now()) });
    if (stored.ok) health.addPage(kind, stored.value.records);
    else breaker.recordResult(stored.error);
    return stored;
  }
}
