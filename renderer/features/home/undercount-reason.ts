import type { Health } from '#contract/sync-health.ts';

/** Why the numbers of the home screen may be too low, as the key of its sentence. */
export type UndercountReason = 'notSynced' | 'notSyncedOffline' | 'firstSync' | 'partly';

/** Returns why the numbers may be too low: the cache does not hold every record of the service. Null where it does. */
export function findUndercountReason(known: Health | null): UndercountReason | null {
  if (known === null) return null;
  const lacking = known.kinds.filter(({ lastSuccessAt }) => lastSuccessAt === null);
  if (lacking.length > 0) {
    const hasAny = known.kinds.some(({ state, cached }) => state === 'running' || cached > 0);
    if (hasAny) return 'firstSync';
    return known.connection === 'offline' ? 'notSyncedOffline' : 'notSynced';
  }
  const isPartly = known.kinds.some(({ state }) => state === 'incomplete' || state === 'failed');
  return isPartly ? 'partly' : null;
}
