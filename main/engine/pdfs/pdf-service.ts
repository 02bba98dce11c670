import type { EventPayload, CallOutput, ValidatedInput } from '#contract/api.ts';
import type { InternalProcedureOutput, internalProcedures } from '#contract/internal-procedures.ts';
import { isLocalId } from '#contract/records.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { Log } from '#main/base/log.ts';
import type { z } from 'zod';
import {
  toPdfState,
  isPdfUnstoredAndUnprinted,
  isPdfStale,
  toPdfStatusChange,
  PdfStatusEmitter,
} from './status.ts';
import { fetchPdf } from './download.ts';
import { OfflinePolicyRunner, limitOfflinePolicy } from './offline-policy.ts';
import { PdfDownloadQueue } from './queue.ts';
import type {
  LocalStoreAccessForPdfs,
  CircuitBreakerForPdfs,
  PdfStatusChange,
  PdfApi,
  RecordAccessForPdfs,
} from './ports.ts';
import type { MarkDownloaded } from './downloaded-mark.ts';
import type { PdfStoreThreadCalls, PdfStoreClient } from './client.ts';

export interface PdfServiceDeps {
  readonly store: PdfStoreClient;
  readonly records: RecordAccessForPdfs;
  readonly local: LocalStoreAccessForPdfs;
  readonly pdfApi: PdfApi;
  readonly breaker: CircuitBreakerForPdfs;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (payload: EventPayload<'pdfs'>) => void;
  /** Called after a PDF was stored. */
  readonly onStored: () => void;
  /** Marks the file of a copy as downloaded from the internet, so that viewers open it with restrictions. */
  readonly markDownloaded: MarkDownloaded;
  /** The largest size of all PDFs that the administrator's policy allows, in megabytes; null where it does not say. */
  readonly maxMegabytes: number | null;
}

type Ids = readonly string[];

/** The PDFs of one account's requisitions: fetched, stored encrypted, read, copied for the user. */
export class PdfService {
  readonly #deps: PdfServiceDeps;
  readonly #queue: PdfDownloadQueue;
  readonly #policyRunner: OfflinePolicyRunner;
  readonly #statusEvents: PdfStatusEmitter;

  constructor(deps: PdfServiceDeps) {
    this.#deps = deps;
    this.#policyRunner = new OfflinePolicyRunner({ ...deps, queue: () => this.#queue });
    this.#statusEvents = new PdfStatusEmitter({
      ...deps,
      describe: (ids) => this.#describe(ids),
      emit: (items) => deps.emit({ items }),
    });
    this.#queue = new PdfDownloadQueue({
      ...deps,
      fetch: (job) => fetchPdf(deps, job),
      onChanged: (id) => this.#statusEvents.noteChange(id),
      mayStore: () => this.#policyRunner.mayStore(),
      onArrived: async (job) => {
        const stays = await this.#policyRunner.onArrived(job);
        deps.onStored();
        return stays;
      },
    });
  }

  async get({ id }: ValidatedInput<'pdfs.get'>): Promise<Result<PdfState>> {
    const real = await this.#resolveReadableId(id);
    if (!real.ok) return real;
    const known = await this.#readStates([real.value]);
    if (!known.ok) return known;
    const [pdf] = known.value;
    return pdf === undefined ? err('internal') : ok(pdf);
  }

  async getMany({ ids }: ValidatedInput<'pdfs.getMany'>): Promise<Result<CallOutput<'pdfs.getMany'>>> {
    const known = await this.#readStates(await this.#resolveIds(ids));
    return known.ok ? ok({ items: known.value.filter((pdf) => !isPdfUnstoredAndUnprinted(pdf)) }) : known;
  }

  /**
   * Queues the PDFs that are not stored in the version of the record. Returns 'not-found' where the service
   * knows none of the ids yet.
   */
  async fetch({ ids }: ValidatedInput<'pdfs.fetch'>): Promise<Result<CallOutput<'pdfs.fetch'>>> {
    const { store, records } = this.#deps;
    const real = await this.#resolveIds(ids);
    if (real.length === 0) return err('not-found');
    const here = await store.call('find', { ids: real });
    const versions = await records.versionsOf(real);
    if (!here.ok) return here;
    if (!versions.ok) return versions;
    const getVersion = new Map(versions.value.map(({ id, version }) => [id, version]));
    const fresh = new Set(
      here.value.filter((row) => !isPdfStale(row, getVersion.get(row.id) ?? null)).map(({ id }) => id),
    );
    const wanted = real
      .filter((id) => !fresh.has(id))
      .map((id) => ({ id, version: getVersion.get(id) ?? null }));
    return ok({ queued: this.#queue.add(wanted, true) });
  }

  async cancel({ ids }: ValidatedInput<'pdfs.cancel'>): Promise<Result<Record<string, never>>> {
    await this.#queue.cancel(await this.#resolveIds(ids));
    return ok({});
  }

  async read({ id, offset }: ValidatedInput<'pdfs.read'>): Promise<Result<CallOutput<'pdfs.read'>>> {
    const real = await this.#resolveReadableId(id);
    return real.ok ? this.#deps.store.call('read', { id: real.value, offset }) : real;
  }

  /** Returns id, hash and size of every PDF that is stored. */
  listStored(): Promise<Result<PdfStoreThreadCalls['listStored']['output']>> {
    return this.#deps.store.call('listStored', null);
  }

  async drop({ ids }: ValidatedInput<'pdfs.remove'>): Promise<Result<Record<string, never>>> {
    const real = await this.#resolveIds(ids);
    await this.#queue.cancel(real);
    const dropped = await this.#deps.store.call('drop', { ids: real });
    for (const id of real) this.#statusEvents.noteChange(id);
    return dropped.ok ? ok({}) : dropped;
  }

  async getUsage(): Promise<Result<CallOutput<'pdfs.usage'>>> {
    const stored = await this.#deps.local.getOfflinePolicy();
    if (!stored.ok) return stored;
    const offlinePolicy = limitOfflinePolicy(stored.value, this.#deps.maxMegabytes);
    const held = await this.#deps.store.call('getUsage', null);
    const missing = await this.#policyRunner.countMissing(offlinePolicy);
    if (!held.ok) return held;
    return missing.ok ? ok({ offlinePolicy, ...held.value, missing: missing.value }) : missing;
  }

  /** Stores another offline rule. PDFs that it selects are fetched from now on, others may be removed. */
  async setOfflinePolicy(
    rule: ValidatedInput<'pdfs.setOfflinePolicy'>,
  ): Promise<Result<CallOutput<'pdfs.usage'>>> {
    const stored = await this.#deps.local.setOfflinePolicy(rule);
    if (!stored.ok) return stored;
    this.#queue.dropQueuedByPolicy();
    this.applyOfflinePolicy();
    return this.getUsage();
  }

  /**
   * Writes a copy for the user, marks it as downloaded and logs its purpose. A copy that cannot be marked, such
   * as on a file system without such marks, is still a copy.
   */
  async copyTo({
    id,
    purpose,
    ...target
  }: z.output<(typeof internalProcedures)['pdfs.copyTo']['input']>): Promise<
    Result<InternalProcedureOutput<'pdfs.copyTo'>>
  > {
    const real = await this.#resolveReadableId(id);
    if (!real.ok) return real;
    const copied = await this.#deps.store.call('copyTo', { id: real.value, ...target });
    if (!copied.ok) return copied;
    await this.#markDownloaded(target.path);
    const { version, hash, size } = copied.value;
    const noted = await this.#deps.local.note({ requisition: real.value, action: purpose, version, hash });
    if (!noted.ok) this.#deps.log.warn('a PDF action could not be logged', { code: noted.error.code });
    return ok({ bytes: size });
  }

  /**
   * Removes PDFs that were last used before a time, but for those that the offline rule names and those of protected
   * requisitions, and then the least recently used ones beyond the capacity. Returns the number of those that were too old.
   */
  async expire(before: EpochMs): Promise<Result<number>> {
    const removed = await this.#policyRunner.expire(before);
    if (!removed.ok) return removed;
    for (const id of removed.value) this.#statusEvents.noteChange(id);
    return ok(removed.value.length);
  }

  /**
   * Fetches the PDFs of the offline rule in the background. Called after a sync, when the records are up to
   * date.
   */
  applyOfflinePolicy(): void {
    runInBackground(this.#policyRunner.run(), 'PDFs could not be kept offline', this.#deps.log);
  }

  /** Stops all work, removes incomplete PDFs and ends the thread. No event is emitted afterwards. */
  async close(): Promise<void> {
    this.#statusEvents.stop();
    await this.#queue.stop();
    await this.#deps.store.close();
  }

  async #markDownloaded(path: string): Promise<void> {
    try {
      await this.#deps.markDownloaded(path);
    } catch (thrown) {
      // Only the code is logged: the error's message may contain the path of the file.
      this.#deps.log.warn('a PDF could not be marked as downloaded', { code: getSystemErrorCode(thrown) });
    }
  }

  async #resolveId(id: string): Promise<Result<string>> {
    return isLocalId(id) ? this.#deps.records.resolveId(id) : ok(id);
  }

  /**
   * Returns the service's id of a requisition. Refuses one whose PDF is stored, but which the user may no
   * longer see.
   */
  async #resolveReadableId(id: string): Promise<Result<string>> {
    const real = await this.#resolveId(id);
    if (!real.ok) return real;
    const allowed = await this.#deps.records.mayRead(real.value);
    return allowed.ok ? real : allowed;
  }

  /** Returns the service's ids of these requisitions, without those that have none yet. */
  async #resolveIds(ids: Ids): Promise<Ids> {
    const real = await Promise.all(ids.map((id) => this.#resolveId(id)));
    return [...new Set(real.flatMap((each) => (each.ok ? [each.value] : [])))];
  }

  async #readStates(ids: Ids): Promise<Result<readonly PdfState[]>> {
    const { store, records, local } = this.#deps;
    const [rows, versions, printed] = await Promise.all([
      store.call('find', { ids }),
      records.versionsOf(ids),
      local.printed(ids),
    ]);
    if (!rows.ok) return rows;
    if (!versions.ok) return versions;
    if (!printed.ok) return printed;
    const toRow = new Map(rows.value.map((row) => [row.id, row]));
    const getVersion = new Map(versions.value.map(({ id, version }) => [id, version]));
    const getPrinted = new Map(printed.value.map((entry) => [entry.requisition, entry]));
    return ok(
      ids.map((id) =>
        toPdfState({
          id,
          row: toRow.get(id),
          job: this.#queue.getJob(id),
          recordVersion: getVersion.get(id) ?? null,
          printed: getPrinted.get(id),
        }),
      ),
    );
  }

  async #describe(ids: Ids): Promise<readonly PdfStatusChange[]> {
    const rows = await this.#deps.store.call('find', { ids });
    const toRow = new Map((rows.ok ? rows.value : []).map((row) => [row.id, row]));
    return ids.map((id) => toPdfStatusChange(id, toRow.get(id), this.#queue.getJob(id)));
  }
}
