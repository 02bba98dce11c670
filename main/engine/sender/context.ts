import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { SupervisedCache } from '#main/engine/cache/client.ts';
import type { SingleResourceToStore } from '#main/engine/cache/ingest/protocol.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { StoredChange, SendAttemptEvidence } from '#main/engine/local/protocol.ts';
import { retryWhileResponseIsNotFromService } from '#main/engine/api/errors.ts';
import type { HttpResponse, HttpClient, HttpResult } from '#main/engine/api/http.ts';
import { RECORD_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';
import { parseResourceBody } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { ListPageSizes } from './list-page-sizes.ts';
import type { RequestResultRecorder } from '#main/engine/sync/one-direction-breaker.ts';

/** What sending changes needs: HTTP client, cache, local store, clock, and where results are reported. */
export interface SendContextDeps {
  readonly http: HttpClient;
  readonly cache: Pick<
    SupervisedCache,
    'read' | 'writeSequence' | 'storeOne' | 'commitDeferred' | 'removeOne'
  >;
  readonly local: Pick<LocalClient, 'call' | 'markSending'>;
  /**
   * Returns a function that takes the result of the request sent now, for the circuit breaker; null is a
   * success.
   */
  readonly createResultRecorder: () => RequestResultRecorder;
  /** Returns the error of a refused request, 'unauthorised' where it concerns the tokens: the circuit breaker tests them. */
  readonly classifyRefusal: (error: AppError) => Promise<AppError>;
  readonly clock: Clock;
  /** User id of the account where it is known. */
  readonly userId: string | null;
}

/** A context whose changes in the cache are committed together. */
export interface SendContextWithJointCacheCommit {
  readonly context: SendContext;
  /** Commits them; an error where one of them may be lost. */
  readonly commit: () => Promise<Result<null>>;
}

/** A record in a response: its JSON text unchanged, and the parsed value. */
export interface RecordJsonTextAndValue {
  readonly text: string;
  readonly value: JsonObject;
}

/** A record that was fetched, and whether it was refused as an earlier state than the cached one. */
interface FetchedRecord extends RecordJsonTextAndValue {
  readonly isOlder: boolean;
}

/** Access to the service, the cache and the local store for every kind of change. */
export class SendContext {
  readonly #deps: SendContextDeps;
  readonly pageSizes = new ListPageSizes();
  /**
   * By how much the service's clock is ahead of this computer's, from the last response with a time;
   * milliseconds.
   */
  #aheadMs = 0;

  constructor(deps: SendContextDeps) {
    this.#deps = deps;
  }

  get userId(): string | null {
    return this.#deps.userId;
  }

  /** Returns a context that defers the commits of what it stores in the cache. */
  deferCommits(): SendContextWithJointCacheCommit {
    const { cache } = this.#deps;
    let writes = 0;
    const storeOne: SupervisedCache['storeOne'] = async (resource) => {
      const stored = await cache.storeOne({ ...resource, isDeferred: true });
      if (stored.ok) writes += 1;
      return stored;
    };
    const deferring = {
      read: cache.read.bind(cache),
      writeSequence: cache.writeSequence.bind(cache),
      removeOne: cache.removeOne.bind(cache),
      commitDeferred: cache.commitDeferred.bind(cache),
      storeOne,
    };
    return {
      context: new SendContext({ ...this.#deps, cache: deferring }),
      commit: async () => (writes === 0 ? ok(null) : cache.commitDeferred({ writes })),
    };
  }

  /** Sends a request to the service and reports its result to the circuit breaker. */
  async send(request: (http: HttpClient) => Promise<HttpResult>): Promise<HttpResult> {
    let isRead = true;
    const http: HttpClient = {
      ...this.#deps.http,
      request: (sent) => {
        isRead = sent.method === 'GET';
        return this.#deps.http.request(sent);
      },
    };
    const sendOnce = async (): Promise<HttpResult> => {
      const recordResult = this.#deps.createResultRecorder();
      const answer = await request(http);
      // The success of a read does not show that the service accepts changes, so it does not end a pause.
      recordResult(answer.ok ? null : answer.error, !isRead);
      return answer.ok ? answer : { ...answer, error: await this.#deps.classifyRefusal(answer.error) };
    };
    // Only a read is repeated after a response that is not the service's.
    const reply = await retryWhileResponseIsNotFromService(sendOnce, () => isRead);
    if (reply.ok) this.#recordResult(reply.value);
    return reply;
  }

  /**
   * Tells the circuit breaker that the service has done a change although the answer could not be used: many such answers
   * are no reason to pause.
   */
  recordDoneDespiteAnswer(): void {
    this.#deps.createResultRecorder()(null, true);
  }

  /**
   * Requests the record of a change from the service and caches it. An earlier state than the cached one may come from a
   * server that lags behind, and a change that is compared with it would be asked about, or closed, for nothing. So the
   * request is repeated once; the second response is accepted, because the service may have been restored. It is not where
   * this user has just changed the record: then 'bad-payload' is returned.
   */
  async fetchFresh(record: Pick<StoredChange, 'kind' | 'target'>): Promise<Result<JsonObject>> {
    const fetched = await this.fetchFreshText(record);
    return fetched.ok ? ok(fetched.value.value) : fetched;
  }

  /** As `fetchFresh`; returns the text of the record as well. */
  async fetchFreshText(
    record: Pick<StoredChange, 'kind' | 'target'>,
  ): Promise<Result<RecordJsonTextAndValue>> {
    const first = await this.#fetchOnce(record, false);
    const last = first.ok && first.value.isOlder ? await this.#fetchOnce(record, true) : first;
    if (!last.ok) return last;
    // Something newer was cached while the second response was on its way, or the service has just accepted a change.
    if (last.value.isOlder) return err('bad-payload', { detail: 'an earlier state than the cached one' });
    return last;
  }

  /** As `fetchFreshText`, after a pause: a server may lag behind the one that has answered a change. */
  async fetchFreshTextLater(
    record: Pick<StoredChange, 'kind' | 'target'>,
  ): Promise<Result<RecordJsonTextAndValue>> {
    await this.#deps.clock.wait(SERVICE_ASSUMPTIONS.confirmedWrites.secondGetAfterMs);
    return this.fetchFreshText(record);
  }

  async #fetchOnce(
    { kind, target }: Pick<StoredChange, 'kind' | 'target'>,
    isRepeated: boolean,
  ): Promise<Result<FetchedRecord>> {
    const { cache } = this.#deps;
    let requestedAt = 0;
    const reply = await this.send((http) => {
      requestedAt = cache.writeSequence();
      return RECORD_REQUESTS_BY_KIND[kind](http, target);
    });
    const record = reply.ok ? this.readResponse(target, reply.value) : reply;
    if (!record.ok) return record;
    const { text, value } = record.value;
    const stored = await cache.storeOne({ ...this.#toResource(kind, text), requestedAt, isRepeated });
    return stored.ok ? ok({ text, value, isOlder: stored.value.isOlder }) : stored;
  }

  /** Reads a response that has to be this record; returns 'bad-payload' where it is another. */
  readResponse(id: string, answer: HttpResponse): Result<RecordJsonTextAndValue> {
    const resource = parseResourceBody(answer.bytes);
    if (!resource.ok) return resource;
    const { text, value } = resource.value;
    if (!isJsonObject(value) || value['id'] !== id) {
      return err('bad-payload', { detail: 'the response is another record' });
    }
    return ok({ text, value });
  }

  /**
   * Stores the record in the cache as it is after a change of this user: the response to the change, or what a GET has shown
   * since. It always replaces the stored record, and no earlier state replaces it for a while.
   */
  async storeInCache(kind: Kind, text: string): Promise<Result<unknown>> {
    return this.#deps.cache.storeOne(this.#toResource(kind, text));
  }

  /**
   * Stores a record in the cache that was only read, in a list or at some time before. It replaces nothing newer: neither a
   * later state nor what was stored by itself.
   */
  async storeReadInCache(kind: Kind, text: string): Promise<Result<unknown>> {
    return this.#deps.cache.storeOne({ ...this.#toResource(kind, text), requestedAt: 0 });
  }

  /** Removes a record that the service has reported as gone from the cache. */
  async removeFromCache({ kind, target }: StoredChange): Promise<Result<unknown>> {
    return this.#deps.cache.removeOne({ kind, id: target, isDeleted: true });
  }

  /** Returns the cached text of a record, unchanged; undefined where it is not cached. */
  async getCachedText(kind: Kind, id: string): Promise<string | undefined> {
    const raw = await this.#deps.cache.read('records.raw', { kind, id, withPending: false });
    return raw.ok ? raw.value.raw : undefined;
  }

  /** Returns the ids of all cached forms. */
  async listCachedFormIds(): Promise<Result<readonly string[]>> {
    return this.#deps.cache.read('ids.cached', { patient: null });
  }

  /** Returns which of these records were created on this computer. */
  async filterOwnCreations(ids: readonly string[]): Promise<Result<readonly string[]>> {
    return this.#deps.local.call('filterOwnCreations', { ids });
  }

  /** Commits in the local store that a change is being sent, with its evidence. */
  async markSending({ number, data }: StoredChange, evidence: SendAttemptEvidence): Promise<Result<null>> {
    return this.#deps.local.markSending({ number, data, evidence });
  }

  /**
   * Returns the current time in the service's format: by the service's clock where its offset is known, else
   * by this computer's.
   */
  getTimestamp(): string {
    return new Date(this.#deps.clock.now() + this.#aheadMs).toISOString();
  }

  #toResource(kind: Kind, text: string): Pick<SingleResourceToStore, 'kind' | 'text' | 'fetchedAt'> {
    return { kind, text, fetchedAt: toEpochMs(this.#deps.clock.now()) };
  }

  #recordResult({ serverTime }: HttpResponse): void {
    if (serverTime !== null) this.#aheadMs = serverTime - this.#deps.clock.now();
  }
}
