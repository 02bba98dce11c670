import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { PendingChange } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { CHANGE_SCHEMAS, type OperationName, type ChangeToSave } from '#contract/changes.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { listFieldsDecidedByChange } from '#main/engine/local/decision-base.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { ChangeSaveInput } from '#main/engine/local/protocol.ts';
import { isCreateOperation } from '#main/engine/local/outbox/stored-changes.ts';
import type { SupervisedCache } from '#main/engine/cache/client.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';

export interface OutboxUserActionsDeps {
  readonly local: Pick<LocalClient, 'call'>;
  readonly cache: Pick<SupervisedCache, 'read'>;
  /** User id of the account where it is known. */
  readonly userId: string | null;
  readonly clock: Pick<Clock, 'wait'>;
  readonly log: Log;
  /** Called when a pending change may be sent at once. */
  readonly onWaiting: () => void;
  /** Called with the number of a change about which the user has decided. */
  readonly onDecided: (number: number) => void;
}

/** A change that is pending or closed, as far as its patient is concerned. */
type ChangeOfRecord = Pick<PendingChange, 'kind' | 'id' | 'patient'>;

/** Fields that name a record and its patient in the lists of pending and closed changes. */
const LABELS = ['name', 'title', 'patient'];

/**
 * Returns the fields that the local store needs. The whole record may be large, so the others are not sent to
 * its thread.
 */
function pickTouched(record: JsonObject, operation: OperationName, data: JsonObject): JsonObject {
  const fields = new Set([...Object.keys(data), ...LABELS, ...listFieldsDecidedByChange(operation, data)]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => fields.has(field)));
}

/**
 * The user's actions on pending changes: save, edit, retry, discard, resolve. Another class, `Sender`, sends the
 * changes.
 */
export class OutboxUserActions {
  readonly #deps: OutboxUserActionsDeps;

  constructor(deps: OutboxUserActionsDeps) {
    this.#deps = deps;
  }

  /** Saves a change; resolves once it is on the disk. */
  async save(change: ChangeToSave): Promise<Result<CallOutput<'outbox.save'>>> {
    const saved = this.#notifyWaiting(await this.#deps.local.call('save', await this.#toSaveInput(change)));
    if (saved.ok && change.holdMs !== undefined) this.#afterHold(change.holdMs);
    return saved;
  }

  /**
   * Saves changes in one transaction; resolves once they are on the disk. Returns a result for each, in their order;
   * 'invalid-input' for each null, a change that its schema has refused.
   */
  async saveMany({
    changes,
    allOrNone,
  }: ValidatedInput<'outbox.saveMany'>): Promise<Result<CallOutput<'outbox.saveMany'>>> {
    const valid = changes.filter((change) => change !== null);
    const inputs: ChangeSaveInput[] = [];
    // One after the other, so that the reads of the user's screens come in between.
    for (const change of valid) inputs.push(await this.#toSaveInput(change));
    const answer = await this.#deps.local.call('saveMany', { changes: inputs, allOrNone });
    if (!answer.ok) return answer;
    const saved = valid.filter((_, index) => answer.value[index]?.ok === true);
    if (saved.length > 0) this.#deps.onWaiting();
    const holds = new Set(saved.map(({ holdMs }) => holdMs).filter((holdMs) => holdMs !== undefined));
    for (const holdMs of holds) this.#afterHold(holdMs);
    const left = answer.value.values();
    const refused = err('invalid-input', { detail: 'the change is not valid' });
    return ok({
      results: changes.map((change) => (change === null ? refused : (left.next().value ?? err('internal')))),
    });
  }

  /** Adds to a change what the local store needs of the cached records. */
  async #toSaveInput(change: ChangeToSave): Promise<ChangeSaveInput> {
    const id = 'id' in change.data ? change.data.id : null;
    const cached = id === null ? null : await this.#readCached(change.operation, id, change.data);
    return {
      change,
      cached,
      userId: this.#deps.userId ?? '',
      ...(await this.#listKnown(change.operation, change.data)),
    };
  }

  /** Triggers sending when the time in which the user may undo a change is over. */
  #afterHold(holdMs: number): void {
    const { clock, log, onWaiting } = this.#deps;
    runInBackground(
      clock.wait(holdMs).then(onWaiting),
      'a held change was not sent at the end of its hold',
      log,
    );
  }

  /**
   * Sets the read flag of notifications in one transaction. Returns those that changed, once they are on the
   * disk.
   */
  async markRead({
    ids,
    read,
  }: ValidatedInput<'inbox.markRead'>): Promise<Result<CallOutput<'inbox.markRead'>>> {
    const { local, cache, userId } = this.#deps;
    const notifications = await cache.read('inbox.markable', { ids });
    if (!notifications.ok) return notifications;
    const marked = await local.call('saveReadFlags', {
      notifications: notifications.value,
      read,
      userId: userId ?? '',
    });
    return marked.ok ? this.#notifyWaiting(ok({ changed: marked.value })) : marked;
  }

  /** Returns the service's id of a record; a local id without one is returned unchanged. */
  resolveId(id: string): Promise<Result<string>> {
    return this.#deps.local.call('resolveId', { id });
  }

  async list({
    of,
    limit,
    after,
  }: ValidatedInput<'outbox.list'>): Promise<Result<CallOutput<'outbox.list'>>> {
    const listed = await this.#deps.local.call('list', { of, limit, after });
    return listed.ok ? ok({ ...listed.value, items: await this.#addPatients(listed.value.items) }) : listed;
  }

  async listClosedChanges({
    limit,
    after,
  }: ValidatedInput<'outbox.closed'>): Promise<Result<CallOutput<'outbox.closed'>>> {
    const listed = await this.#deps.local.call('listClosedChanges', { limit, after });
    return listed.ok ? ok({ ...listed.value, items: await this.#addPatients(listed.value.items) }) : listed;
  }

  async edit({
    number,
    version,
    data,
  }: ValidatedInput<'outbox.edit'>): Promise<Result<CallOutput<'outbox.edit'>>> {
    const { local } = this.#deps;
    const found = await local.call('getStoredChange', { number });
    if (!found.ok) return found;
    const { operation, kind, target } = found.value;
    const cached = await this.#record(kind, target, operation, data);
    const known = await this.#listKnown(operation, data);
    const edited = this.#notifyWaiting(await local.call('edit', { number, version, data, cached, ...known }));
    return edited.ok ? ok(await this.#addPatient(edited.value)) : edited;
  }

  async retry({ number }: ValidatedInput<'outbox.retry'>): Promise<Result<CallOutput<'outbox.retry'>>> {
    const retried = await this.#deps.local.call('retry', { number });
    this.#deps.onDecided(number);
    this.#notifyWaiting(retried);
    return retried.ok ? ok({}) : retried;
  }

  /** Discards a change; what waited for it is sent. */
  async discard(seen: ValidatedInput<'outbox.discard'>): Promise<Result<CallOutput<'outbox.discard'>>> {
    return this.#notifyWaiting(await this.#deps.local.call('discard', seen));
  }

  async restore({ number }: ValidatedInput<'outbox.restore'>): Promise<Result<CallOutput<'outbox.restore'>>> {
    return this.#notifyWaiting(await this.#deps.local.call('restore', { number }));
  }

  async resolve(decision: ValidatedInput<'outbox.resolve'>): Promise<Result<CallOutput<'outbox.resolve'>>> {
    const resolved = await this.#deps.local.call('resolve', decision);
    if (resolved.ok) this.#deps.onDecided(decision.number);
    return this.#notifyWaiting(resolved);
  }

  async #addPatient<T extends ChangeOfRecord>(change: T): Promise<T> {
    const [withPatient = change] = await this.#addPatients([change]);
    return withPatient;
  }

  /**
   * Adds the patients of requisitions to changes that do not carry them. Changes are returned without them where
   * the cache returns an error: they have to be seen even then.
   */
  async #addPatients<T extends ChangeOfRecord>(changes: readonly T[]): Promise<readonly T[]> {
    const isWithout = ({ kind, patient }: T): boolean => kind === 'requisition' && patient === null;
    const ids = [...new Set(changes.filter(isWithout).map(({ id }) => id))];
    if (ids.length === 0) return changes;
    const found = await this.#deps.cache.read('requisitions.patients', { ids });
    if (!found.ok) return changes;
    const patients = new Map(found.value.map(({ id, patient }) => [id, patient]));
    return changes.map((change) => ({
      ...change,
      patient: change.patient ?? patients.get(change.id) ?? null,
    }));
  }

  #notifyWaiting<T>(result: Result<T>): Result<T> {
    if (result.ok) this.#deps.onWaiting();
    return result;
  }

  /**
   * Returns, for a create, the cached records of its patient, or all forms: the create did not make them.
   * Where the cache returns an error, no record counts as known.
   */
  async #listKnown(
    operation: OperationName,
    data: JsonObject,
  ): Promise<{ readonly known?: readonly string[] }> {
    if (!isCreateOperation(operation)) return {};
    const patient = typeof data['patient'] === 'string' ? data['patient'] : null;
    const ids = await this.#deps.cache.read('ids.cached', { patient });
    return { known: ids.ok ? ids.value : [] };
  }

  async #readCached(
    operation: ChangeToSave['operation'],
    id: string,
    data: JsonObject,
  ): Promise<JsonObject | null> {
    const real = await this.#deps.local.call('resolveId', { id });
    return real.ok ? this.#record(CHANGE_SCHEMAS[operation].kind, real.value, operation, data) : null;
  }

  /**
   * Returns the fields that a change touches, as the cache holds them without pending changes; null where the
   * record is not cached.
   */
  async #record(
    kind: Kind,
    id: string,
    operation: OperationName,
    data: JsonObject,
  ): Promise<JsonObject | null> {
    const raw = await this.#deps.cache.read('records.raw', { kind, id, withPending: false });
    const value: unknown = raw.ok ? JSON.parse(raw.value.raw) : null;
    return isJsonObject(value) ? pickTouched(value, operation, data) : null;
  }
}
