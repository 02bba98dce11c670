import { createStore, type StoreApi } from 'zustand/vanilla';
import { isLocalId, type PendingState } from '#contract/records.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { latestOnly, throttled } from '../async.ts';

/** A record with its pending changes applied, and their states. */
export interface Loaded<Rec> {
  readonly record: Rec;
  /** The service's id once it has given one; if requested by a local id, this is the service's. */
  readonly id: string;
  /** Null for a record that is on this computer only. */
  readonly fetchedAt: EpochMs | null;
  readonly pending: PendingState | null;
}

/** Where one kind's records come from: two procedures of the bridge. */
export interface RecordSource<Rec> {
  readonly get: (input: { id: string }) => Promise<Result<Loaded<Rec>>>;
  /** Refreshes a record from the service because it is viewed. A new version arrives as a change event. */
  readonly refresh: (id: string) => Promise<unknown>;
}

/** The record that is open, or on its way, or could not be had. */
export type RecordState<Rec> =
  | { readonly phase: 'none' }
  | { readonly phase: 'loading'; readonly id: string }
  | ({ readonly phase: 'ready' } & Loaded<Rec>)
  | { readonly phase: 'failed'; readonly id: string; readonly error: AppError };

export interface OpenRecord<Rec> {
  readonly store: StoreApi<RecordState<Rec>>;
  readonly open: (id: string) => void;
  readonly close: () => void;
  /** Fetches the open record again, if it is among the changed ones. No ids means too many to name. */
  readonly changed: (ids: readonly string[]) => void;
}

const REFRESH_GAP_MS = 500;
// Who walks through a list looks at most records for less than this; the service is not asked for those.
const VIEWED_AFTER_MS = 400;

/**
 * The open record of one kind. What is shown stays until its newer version has arrived; an answer to an
 * earlier query is dropped. A record that was opened by a local id continues under the service's id.
 */
export function createRecord<Rec>(source: RecordSource<Rec>): OpenRecord<Rec> {
  const store = createStore<RecordState<Rec>>(() => ({ phase: 'none' }));
  const latest = latestOnly();
  let look: ReturnType<typeof setTimeout> | undefined;
  const openId = (): string | null => {
    const state = store.getState();
    return state.phase === 'none' ? null : state.id;
  };

  async function load(id: string): Promise<void> {
    const isLatest = latest.begin();
    const answer = await source.get({ id });
    if (!isLatest()) return;
    store.setState(
      answer.ok ? { phase: 'ready', ...answer.value } : { phase: 'failed', id, error: answer.error },
      true,
    );
  }
  const throttle = throttled(async () => {
    const id = openId();
    if (id !== null) await load(id);
  }, REFRESH_GAP_MS);

  return {
    store,
    open: (id) => {
      if (openId() === id) return;
      clearTimeout(look);
      store.setState({ phase: 'loading', id }, true);
      void load(id);
      if (!isLocalId(id)) look = setTimeout(() => void source.refresh(id), VIEWED_AFTER_MS);
    },
    close: () => {
      latest.cancel();
      clearTimeout(look);
      throttle.reset();
      store.setState({ phase: 'none' }, true);
    },
    changed: (ids) => {
      const id = openId();
      // A record with a local id may change under the id that the service has just given it.
      if (id !== null && (ids.length === 0 || ids.includes(id) || isLocalId(id))) throttle.request();
    },
  };
}
