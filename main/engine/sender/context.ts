import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { SupervisedCache } from '#main/engine/cache/client.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { StoredOperation, Evidence } from '#main/engine/local/protocol.ts';
import { askAtOnce } from '#main/engine/api/errors.ts';
import { getForm } from '#main/engine/api/forms.ts';
import type { Answer, Http, HttpResult } from '#main/engine/api/http.ts';
import { getNotification } from '#main/engine/api/notifications.ts';
import { getRequisition } from '#main/engine/api/requisitions.ts';
import { readResource } from '#main/engine/api/parse/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { RequestResult } from '#main/engine/sync/circuit-breaker.ts';

/** What the sending of writes stands on. */
export interface SendContextDeps {
  readonly http: Http;
  readonly cache: Pick<SupervisedCache, 'read' | 'storeOne' | 'removeOne'>;
  readonly app: Pick<LocalClient, 'call' | 'leaving'>;
  /** Answers who hears how a request that is made now ends, null for well. */
  readonly hearing: () => RequestResult;
  readonly clock: Clock;
  /** The account's user id where it is known. */
  readonly userId: string | null;
}

/** A record of an answer: its JSON to the letter, and the same parsed. */
export interface ReadRecord {
  readonly text: string;
  readonly value: JsonObject;
}

type Get = (http: Http, id: string, signal?: AbortSignal) => Promise<HttpResult>;

const GET: Readonly<Record<Kind, Get>> = {
  form: getForm,
  requisition: getRequisition,
  notification: getNotification,
};

/** The ways to the service, the cache and the desk file that every kind of write needs. */
export class SendContext {
  readonly #deps: SendContextDeps;
  /** How far the service's clock is ahead of this computer's, by the last answer that told; milliseconds. */
  #aheadMs = 0;

  constructor(deps: SendContextDeps) {
    this.#deps = deps;
  }

  get userId(): string | null {
    return this.#deps.userId;
  }

  /** Asks the service, and lets the gate hear how it went. */
  async ask(request: (http: Http) => Promise<HttpResult>): Promise<HttpResult> {
    let isRead = true;
    const http: Http = {
      ...this.#deps.http,
      request: (sent) => {
        isRead = sent.method === 'GET';
        return this.#deps.http.request(sent);
      },
    };
    const once = async (): Promise<HttpResult> => {
      const heard = this.#deps.hearing();
      const answer = await request(http);
      // That a record can be read does not show that the service takes writes.
      heard(answer.ok ? null : answer.error, !isRead);
      return answer;
    };
    // Only what is read may be asked for again.
    const reply = await askAtOnce(once, () => isRead);
    if (reply.ok) this.#recordResult(reply.value);
    return reply;
  }

  /** The record as it is now; what it is now is kept in the cache as well. */
  async fresh({ kind, target }: Pick<StoredOperation, 'kind' | 'target'>): Promise<Result<JsonObject>> {
    const reply = await this.ask((http) => GET[kind](http, target));
    const record = reply.ok ? this.read(target, reply.value) : reply;
    if (!record.ok) return record;
    const stored = await this.store(kind, record.value.text);
    return stored.ok ? ok(record.value.value) : stored;
  }

  /** Reads an answer that has to be this record; 'bad-payload' where it is not. */
  read(id: string, answer: Answer): Result<ReadRecord> {
    const resource = readResource(answer.bytes);
    if (!resource.ok) return resource;
    const { text, value } = resource.value;
    if (!isJsonObject(value) || value['id'] !== id) {
      return err('bad-payload', { detail: 'the answer is another record' });
    }
    return ok({ text, value });
  }

  /** Keeps one resource in the cache. */
  async store(kind: Kind, text: string): Promise<Result<unknown>> {
    return this.#deps.cache.storeOne({ kind, text, fetchedAt: epochMs(this.#deps.clock.now()) });
  }

  /** Drops a record of which the service has said that it is gone. */
  async remove({ kind, target }: StoredOperation): Promise<Result<unknown>> {
    return this.#deps.cache.removeOne({ kind, id: target });
  }

  /** The record as it is cached, to the letter; undefined where it is not. */
  async text(kind: Kind, id: string): Promise<string | undefined> {
    const raw = await this.#deps.cache.read('records.raw', { kind, id, withPending: false });
    return raw.ok ? raw.value.raw : undefined;
  }

  /** Which of these records creates of this desk have made. */
  async ownCreations(ids: readonly string[]): Promise<Result<readonly string[]>> {
    return this.#deps.app.call('ownCreations', { ids });
  }

  /** Commits that a write leaves now. */
  async leaving({ number, data }: StoredOperation, evidence: Evidence): Promise<Result<null>> {
    return this.#deps.app.leaving({ number, data, evidence });
  }

  /** The time now by the service's clock where that is known, else by this computer's, as the service writes it. */
  timestamp(): string {
    return new Date(this.#deps.clock.now() + this.#aheadMs).toISOString();
  }

  #recordResult({ serverTime }: Answer): void {
    if (serverTime !== null) this.#aheadMs = serverTime - this.#deps.clock.now();
  }
}
