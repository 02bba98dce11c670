import type { OfflinePolicy } from '#contract/pdfs.ts';
import { ok, type Result } from '#contract/result.ts';
import { createTaskQueue } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { isPdfStale } from './status.ts';
import type { QueuedPdf, PdfQueue } from './queue.ts';
import type { LocalPdfData, PdfRecordSource, RecordVersion } from './ports.ts';
import type { PdfStoreClient } from './client.ts';

export interface OfflinePolicyDeps {
  readonly store: Pick<PdfStoreClient, 'call'>;
  readonly records: Pick<PdfRecordSource, 'listForPolicy'>;
  readonly local: Pick<LocalPdfData, 'getOfflinePolicy'>;
  readonly queue: () => PdfQueue;
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

/** A PDF that was fetched and did not fit. */
interface OversizedPdf {
  readonly version: RecordVersion['version'];
  /** Bytes. */
  readonly size: number;
}

/** Returns the capacity for all PDFs in bytes. */
function getCap({ capMegabytes }: OfflinePolicy): number {
  return capMegabytes * MEGABYTE;
}

/** Keeps the PDFs that the account's offline rule names in the store, within the rule's capacity. */
export class OfflinePolicyRunner {
  readonly #deps: OfflinePolicyDeps;
  /** Ids that the rule named at the last lookup. */
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
      return held.value.bytes - unjudged < getCap(rule.value);
    });
  }

  /** Makes room for a PDF that has arrived. One that only the rule names is removed where there is none. */
  onArrived(job: QueuedPdf): Promise<void> {
    return this.#inTurn(() => this.#judge(job));
  }

  async #judge({ id, isRequestedByUser, version, received }: QueuedPdf): Promise<void> {
    const { local, store, queue } = this.#deps;
    const rule = await local.getOfflinePolicy();
    if (!rule.ok) return;
    const cap = getCap(rule.value);
    const left = await store.call('makeRoom', { cap, protectedIds: [...this.#namedIds, id] });
    if (!left.ok || left.value <= cap) return;
    if (isRequestedByUser) {
      await store.call('makeRoom', { cap, protectedIds: [id] });
      return;
    }
    await store.call('drop', { ids: [id] });
    this.#oversizedPdfs.set(id, { version, size: received });
    this.#oversizedInRun += 1;
    if (this.#oversizedInRun >= MAX_OVERSIZED_PER_RUN) queue().dropQueuedByPolicy();
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
    const cap = getCap(rule.value);
    const left = await store.call('makeRoom', { cap, protectedIds: this.#namedIds });
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
    queue().add(wanted, false);
  }

  /** Returns whether a PDF of this version was fetched before and needs more than this room, in bytes. */
  #isTooLargeFor({ id, version }: RecordVersion, room: number): boolean {
    const oversizedPdf = this.#oversizedPdfs.get(id);
    return oversizedPdf !== undefined && oversizedPdf.version === version && oversizedPdf.size > room;
  }

  #forgetUnnamed(): void {
    const named = new Set(this.#namedIds);
    for (const id of this.#oversizedPdfs.keys()) if (!named.has(id)) this.#oversizedPdfs.delete(id);
  }

  #hasJustFailed({ id, version }: RecordVersion): boolean {
    const job = this.#deps.queue().getJob(id);
    if (job?.state !== 'failed' || job.version !== version) return false;
    return this.#deps.clock.monotonic() - job.failedAt < FAILED_DELAY;
  }

  async #lookUp({ keep }: OfflinePolicy): Promise<Result<readonly RecordVersion[]>> {
    const named = await this.#deps.records.listForPolicy(keep);
    if (named.ok) this.#namedIds = named.value.map(({ id }) => id);
    return named;
  }
}
