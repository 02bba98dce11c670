import { createStore, type StoreApi } from 'zustand/vanilla';
import { isLocalId, type PendingState } from '#contract/records.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

/** A record with its pending changes applied, and their states. */
export interface RecordWithPending<Rec> {
  readonly record: Rec;
  /** The service's id if it has one, even if the record was requested by its local id. */
  readonly id: string;
  /** When the record was fetched; null for one that is only on this computer. */
  readonly fetchedAt: EpochMs | null;
  readonly pending: PendingState | null;
}

/** The procedures that a record is read with. */
export interface RecordSource<Rec> {
  readonly get: (input: { id: string }, signal?: AbortSignal) => Promise<Result<RecordWithPending<Rec>>>;
  /** Refreshes a viewed record from the service. A new version arrives as a change event. */
  readonly refresh: (id: string) => Promise<unknown>;
}

/** The state of the open record: none, loading, loaded or failed. */
export type OpenRecordState<Rec> =
  | { readonly phase: 'none' }
  | { readonly phase: 'loading'; readonly id: string }
  | ({
      readonly phase: 'ready';
      /** The id that it was opened by: its local id where the service has given it another one since. */
      readonly openedAs: string;
      /** Why it could not be read again; it is shown as it was before. Null where it is up to date. */
      readonly error: AppError | null;
    } & RecordWithPending<Rec>)
  | { readonly phase: 'failed'; readonly id: string; readonly error: AppError };

export interface OpenRecordStore<Rec> {
  readonly store: StoreApi<OpenRecordState<Rec>>;
  readonly open: (id: string) => void;
  readonly close: () => void;
  /** Reloads the open record if it is among the changed ones; an empty list means too many to name. */
  readonly invalidate: (ids: readonly string[]) => void;
}

const REFRESH_GAP_MS = 500;
// While moving through a list the user stops at most records for less than this; those are not refreshed.
const VIEWED_AFTER_MS = 400;

/**
 * Creates the store of one kind's open record. The displayed version stays until the new one has arrived,
 * also where that cannot be read; not where the record is gone. Late responses are dropped. A record opened by its local id continues under the service's id.
 */
export function createOpenRecordStore<Rec>(source: RecordSource<Rec>): OpenRecordStore<Rec> {
  const store = createStore<OpenRecordState<Rec>>(() => ({ phase: 'none' }));
  const latest = createLatestRequestGuard();
  let viewTimer: ReturnType<typeof setTimeout> | undefined;
  const openId = (): string | null => {
    const state = store.getState();
    return state.phase === 'none' ? null : state.id;
  };

  async function load(id: string): Promise<void> {
    const isLatest = latest.begin();
    const answer = await source.get({ id }, isLatest.signal);
    if (!isLatest()) return;
    const before = store.getState();
    const openedAs = before.phase === 'ready' ? before.openedAs : id;
    if (answer.ok) store.setState({ phase: 'ready', openedAs, error: null, ...answer.value }, true);
    else if (before.phase === 'ready' && before.id === id && answer.error.code !== 'not-found')
      store.setState({ ...before, error: answer.error }, true);
    else store.setState({ phase: 'failed', id, error: answer.error }, true);
  }
  const throttle = createThrottle(async () => {
    const id = openId();
    if (id !== null) await load(id);
  }, REFRESH_GAP_MS);

  return {
    store,
    open: (id) => {
      if (openId() === id) return;
      clearTimeout(viewTimer);
      store.setState({ phase: 'loading', id }, true);
      void load(id);
      if (!isLocalId(id)) viewTimer = setTimeout(() => void source.refresh(id), VIEWED_AFTER_MS);
    },
    close: () => {
      latest.cancel();
      clearTimeout(viewTimer);
      throttle.reset();
      store.setState({ phase: 'none' }, true);
    },
    invalidate: (ids) => {
      const id = openId();
      // A record opened by its local id may change under its new id.
      if (id !== null && (ids.length === 0 || ids.includes(id) || isLocalId(id))) throttle.request();
    },
  };
}
