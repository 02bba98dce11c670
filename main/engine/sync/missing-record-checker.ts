import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import { createTaskQueue } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { CacheClient } from '#main/engine/cache/client.ts';
import type {
  MissingRecordAnswer,
  RequestTimesByThreeClocks,
} from '#main/engine/cache/ingest/missing-records.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { parseListEnvelope } from '#main/engine/api/parse/envelope.ts';
import type { RequestRunner } from './request-runner.ts';
import type { OneDirectionCircuitBreaker } from './one-direction-breaker.ts';
import { LIST_PAGE_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';
import { refreshOneRecord } from './refresh-one-record.ts';

export interface MissingRecordCheckerDeps {
  readonly requests: RequestRunner;
  readonly cache: Pick<CacheClient, 'read' | 'writeSequence' | 'storeOne' | 'callMissing'>;
  /** The local store, which receives the records that leave their list. */
  readonly local: Pick<LocalClient, 'call'>;
  readonly breaker: Pick<OneDirectionCircuitBreaker, 'mayRequest'>;
  readonly clock: Clock;
}

const OK = 200;

interface CheckedRecords {
  readonly answers: readonly { readonly id: string; readonly answer: MissingRecordAnswer }[];
  /** Whether all records were checked; false after an interruption. */
  readonly isDone: boolean;
}

/**
 * Checks records that certain sweeps lacked: requests them by id, and moves those that the service twice does
 * not return out of their lists and into the local store.
 */
export class MissingRecordChecker {
  readonly #deps: MissingRecordCheckerDeps;
  readonly #queue = createTaskQueue();
  /** End of the running time that is noted in the file, monotonic milliseconds. */
  #notedAt: number;

  constructor(deps: MissingRecordCheckerDeps) {
    this.#deps = deps;
    this.#notedAt = deps.clock.monotonic();
  }

  /**
   * Requests the missing records of a kind that are due, then moves the certain ones. After an error
   * everything is left to the next refresh.
   */
  async run(kind: Kind, signal: AbortSignal): Promise<void> {
    const due = await this.#deps.cache.callMissing('addRunningTimeAndListMissingToRequest', {
      kind,
      at: this.#getTimes(null),
    });
    if (!due.ok) return;
    if (due.value.length > 0) {
      const { answers, isDone } = await this.#askAll(kind, due.value, signal);
      if (answers.length > 0) await this.#note(kind, answers, signal);
      if (!isDone) return;
    }
    await this.#settle(kind);
  }

  /**
   * Serialises the moves: a record in the middle of a move is in both files and would look as if it had
   * returned.
   */
  #settle(kind: Kind): Promise<void> {
    return this.#queue(async () => {
      await this.#forgetReturned(kind);
      await this.#move(kind);
    });
  }

  async #forgetReturned(kind: Kind): Promise<void> {
    const { cache, local } = this.#deps;
    const returned = await cache.read('missing.returned', { kind });
    if (returned.ok && returned.value.length > 0)
      await local.call('forgetMissing', { kind, ids: returned.value });
  }

  /**
   * Moves the records that are certain and may leave. They are saved in the local store before they leave the
   * cache, so a crash in between repeats the move.
   */
  async #move(kind: Kind): Promise<void> {
    const { cache, local } = this.#deps;
    for (let after = ''; ; ) {
      const found = await cache.callMissing('listMissingRecordsToMoveOut', { kind, after });
      const last = found.ok ? found.value.at(-1) : undefined;
      if (!found.ok || last === undefined) return;
      const stored = await local.call('saveMissing', { kind, records: found.value });
      if (!stored.ok) return;
      const removed = await cache.callMissing('removeMissing', { kind, ids: stored.value });
      if (!removed.ok) return;
      after = last.id;
    }
  }

  /** Approves held records after the user's confirmation. Returns how many of the ids were held. */
  async approve(kind: Kind, ids: readonly string[]): Promise<number> {
    const approved = await this.#deps.cache.callMissing('approveMissing', { kind, ids });
    if (!approved.ok) return 0;
    await this.#settle(kind);
    return approved.value;
  }

  async #askAll(kind: Kind, ids: readonly string[], signal: AbortSignal): Promise<CheckedRecords> {
    const answers: { id: string; answer: MissingRecordAnswer }[] = [];
    for (const id of ids) {
      const state = await refreshOneRecord(this.#deps, { kind, id }, signal);
      if (signal.aborted) return { answers: [], isDone: false };
      if (state === 'unknown' && !this.#deps.breaker.mayRequest()) return { answers, isDone: false };
      if (state !== 'fresh') answers.push({ id, answer: state });
    }
    return { answers, isDone: true };
  }

  /**
   * Notes the responses only where the service answers a list request as well: otherwise they may come from a
   * gateway.
   */
  async #note(kind: Kind, answers: CheckedRecords['answers'], signal: AbortSignal): Promise<void> {
    const { requests, cache } = this.#deps;
    const page = { limit: 1, offset: 0 };
    const list = await requests.send((http) => LIST_PAGE_REQUESTS_BY_KIND[kind](http, page, signal), signal);
    if (!list.ok || list.value.status !== OK || !parseListEnvelope(list.value.bytes).ok) return;
    await cache.callMissing('recordServiceResultsForMissing', {
      kind,
      answers,
      at: this.#getTimes(list.value.serverTime),
    });
  }

  #getTimes(service: RequestTimesByThreeClocks['service']): RequestTimesByThreeClocks {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const elapsed = Math.max(0, Math.floor(now - this.#notedAt));
    this.#notedAt += elapsed;
    return { elapsed, wall: toEpochMs(clock.now()), service };
  }
}
