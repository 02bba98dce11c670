import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import { BackgroundPace } from '#main/base/background-pace.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { CommitSummary } from '../cache/ingest/protocol.ts';
import type { ReviewedVersionsPage, ReviewedVersionsRequest } from '../cache/tables/reviewed-version.ts';
import type { LocalClient } from '../local/client.ts';

const FAILED = 'the reviewed results could not be noted';

export interface ReviewedResultCopierDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Copies the results that were reviewed from the cache to the local store, which fills a new cache with them.
 * A missed change is made up for by the next comparison of all, at the next opening at the latest.
 */
export class ReviewedResultToLocalStoreCopier {
  readonly #deps: ReviewedResultCopierDeps;
  readonly #pace: BackgroundPace;
  #changed = new Set<string>();
  /** Whether a commit changed too many requisitions to name their ids: all are then compared later. */
  #mustCompareAllAfterSync = false;
  #isAllDue = false;
  #lastSuccessAt: EpochMs | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(deps: ReviewedResultCopierDeps) {
    this.#deps = deps;
    this.#pace = new BackgroundPace(deps.clock);
  }

  /** Copies the reviewed results of all requisitions in the background, with rests. */
  compareAll(): void {
    this.#isAllDue = true;
    this.#wake();
  }

  /** Copies the reviewed results of the requisitions that a commit of the cache changed. */
  handleCommit({ changes, states }: CommitSummary): void {
    for (const { kind, ids } of changes) {
      if (kind !== 'requisition') continue;
      if (ids.length === 0) this.#mustCompareAllAfterSync = true;
      for (const id of ids) this.#changed.add(id);
    }
    // A first sync commits every second; all are compared once at its end.
    const at = states.find(({ kind }) => kind === 'requisition')?.lastSuccessAt ?? null;
    if (at !== this.#lastSuccessAt && this.#mustCompareAllAfterSync) {
      this.#isAllDue = true;
      this.#mustCompareAllAfterSync = false;
    }
    this.#lastSuccessAt = at;
    this.#wake();
  }

  /** Copies the changes that were reported so far, then resolves. A copy of all is left unfinished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pace.end();
    await this.#running;
  }

  #wake(): void {
    if (this.#running !== null || this.#isClosed || (!this.#isAllDue && this.#changed.size === 0)) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
    runInBackground(this.#running, FAILED, this.#deps.log);
  }

  async #run(): Promise<void> {
    while (this.#changed.size > 0 || (this.#isAllDue && !this.#isClosed)) {
      const done = await this.#step();
      if (done.ok) continue;
      if (done.error.code !== 'cancelled') this.#deps.log.warn(FAILED, { code: done.error.code });
      // A failed copy: all reviewed versions are compared after the next successful sync, or at the next opening.
      this.#mustCompareAllAfterSync = true;
      return;
    }
  }

  async #step(): Promise<Result<unknown>> {
    if (this.#changed.size > 0) {
      const ids = [...this.#changed];
      this.#changed = new Set();
      return this.#note({ ids });
    }
    this.#isAllDue = false;
    const ask = async ({ after = '' }: PageStart<string>): Promise<Result<ReviewedVersionsPage>> =>
      this.#isClosed ? err('cancelled') : this.#pace.run(() => this.#note({ after }));
    for await (const noted of iteratePages(ask)) if (!noted.ok) return noted;
    return ok(null);
  }

  async #note(asked: ReviewedVersionsRequest): Promise<Result<ReviewedVersionsPage>> {
    const { cache, local } = this.#deps;
    const found = await cache.read('requisitions.reviewed', asked);
    if (!found.ok || found.value.versions.length === 0) return found;
    const noted = await local.call('storeReviewedResults', { versions: found.value.versions });
    return noted.ok ? found : noted;
  }
}
