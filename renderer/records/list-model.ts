import type { Health, KindHealth } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';
import type { EpochMs } from '#contract/time.ts';
import { lastSync } from '#renderer/state/health.ts';

/** Whether anything narrows the list. An empty text narrows nothing. */
export function hasFilter(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '');
}

/** Why a list has no rows. */
export type Emptiness =
  | 'reading'
  | 'no-match'
  | 'no-match-yet'
  | 'first-sync'
  | 'offline'
  | 'never'
  | 'unknown'
  | 'none';

/**
 * Whether a list was read after the last complete sync of its kind: only then does an empty one mean that the service has none.
 * @param read the sync that was known when the list was asked for
 */
export function isReadAfterSync(read: EpochMs | null, health: Health | null, kind: Kind): boolean {
  const synced = lastSync(health, kind);
  return synced !== null && read === synced;
}

/** Why the list of a kind is empty: what hides the rows, or what has not happened yet. */
export function whyEmpty(filter: object, read: EpochMs | null, health: Health | null, kind: Kind): Emptiness {
  const known: KindHealth | undefined = health?.kinds.find((each) => each.kind === kind);
  if (known === undefined) return 'unknown';
  if (known.lastSuccessAt === null) {
    if (known.state === 'running') return 'first-sync';
    if (known.cached > 0) return 'no-match-yet';
    return health?.connection === 'offline' ? 'offline' : 'never';
  }
  if (!isReadAfterSync(read, health, kind)) return 'reading';
  return hasFilter(filter) ? 'no-match' : 'none';
}
