import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Log } from '#main/base/log.ts';
import type {
  ObservedFormsRequest,
  ObservedFormsPage,
} from '../cache/queries/forms/form-states-for-history.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { CommitSummary } from '../cache/ingest/protocol.ts';
import type { LocalClient } from '../local/client.ts';

const FAILED = 'how forms stand could not be noted';

export interface CompletionHistoryRecorderDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly log: Log;
}

/**
 * Notes in the local store which patients are asked to complete which forms, and since when at the latest drafts
 * are ahead of the published version: the service keeps no history of either (service's document, section 2.2). It
 * compares with the current state of the cache, never with an event's content. A missed event is therefore
 * made up for by the next comparison of all forms, at the next opening at the latest.
 */
export class CompletionHistoryRecorder {
  readonly #deps: CompletionHistoryRecorderDeps;
  #changed = new Set<string>();
  #isAllDue = false;
  #isGoneDue = false;
  #lastSuccessAt: EpochMs | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(deps: CompletionHistoryRecorderDeps) {
    this.#deps = deps;
  }

  /** Compares the history in the local store with all forms of the cache. */
  compareAll(): void {
    this.#isAllDue = true;
    this.#wake();
  }

  /** Compares the forms that a commit of the cache changed. */
  handleCommit({ changes, states }: CommitSummary): void {
    for (const { kind, ids } of changes) {
      if (kind !== 'form') continue;
      if (ids.length === 0) this.#isAllDue = true;
      for (const id of ids) this.#changed.add(id);
    }
    const at = states.find(({ kind }) => kind === 'form')?.lastSuccessAt ?? null;
    // Only a completed sync can show that the service no longer has a form.
    if (at !== this.#lastSuccessAt) this.#isGoneDue = true;
    this.#lastSuccessAt = at;
    this.#wake();
  }

  /** Resolves once all changes notified so far are noted. */
  async waitUntilIdle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Starts no further work; resolves when the current work has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #wake(): void {
    const isIdle = !this.#isAllDue && !this.#isGoneDue && this.#changed.size === 0;
    if (this.#running !== null || this.#isClosed || isIdle) return;
    this.#running = this.#run();
    runInBackground(this.#running, FAILED, this.#deps.log);
  }

  async #run(): Promise<void> {
    let isDone = false;
    try {
      isDone = await this.#work();
    } finally {
      this.#running = null;
    }
    // Further changes arrived during the last step: they are handled too.
    if (isDone) this.#wake();
  }

  /** Returns false where a change could not be noted. The next comparison of all forms makes up for it. */
  async #work(): Promise<boolean> {
    for (let step = this.#getNextStep(); step !== null && !this.#isClosed; step = this.#getNextStep()) {
      const done = await step();
      if (done.ok) continue;
      if (done.error.code !== 'cancelled') this.#deps.log.warn(FAILED, { code: done.error.code });
      this.#isAllDue = true;
      return false;
    }
    return true;
  }

  #getNextStep(): (() => Promise<Result<unknown>>) | null {
    if (this.#isAllDue) {
      this.#isAllDue = false;
      this.#isGoneDue = false;
      this.#changed = new Set();
      return () => this.#noteAll();
    }
    if (this.#changed.size > 0) {
      const ids = [...this.#changed];
      this.#changed = new Set();
      return () => this.#note({ ids });
    }
    if (!this.#isGoneDue) return null;
    this.#isGoneDue = false;
    return () => this.#noteGone();
  }

  async #noteAll(): Promise<Result<unknown>> {
    const ask = async ({ after = '' }: PageStart<string>): Promise<Result<ObservedFormsPage>> =>
      this.#isClosed ? err('cancelled') : this.#note({ after });
    for await (const noted of iteratePages(ask)) if (!noted.ok) return noted;
    return this.#noteGone();
  }

  async #noteGone(): Promise<Result<unknown>> {
    const noted = await this.#deps.local.call('listFormsWithOpenRequests', null);
    if (!noted.ok) return noted;
    return this.#note({ goneAmong: noted.value });
  }

  async #note(asked: ObservedFormsRequest): Promise<Result<ObservedFormsPage>> {
    const { cache, local } = this.#deps;
    const seen = await cache.read('forms.observe', asked);
    if (!seen.ok || seen.value.forms.length === 0) return seen;
    const noted = await local.call('recordObservedForms', { forms: seen.value.forms });
    return noted.ok ? ok(seen.value) : noted;
  }
}
