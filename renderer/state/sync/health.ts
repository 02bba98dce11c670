import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { latestOnly } from '../async.ts';
import type { Calls } from '../bridge.ts';

/** How the open account stands with the service, as the engine last said. */
export interface HealthState {
  readonly health: Health | null;
  /** Why the last sync asked for here did not even begin. */
  readonly refusal: AppError | null;
}

export interface HealthWatch {
  readonly store: StoreApi<HealthState>;
  readonly load: () => Promise<void>;
  readonly adopt: (health: Health) => void;
  /** How many writes wait by now; of no use before the rest is known. */
  readonly adoptOutbox: (counts: OutboxCounts) => void;
  /** Fetches what the service has, of the named kinds or of all. One at a time. */
  readonly sync: (kinds?: Kind[]) => Promise<void>;
  /** Stops the running sync; what has arrived is kept. */
  readonly cancel: () => Promise<void>;
  readonly reset: () => void;
}

/** Whether any kind is being fetched. */
export function isSyncing(health: Health | null): boolean {
  return health?.kinds.some((kind) => kind.state === 'running') ?? false;
}

/**
 * The time as of which all records are current: the oldest of the kinds' last complete syncs, or
 * null while one of them has none.
 */
export function asOf(kinds: readonly KindHealth[]): EpochMs | null {
  let oldest: EpochMs | null = null;
  for (const { lastSuccessAt } of kinds) {
    if (lastSuccessAt === null) return null;
    if (oldest === null || lastSuccessAt < oldest) oldest = lastSuccessAt;
  }
  return oldest;
}

/** When a kind was last synced completely; null where it never was, or nothing is known. */
export function lastSync(health: Health | null, kind: Kind): EpochMs | null {
  return health?.kinds.find((each) => each.kind === kind)?.lastSuccessAt ?? null;
}

/** How many changes have not arrived yet, whatever they wait for. */
export function allWaiting({ saved, sending, uncertain, needsYou, rejected }: OutboxCounts): number {
  return saved + sending + uncertain + needsYou + rejected;
}

/** How many things the user has to decide about: unsent changes, and records that the service no longer returns. */
export function needingPerson(health: Health | null): number {
  if (health === null) return 0;
  const { outbox, missing } = health;
  // However many records are held, confirming them is one decision.
  return outbox.needsYou + outbox.rejected + missing.open + Math.min(1, missing.held);
}

/** The health store: the truth about sync comes from the engine, this only asks for more. */
export function createHealth(calls: Calls): HealthWatch {
  const store = createStore<HealthState>(() => ({ health: null, refusal: null }));
  const adopt = (health: Health): void => store.setState({ health, refusal: null });
  // An answer that was asked for under the account before describes another one.
  const accounts = latestOnly();

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
    reset: () => {
      accounts.cancel();
      store.setState({ health: null, refusal: null });
    },
  };
}
