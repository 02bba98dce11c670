import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListCount } from './list-window.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

/** The number of unread notifications. Navigation and inbox use the same number, so that they cannot differ. */
export interface UnreadCountState {
  readonly unread: ListCount | null;
}

export interface UnreadCountStore {
  readonly store: StoreApi<UnreadCountState>;
  /** Counts again, after a change of records of this kind. */
  readonly invalidate: (kind: Kind) => void;
  /** Applies the number of unread notifications from an event. */
  readonly setUnread: (count: number) => void;
  readonly reset: () => void;
}

const GAP_MS = 500;
const UNKNOWN: UnreadCountState = { unread: null };

/**
 * Creates the store of the unread count, recounted after changes. Before the first complete sync, zero means "unknown" and is
 * not shown.
 * @param syncedAt returns when a kind was last synced completely
 */
export function createUnreadCountStore(
  calls: ProcedureCalls,
  syncedAt: (kind: Kind) => EpochMs | null,
): UnreadCountStore {
  const store = createStore<UnreadCountState>(() => UNKNOWN);
  const accounts = createLatestRequestGuard();

  const known = (count: number, wasSynced: boolean): ListCount | null =>
    count > 0 || wasSynced ? { count, capped: false } : null;

  async function load(): Promise<void> {
    const isSameAccount = accounts.follow();
    const wasSynced = syncedAt('notification') !== null;
    const answer = await calls['inbox.unread']({}, isSameAccount.signal);
    if (answer.ok && isSameAccount()) store.setState({ unread: known(answer.value.count, wasSynced) });
  }
  const throttle = createThrottle(load, GAP_MS);

  return {
    store,
    invalidate: (kind) => {
      if (kind === 'notification') throttle.request();
    },
    setUnread: (count) => store.setState({ unread: known(count, syncedAt('notification') !== null) }),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(UNKNOWN);
    },
  };
}
