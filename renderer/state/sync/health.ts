import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** The sync state of the open account, as last reported by the engine. */
export interface HealthState {
  readonly health: Health | null;
  /** Whether the account was online when its connection was last known: opened again, its engine has not sent a request yet. */
  readonly wasOnline: boolean;
  /** Why the last sync requested here was refused. */
  readonly refusal: AppError | null;
}

export interface HealthStore {
  readonly store: StoreApi<HealthState>;
  readonly load: () => Promise<void>;
  readonly adopt: (health: Health) => void;
  /** Applies new outbox counts from an event; ignored until the full health was read. */
  readonly adoptOutbox: (counts: OutboxCounts) => void;
  /** Syncs the named kinds or all of them. Does nothing while a sync is running. */
  readonly sync: (kinds?: Kind[]) => Promise<void>;
  /** Stops the running sync; what was fetched is kept. */
  readonly cancel: () => Promise<void>;
  /** Notes that the user has read what was lost with the file of this computer's own data. Returns why that failed. */
  readonly dismissLoss: () => Promise<AppError | null>;
  readonly reset: () => void;
}

/** Returns whether an error says that the service could not be reached. */
export function isServiceUnreachable(error: AppError | null): boolean {
  return error?.code === 'offline' || error?.code === 'timeout';
}

/** Returns whether any kind is being synced. */
export function isSyncing(health: Health | null): boolean {
  return health?.kinds.some((kind) => kind.state === 'running') ?? false;
}

/**
 * The time as of which all records are current: the oldest of the kinds' last complete syncs, or
 * null while one of them has none.
 */
export function getOldestSyncTime(kinds: readonly KindHealth[]): EpochMs | null {
  let oldest: EpochMs | null = null;
  for (const { lastSuccessAt } of kinds) {
    if (lastSuccessAt === null) return null;
    if (oldest === null || lastSuccessAt < oldest) oldest = lastSuccessAt;
  }
  return oldest;
}

/** When a kind was last synced completely; null if never or unknown. */
export function getLastSyncTime(health: Health | null, kind: Kind): EpochMs | null {
  return health?.kinds.find((each) => each.kind === kind)?.lastSuccessAt ?? null;
}

/**
 * Returns whether a list was read after the last complete sync of its kind. Only then does an empty list mean
 * that the service has no records.
 * @param read time of the last sync that was known when the list was read
 */
export function wasListReadAfterLastSync(read: EpochMs | null, health: Health | null, kind: Kind): boolean {
  const synced = getLastSyncTime(health, kind);
  return synced !== null && read === synced;
}

/** The number of changes that the service has not confirmed, in any state. */
export function countPending({ saved, sending, uncertain, needsYou, rejected }: OutboxCounts): number {
  return saved + sending + uncertain + needsYou + rejected;
}

/** The number of decisions for the user: unsent changes, and records that the service no longer returns. */
export function countDecisionsNeededFromUser(health: Health | null): number {
  if (health === null) return 0;
  const { outbox, missing } = health;
  // Held records are confirmed together, so they count as one decision.
  return outbox.needsYou + outbox.rejected + missing.open + Math.min(1, missing.held);
}

const INITIAL_STATE: HealthState = { health: null, wasOnline: false, refusal: null };

/** Creates the health store. The engine owns the sync state; this store requests and displays it. */
export function createHealthStore(calls: ProcedureCalls): HealthStore {
  const store = createStore<HealthState>(() => INITIAL_STATE);
  const adopt = (health: Health): void =>
    store.setState(({ wasOnline }) => ({
      health,
      wasOnline: health.connection === 'unknown' ? wasOnline : health.connection === 'online',
      refusal: null,
    }));
  // A response that was requested under the previous account must be ignored.
  const accounts = createLatestRequestGuard();

  return {
    store,
    adopt,
    adoptOutbox: (outbox) =>
      store.setState(({ health }) => ({ health: health === null ? null : { ...health, outbox } })),
    load: async () => {
      const isSameAccount = accounts.follow();
      const answer = await calls['sync.health']({});
      if (answer.ok && isSameAccount()) adopt(answer.value);
    },
    sync: async (kinds) => {
      if (isSyncing(store.getState().health)) return;
      const isSameAccount = accounts.follow();
      const answer = await calls['sync.run'](kinds === undefined ? {} : { kinds });
      if (!isSameAccount()) return;
      if (answer.ok) adopt(answer.value);
      else if (answer.error.code !== 'cancelled') store.setState({ refusal: answer.error });
    },
    cancel: async () => {
      await calls['sync.cancel']({});
    },
    dismissLoss: async () => {
      const answer = await calls['outbox.dismissLoss']({});
      return answer.ok ? null : answer.error;
    },
    reset: () => {
      accounts.cancel();
      store.setState(INITIAL_STATE);
    },
  };
}
