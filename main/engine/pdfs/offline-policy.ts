import type { OfflinePolicy } from '#contract/pdfs.ts';
import { ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createTaskQueue } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { isPdfStale } from './status.ts';
import type { PdfDownloadJob, PdfDownloadQueue } from './queue.ts';
import type { LocalStoreAccessForPdfs, RecordAccessForPdfs, CachedRequisitionVersion } from './ports.ts';
import type { PdfStoreClient } from './client.ts';

export interface OfflinePolicyDeps {
  readonly store: Pick<PdfStoreClient, 'call'>;
  readonly records: Pick<RecordAccessForPdfs, 'listForPolicy'>;
  readonly local: Pick<LocalStoreAccessForPdfs, 'getOfflinePolicy' | 'listProtectedRequisitions'>;
  readonly queue: () => PdfDownloadQueue;
  /** The largest size that the administrator's policy allows, in megabytes; null where it does not say. */
  readonly maxMegabytes: number | null;
  readonly clock: Clock;
}

const MEGABYTE = 1_000_000;
/** Delay before the rule fetches a failed PDF again, unless its record changes. */
const FAILED_DELAY = 15 * MINUTE;

/**
 * Maximum number of PDFs per run that do not fit; after them a run ends, because the others are hardly
 * smaller.
 */
const MAX_OVERSIZED_PER_RUN = 3;

/**
 * A PDF that was fetched for the rule and removed, because there was no room for it: its version and
 * size.
 */
interface OversizedPdf {
  readonly version: CachedRequisitionVersion['version'];
  /** Bytes. */
  readonly size: number;
}

/** Returns a rule within the administrator's limit; null where there is none. */
export function limitOfflinePolicy(rule: OfflinePolicy, maxMegabytes: number | null): OfflinePolicy {
  return maxMegabytes === null ? rule : { ...rule, capMegabytes: Math.min(rule.capMegabytes, maxMegabytes) };
}

/** Keeps the PDFs that the account's offline rule names in the store, within the rule's capacity. */
export class OfflinePolicyRunner {
  readonly #deps: OfflinePolicyDeps;
  /** Ids of the requisitions that the rule selected when it was last evaluated. */
  #namedIds: readonly string[] = [];
  readonly #oversizedPdfs = new Map<string, OversizedPdf>();
  #oversizedInRun = 0;
  /** PDFs that arrive together are judged one after the other, so that one too many removes only one. */
  readonly #inTurn = createTaskQueue();
  #running: Promise<void> | null = null;
  #isRunWanted = false;

  constructor(deps: OfflinePolicyDeps) {
    this.#deps = deps;
  }

  /**
   * Queues the PDFs that the rule names and that are not stored in the current version. A call during a run
   * is followed by another run, because the rule may have changed since the first one read it.
   */
  run(): Promise<void> {
    this.#isRunWanted = true;
    this.#running ??= this.#runs().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Returns the number of PDFs that the rule names and that are not stored in any version. */
  async countMissing(rule: OfflinePolicy): Promise<Result<number>> {
    const named = await this.#lookUp(rule);
    if (!named.ok) return named;
    const here = await this.#deps.store.call('find', { ids: this.#namedIds });
    return here.ok ? ok(named.value.length - here.value.length) : here;
  }

  /**
   * Returns whether there is room for one more PDF that only the rule names. PDFs that have just arrived do not
   * count, because they may not stay.
   */
  mayStore(): Promise<boolean> {
    return this.#inTurn(async () => {
      const { local, store, queue } = this.#deps;
      const rule = await local.getOfflinePolicy();
      const held = await store.call('getUsage', null);
      const arriving = await store.call('find', { ids: queue().arriving() });
      if (!rule.ok || !held.ok || !arriving.ok) return false;
      const unjudged = arriving.value.reduce((bytes, { size }) => bytes + size, 0);
      return held.value.bytes - unjudged < this.#getCap(rule.value);
    });
  }

  /**
   * Makes room for a PDF that has arrived. One that only the rule names is removed where there is none.
   * @returns whether the PDF stays
   */
  onArrived(job: PdfDownloadJob): Promise<boolean> {
    return this.#inTurn(() => this.#judge(job));
  }

  /**
   * Removes PDFs that were last used before a time, except those that the rule names and those of protected requisitions;
   * then the least recently used ones beyond the capacity. The rule does not fetch them again.
   * @returns the ids of those that were too old
   */
  expire(before: EpochMs): Promise<Result<readonly string[]>> {
    return this.#inTurn(() => this.#expire(before));
  }

  async #expire(before: EpochMs): Promise<Result<readonly string[]>> {
    const { local, store } = this.#deps;
    const rule = await local.getOfflinePolicy();
    const named = rule.ok ? await this.#lookUp(rule.value) : rule;
    const kept = await local.listProtectedRequisitions();
    if (!rule.ok) return rule;
    if (!named.ok) return named;
    if (!kept.ok) return kept;
    const protectedIds = [...this.#namedIds, ...kept.value];
    const removed: string[] = [];
    for (let isDone = false; !isDone; ) {
      const some = await store.call('expire', { before, protectedIds });
      if (!some.ok) return some;
      removed.push(...some.value);
      isDone = some.value.length === 0;
    }
    const cap = this.#getCap(rule.value);
    const left = await store.call('makeRoom', { cap, protectedIds });
    if (!left.ok) return left;
    // Then PDFs of the rule are removed too: it fetches no more while the capacity is reached.
    if (left.value > cap) await store.call('makeRoom', { cap, protectedIds: kept.value });
    return ok(removed);
  }

  /** Returns the capacity for all PDFs in bytes. */
  #getCap(rule: OfflinePolicy): number {
    return limitOfflinePolicy(rule, this.#deps.maxMegabytes).capMegabytes * MEGABYTE;
  }

  async #judge({ id, isRequestedByUser, version, received }: PdfDownloadJob): Promise<boolean> {
    const { local, store, queue } = this.#deps;
    const rule = await local.getOfflinePolicy();
    const held = await store.call('getUsage', null);
    if (!rule.ok || !held.ok) return true;
    const cap = this.#getCap(rule.value);
    // Tens of thousands of ids are sent to the thread only where something has to go.
    if (held.value.bytes <= cap) return true;
    const kept = await local.listProtectedRequisitions();
    const keptIds = kept.ok ? [...kept.value, id] : [id];
    const left = await store.call('makeRoom', { cap, protectedIds: [...this.#namedIds, ...keptIds] });
    if (!left.ok || left.value <= cap) return true;
    if (isRequestedByUser) {
      await store.call('makeRoom', { cap, protectedIds: keptIds });
      return true;
    }
    await store.call('drop', { ids: [id] });
    this.#oversizedPdfs.set(id, { version, size: received });
    this.#oversizedInRun += 1;
    if (this.#oversizedInRun >= MAX_OVERSIZED_PER_RUN) queue().dropQueuedByPolicy();
    return false;
  }

  async #runs(): Promise<void> {
    while (this.#isRunWanted) {
      this.#isRunWanted = false;
      await this.#run();
    }
  }

  async #run(): Promise<void> {
    const { local, store, queue } = this.#deps;
    const rule = await local.getOfflinePolicy();
    const named = rule.ok ? await this.#lookUp(rule.value) : rule;
    if (!rule.ok || !named.ok) return;
    const cap = this.#getCap(rule.value);
    const kept = await local.listProtectedRequisitions();
    const protectedIds = [...this.#namedIds, ...(kept.ok ? kept.value : [])];
    const left = await store.call('makeRoom', { cap, protectedIds });
    const here = await store.call('find', { ids: this.#namedIds });
    if (!here.ok || !left.ok || left.value >= cap) return;
    this.#oversizedInRun = 0;
    this.#forgetUnnamed();
    const room = cap - left.value;
    const rows = new Map(here.value.map((row) => [row.id, row]));
    const wanted = named.value.filter((record) => {
      const row = rows.get(record.id);
      if (row !== undefined && !isPdfStale(row, record.version)) return false;
      return !this.#hasJustFailed(record) && !this.#isTooLargeFor(record, room + (row?.size ?? 0));
    });
    // A rule that was changed during the former run has let that run queue what nothing wants any more.
    const wantedIds = new Set(wanted.map(({ id }) => id));
    queue().dropQueuedByPolicy((id) => wantedIds.has(id));
    queue().add(wanted, false);
  }

  /** Returns whether a PDF of this version was fetched before and needs more than this room, in bytes. */
  #isTooLargeFor({ id, version }: CachedRequisitionVersion, room: number): boolean {
    const oversizedPdf = this.#oversizedPdfs.get(id);
    return oversizedPdf !== undefined && oversizedPdf.version === version && oversizedPdf.size > room;
  }

  #forgetUnnamed(): void {
    const named = new Set(this.#namedIds);
    for (const id of this.#oversizedPdfs.keys()) if (!named.has(id)) this.#oversizedPdfs.delete(id);
  }

  #hasJustFailed({ id, version }: CachedRequisitionVersion): boolean {
    const job = this.#deps.queue().getJob(id);
    if (job?.state !== 'failed' || job.version !== version) return false;
    return this.#deps.clock.monotonic() - job.failedAt < FAILED_DELAY;
  }

  async #lookUp({ keep }: OfflinePolicy): Promise<Result<readonly CachedRequisitionVersion[]>> {
    const named = await this.#deps.records.listForPolicy(keep);
    if (named.ok) this.#namedIds = named.value.map(({ id }) => id);
    return named;
  }
}
