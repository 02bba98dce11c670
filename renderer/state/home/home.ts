import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import { KINDS } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';
import { toShownCountError, type CountRowsOfListLinks } from './list-links.ts';
import {
  createQueueLinks,
  createUnknownStatusQueues,
  type QueueName,
  type UnknownStatusQueue,
} from './queues.ts';

/** Whose reviews the queues count: those of the user, or all. */
export const HOME_REVIEW_SCOPES = ['own', 'all'] as const;
export type HomeReviewScope = (typeof HOME_REVIEW_SCOPES)[number];

/** The counts of all queues at one time, and whose reviews were counted. */
export interface HomeQueueCounts {
  /** Whose reviews were counted; null for all reviews. */
  readonly user: string | null;
  readonly counts: Readonly<Record<QueueName, number>>;
  readonly statuses: readonly UnknownStatusQueue[];
  /** Whether each kind had been synced completely before it was counted; a zero means nothing otherwise. */
  readonly isSynced: Readonly<Record<Kind, boolean>>;
}

export interface HomeQueuesState {
  /** What the user chose; a user whose id is unknown sees all reviews. */
  readonly scope: HomeReviewScope;
  /** Null until the first count; from before where counting failed since. */
  readonly counted: HomeQueueCounts | null;
  readonly error: AppError | null;
}

/** Whether the first count of the queues has ended, with numbers or an error. */
export function areQueuesCountedOrFailed({ counted, error }: HomeQueuesState): boolean {
  return counted !== null || error !== null;
}

export interface HomeQueuesStore {
  readonly store: StoreApi<HomeQueuesState>;
  readonly choose: (scope: HomeReviewScope) => void;
  /** Counts the queues again, at once if no count is running. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

export interface HomeQueuesDeps {
  readonly count: CountRowsOfListLinks;
  /** Returns the user id of the open account, null if unknown. */
  readonly userId: () => string | null;
  /** Returns when a kind was last synced completely. */
  readonly syncedAt: (kind: Kind) => EpochMs | null;
}

const GAP_MS = 1_000;
const NOTHING = { counted: null, error: null } as const;

/** Creates the store of the queues, which are counted again after every change: the navigation shows some always. */
export function createHomeQueuesStore({ count, userId, syncedAt }: HomeQueuesDeps): HomeQueuesStore {
  const store = createStore<HomeQueuesState>(() => ({ scope: 'own', ...NOTHING }));
  const accounts = createLatestRequestGuard();

  async function load(): Promise<void> {
    const isSameAccount = accounts.follow();
    const { scope } = store.getState();
    const user = scope === 'own' ? userId() : null;
    const synced = KINDS.map((kind) => [kind, syncedAt(kind) !== null] as const);
    const answer = await count(createQueueLinks(user), isSameAccount.signal);
    if (!isSameAccount()) return;
    if (!answer.ok) {
      store.setState({ error: toShownCountError(answer.error) });
      return;
    }
    // Object.fromEntries returns an object with any string as key, so its type is asserted; each kind has its entry.
    const isSynced = Object.fromEntries(synced) as Record<Kind, boolean>;
    const { counts } = answer.value;
    store.setState({
      counted: { user, counts, statuses: createUnknownStatusQueues(answer.value), isSynced },
      error: null,
    });
  }
  const throttle = createThrottle(load, GAP_MS);

  return {
    store,
    choose: (scope) => {
      store.setState({ scope });
      accounts.cancel();
      throttle.reset();
      throttle.request();
    },
    invalidate: throttle.request,
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState({ scope: 'own', ...NOTHING });
    },
  };
}
