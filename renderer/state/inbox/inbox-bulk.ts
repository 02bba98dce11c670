import { createStore, type StoreApi } from 'zustand/vanilla';
import { leaveOutOtherUsers, type InboxSearchTerm } from '#contract/notifications.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { takeActionNumber } from '../action-number.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { OutboxStore } from '../sync/outbox.ts';

/** A bulk change of read marks, and its progress. */
export interface BulkMarkReadProgress {
  /** The number of the action, by which the last one of all kinds is found. */
  readonly number: number;
  /** The new read mark; after an undo, the previous one. */
  readonly read: boolean;
  readonly step: 'looking' | 'marking' | 'marked' | 'undoing' | 'undone';
  /** The number of notifications to mark, or whose previous mark is restored. */
  readonly found: number;
  readonly done: number;
  /** The notifications whose mark was changed; undo restores their previous mark. */
  readonly changed: readonly string[];
  /** Whether the user has stopped the change. */
  readonly isStopped: boolean;
  readonly error: AppError | null;
}

export interface BulkMarkReadState {
  readonly run: BulkMarkReadProgress | null;
}

export interface BulkReadMarker {
  readonly store: StoreApi<BulkMarkReadState>;
  /**
   * Marks the notifications that `find` returns, at most 500, without a progress display. Returns the ids whose mark was
   * changed.
   */
  readonly markQuietly: (read: boolean, find: FindNotificationIds) => Promise<Result<readonly string[]>>;
  /** Marks the notifications whose ids `find` returns as read or unread, with a progress display. */
  readonly mark: (read: boolean, find: FindNotificationIds) => Promise<void>;
  /**
   * Marks all notifications that currently match a filter, over all pages, without those for other users where it asks for no
   * recipients. Later arrivals are not marked.
   */
  readonly markFoundRead: (read: boolean, terms: readonly InboxSearchTerm[]) => Promise<void>;
  /** Restores the previous mark of the notifications that the last run changed. */
  readonly undo: () => Promise<void>;
  /** Stops after the current batch; marks that were changed remain and can be undone. */
  readonly stop: () => void;
  readonly dismiss: () => void;
  readonly reset: () => void;
}

/** Lists the ids of the notifications to mark; calls `isWanted` regularly and stops when it returns false. */
export type FindNotificationIds = (isWanted: () => boolean) => Promise<Result<readonly string[]>>;

/** Maximum number of notifications in one call. */
const PIECE = 500;
/** Safety limit, far more pages than any inbox has. */
const MAX_PAGES = 2_000;

/** Returns whether a run is in progress and can be stopped. */
export function isMarkReadRunning(run: BulkMarkReadProgress | null): boolean {
  return run !== null && (run.step === 'looking' || run.step === 'marking' || run.step === 'undoing');
}

/** Returns whether a finished run can be undone. */
export function canUndoMarkRead(run: BulkMarkReadProgress | null): boolean {
  return run !== null && run.step === 'marked' && run.changed.length > 0;
}

/** Returns the number of the run that is the next to undo, or that still marks; undefined where there is none. */
export function getMarkReadNumber(run: BulkMarkReadProgress | null): number | undefined {
  if (run === null) return undefined;
  return canUndoMarkRead(run) || run.step === 'looking' || run.step === 'marking' ? run.number : undefined;
}

/**
 * Lists every matching notification with the other read mark, without those for other users where the filter asks for no
 * recipients. All are listed before the first is marked, because marking changes the result.
 */
function createMatchFinder(
  calls: ProcedureCalls,
  read: boolean,
  terms: readonly InboxSearchTerm[],
): FindNotificationIds {
  return async (isWanted) => {
    const ids: string[] = [];
    let left = MAX_PAGES;
    const ask = (place: PageStart<string>) =>
      calls['inbox.ids']({
        terms: leaveOutOtherUsers(terms),
        toBecome: read ? 'read' : 'unread',
        ...place,
      });
    for await (const page of iteratePages(ask)) {
      if (!page.ok) return page;
      ids.push(...page.value.ids);
      if (page.value.next === null) return ok(ids);
      left -= 1;
      if (!isWanted()) return ok([]);
      if (left === 0) break;
    }
    return err('internal', { detail: 'an inbox without an end' });
  };
}

/** Holds the displayed run; only this class changes it. Results of an earlier run are dropped. */
class Runs {
  readonly store = createStore<BulkMarkReadState>(() => ({ run: null }));
  readonly #calls: ProcedureCalls;
  readonly #outbox: Pick<OutboxStore, 'invalidate'>;
  readonly #latest = createLatestRequestGuard();
  #stopped = false;

  constructor(calls: ProcedureCalls, outbox: Pick<OutboxStore, 'invalidate'>) {
    this.#calls = calls;
    this.#outbox = outbox;
  }

  get run(): BulkMarkReadProgress | null {
    return this.store.getState().run;
  }

  show(run: BulkMarkReadProgress | null): void {
    this.store.setState({ run });
  }

  async markQuietly(read: boolean, find: FindNotificationIds): Promise<Result<readonly string[]>> {
    const ids = await find(() => true);
    if (!ids.ok || ids.value.length === 0) return ids;
    const answer = await this.#calls['inbox.markRead']({ ids: ids.value, read });
    this.#outbox.invalidate();
    return answer.ok ? ok(answer.value.changed) : answer;
  }

  async start(read: boolean, find: FindNotificationIds): Promise<void> {
    if (isMarkReadRunning(this.run)) return;
    const isLatest = this.#begin(createRun(read, 'looking'));
    const ids = await find(() => isLatest() && !this.#stopped);
    if (!isLatest()) return;
    if (ids.ok && !this.#stopped) await this.#markAllRead(ids.value, read, 'marking', isLatest);
    if (isLatest()) this.#end('marked', ids.ok ? null : ids.error);
  }

  async undo(): Promise<void> {
    const { run } = this;
    if (run === null || !canUndoMarkRead(run)) return;
    const isLatest = this.#begin({
      ...createRun(run.read, 'undoing'),
      number: run.number,
      changed: run.changed,
    });
    const left = await this.#markAllRead(run.changed, !run.read, 'undoing', isLatest);
    // Notifications whose mark could not be restored can be tried again.
    if (isLatest()) this.#end(left.length === 0 ? 'undone' : 'marked', null, left);
  }

  stop(): void {
    if (isMarkReadRunning(this.run)) this.#stopped = true;
  }

  reset(): void {
    this.#latest.cancel();
    this.show(null);
  }

  #begin(run: BulkMarkReadProgress): () => boolean {
    const isLatest = this.#latest.begin();
    this.#stopped = false;
    this.show(run);
    return isLatest;
  }

  #emit(news: Partial<BulkMarkReadProgress>): void {
    const { run } = this;
    if (run !== null) this.show({ ...run, ...news });
  }

  #end(step: 'marked' | 'undone', error: AppError | null, changed = this.run?.changed ?? []): void {
    this.#emit({ step, changed, isStopped: this.#stopped, error: error ?? this.run?.error ?? null });
  }

  /**
   * Marks the notifications as read or unread in batches. Returns the ids that were not marked because of an error or
   * a stop.
   */
  async #markAllRead(
    ids: readonly string[],
    read: boolean,
    step: 'marking' | 'undoing',
    isLatest: () => boolean,
  ): Promise<readonly string[]> {
    this.#emit({ step, found: ids.length, done: 0 });
    for (let at = 0; at < ids.length; at += PIECE) {
      const piece = ids.slice(at, at + PIECE);
      if (this.#stopped || !isLatest()) return ids.slice(at);
      const answer = await this.#calls['inbox.markRead']({ ids: piece, read });
      this.#outbox.invalidate();
      if (!isLatest()) return [];
      if (!answer.ok) {
        this.#emit({ error: answer.error });
        return ids.slice(at);
      }
      const changed = step === 'marking' ? [...(this.run?.changed ?? []), ...answer.value.changed] : [];
      this.#emit({ done: at + piece.length, ...(step === 'marking' ? { changed } : {}) });
    }
    return [];
  }
}

function createRun(read: boolean, step: BulkMarkReadProgress['step']): BulkMarkReadProgress {
  const number = takeActionNumber();
  return { number, read, step, found: 0, done: 0, changed: [], isStopped: false, error: null };
}

/**
 * Creates the store of the bulk changes of read marks.
 * @param outbox is notified of every saved change, so that the pending changes are reloaded
 */
export function createBulkReadMarker(
  calls: ProcedureCalls,
  outbox: Pick<OutboxStore, 'invalidate'>,
): BulkReadMarker {
  const runs = new Runs(calls, outbox);
  return {
    store: runs.store,
    markQuietly: (read, find) => runs.markQuietly(read, find),
    mark: (read, find) => runs.start(read, find),
    markFoundRead: (read, terms) => runs.start(read, createMatchFinder(calls, read, terms)),
    undo: () => runs.undo(),
    stop: () => runs.stop(),
    dismiss: () => {
      if (!isMarkReadRunning(runs.run)) runs.show(null);
    },
    reset: () => runs.reset(),
  };
}
