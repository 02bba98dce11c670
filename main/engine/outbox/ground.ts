import type { Kind } from '#contract/ids.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { LivingCache } from '#main/engine/cache/living-cache.ts';
import type { Desk } from '#main/engine/desk/desk.ts';
import type { DeskOperation, Evidence } from '#main/engine/desk/protocol.ts';
import { getForm } from '#main/engine/service/forms.ts';
import type { Answer, Http, Reply } from '#main/engine/service/http.ts';
import { getNotification } from '#main/engine/service/notifications.ts';
import { getRequisition } from '#main/engine/service/requisitions.ts';
import { readResource } from '#main/engine/service/wire/envelope.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';

/** What the sending of writes stands on. */
export interface GroundDeps {
  readonly http: Http;
  readonly cache: Pick<LivingCache, 'read' | 'storeOne' | 'removeOne'>;
  readonly desk: Pick<Desk, 'call'>;
  /** Answers who hears how a request that is made now ends, null for well. */
  readonly hearing: () => (error: AppError | null) => void;
  readonly clock: Clock;
  /** The account's user id where it is known. */
  readonly userId: string | null;
}

type Get = (http: Http, id: string, signal?: AbortSignal) => Promise<Reply>;

const GET: Readonly<Record<Kind, Get>> = {
  form: getForm,
  requisition: getRequisition,
  notification: getNotification,
};

/** The ways to the service, the cache and the desk file that every kind of write needs. */
export class Ground {
  readonly #deps: GroundDeps;
  #serverTime: EpochMs | null = null;

  constructor(deps: GroundDeps) {
    this.#deps = deps;
  }

  get userId(): string | null {
    return this.#deps.userId;
  }

  /** The service's clock as it was last told, else this computer's. */
  get serverNow(): EpochMs {
    return this.#serverTime ?? epochMs(this.#deps.clock.now());
  }

  /** Asks the service, and lets the gate hear how it went. */
  async ask(request: (http: Http) => Promise<Reply>): Promise<Reply> {
    const heard = this.#deps.hearing();
    const reply = await request(this.#deps.http);
    heard(reply.ok ? null : reply.error);
    if (reply.ok) this.#serverTime = reply.value.serverTime;
    return reply;
  }

  /** The record as it is now; what it is now is kept in the cache as well. */
  async fresh({ kind, target }: DeskOperation): Promise<Result<JsonObject>> {
    const reply = await this.ask((http) => GET[kind](http, target));
    return reply.ok ? this.keep(kind, target, reply.value) : reply;
  }

  /** Reads an answer that has to be this record, and keeps it in the cache before anybody is told. */
  async keep(kind: Kind, id: string, answer: Answer): Promise<Result<JsonObject>> {
    const resource = readResource(answer.bytes);
    if (!resource.ok) return resource;
    const { text, value } = resource.value;
    if (!isJsonObject(value) || value['id'] !== id) {
      return err('bad-payload', { detail: 'the answer is another record' });
    }
    const stored = await this.store(kind, text);
    return stored.ok ? ok(value) : stored;
  }

  /** Keeps one resource in the cache. */
  async store(kind: Kind, text: string): Promise<Result<unknown>> {
    return this.#deps.cache.storeOne({ kind, text, fetchedAt: epochMs(this.#deps.clock.now()) });
  }

  /** Drops a record of which the service has said that it is gone. */
  async remove({ kind, target }: DeskOperation): Promise<Result<unknown>> {
    return this.#deps.cache.removeOne({ kind, id: target });
  }

  /** When the cache got its copy of a record; null where it has none. */
  async knownSince(kind: Kind, id: string): Promise<EpochMs | null> {
    const raw = await this.#deps.cache.read('records.raw', { kind, id, withPending: false });
    return raw.ok ? raw.value.fetchedAt : null;
  }

  /** The record as it is cached, to the letter; undefined where it is not. */
  async text(kind: Kind, id: string): Promise<string | undefined> {
    const raw = await this.#deps.cache.read('records.raw', { kind, id, withPending: false });
    return raw.ok ? raw.value.raw : undefined;
  }

  /** Which of these records creates of this desk have made. */
  async ownCreations(ids: readonly string[]): Promise<Result<readonly string[]>> {
    return this.#deps.desk.call('ownCreations', { ids });
  }

  /** Commits that a write leaves now. */
  async leaving({ number, data }: DeskOperation, evidence: Evidence): Promise<Result<null>> {
    return this.#deps.desk.call('sending', { number, data, evidence });
  }

  /** The time now, as the service writes it. */
  timestamp(): string {
    return new Date(this.#deps.clock.now()).toISOString();
  }
}
