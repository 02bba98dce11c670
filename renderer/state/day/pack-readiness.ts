import type { Health } from '#contract/sync-health.ts';

/** What has to be known before a downtime pack is made automatically. */
export interface PackReadinessSources {
  /** Whether an account is open, and its settings, names and policy are known and allow packs. */
  readonly isKnown: () => boolean;
  /** Returns the state of the sync; null until it is known. */
  readonly getHealth: () => Pick<Health, 'connection' | 'kinds'> | null;
  /** Milliseconds that no change of the clock affects. */
  readonly monotonic: () => number;
}

/** How long a pack waits for a sync that runs, in milliseconds: then it is made of what is on this computer. */
export const MAX_WAIT_FOR_SYNC_MS = 180_000;

function isSyncing({ connection, kinds }: Pick<Health, 'connection' | 'kinds'>): boolean {
  return connection === 'unknown' || kinds.some(({ state }) => state === 'running');
}

/**
 * Creates the function that tells whether a pack can be made. After a start or an unlocking it waits for the first sync,
 * for a while: what is on the computer may be days old.
 */
export function createPackReadinessCheck({
  isKnown,
  getHealth,
  monotonic,
}: PackReadinessSources): () => boolean {
  let waitingSince: number | null = null;
  return () => {
    const health = isKnown() ? getHealth() : null;
    if (health === null || !isSyncing(health)) {
      waitingSince = null;
      return health !== null;
    }
    waitingSince ??= monotonic();
    return monotonic() - waitingSince >= MAX_WAIT_FOR_SYNC_MS;
  };
}
