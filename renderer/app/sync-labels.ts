import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Kind } from '#contract/records.ts';
import {
  getOldestSyncTime,
  isServiceUnreachable,
  wasListReadAfterLastSync,
} from '#renderer/state/sync/health.ts';
import type { SessionState } from '#renderer/state/sync/session.ts';

/** The sync status, as one of the messages that the status bar can show. */
export type SyncStatus =
  | { readonly say: 'starting' | 'restarting' | 'no-account' | 'opening' | 'never' | 'reading' | 'unread' }
  | { readonly say: 'running'; readonly kinds: readonly KindHealth[] }
  | { readonly say: 'up-to-date'; readonly asOf: EpochMs }
  | {
      readonly say: 'failed';
      readonly asOf: EpochMs | null;
      /** The kinds of records whose sync failed; empty if it failed for all kinds. */
      readonly parts: readonly Kind[];
    }
  | {
      readonly say: 'incomplete' | 'behind' | 'offline' | 'signed-out' | 'trouble';
      readonly asOf: EpochMs | null;
    };

/** How urgent the state is for the user: fine, in progress, for information, or action needed. */
export type SyncTone = 'good' | 'busy' | 'calm' | 'warn';

/** The status while there is no health to report, because no account is open; null once one is. */
function getStatusBeforeHealth({
  engine,
  accounts,
}: Pick<SessionState, 'engine' | 'accounts'>): SyncStatus | null {
  if (engine === 'starting') return { say: 'starting' };
  if (engine !== 'running') return { say: 'restarting' };
  if (accounts.session === 'opening') return { say: 'opening' };
  return accounts.current === null ? { say: 'no-account' } : null;
}

function getKinds(kinds: readonly KindHealth[]): readonly Kind[] {
  return kinds.map(({ kind }) => kind);
}

/**
 * Whether the connection is back and nothing was synced since: the requests that failed without it were not
 * repeated yet, which is not a lasting failure. Once another kind was synced, it is one.
 */
function isBackOnline(
  { kinds, connection, connectionSince }: Health,
  failed: readonly KindHealth[],
): boolean {
  const isSyncedSince = kinds.some(({ lastCheckedAt }) => (lastCheckedAt ?? 0) > (connectionSince ?? 0));
  return (
    connection === 'online' && !isSyncedSince && failed.every(({ error }) => isServiceUnreachable(error))
  );
}

function pickWorstStatus(health: Health): SyncStatus {
  const { kinds, connection } = health;
  const when = getOldestSyncTime(kinds);
  if (connection === 'offline' || connection === 'signed-out' || connection === 'trouble')
    return { say: connection, asOf: when };
  const failed = kinds.filter(({ state }) => state === 'failed');
  if (failed.length > 0) {
    if (isBackOnline(health, failed)) return { say: 'behind', asOf: when };
    return { say: 'failed', asOf: when, parts: failed.length < kinds.length ? getKinds(failed) : [] };
  }
  if (kinds.some(({ state }) => state === 'incomplete')) return { say: 'incomplete', asOf: when };
  return when === null ? { say: 'never' } : { say: 'up-to-date', asOf: when };
}

/** How current the list on screen is, compared with the last sync of its kind. */
export interface ShownListFreshness {
  readonly kind: Kind;
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Time of the last sync that was known when the list was read. */
  readonly syncedAt: EpochMs | null;
}

/** Corrects the status for the list on screen: never "up to date" beside a list from before the last sync. */
function adjustForList(status: SyncStatus, list: ShownListFreshness | null, health: Health): SyncStatus {
  if (list === null || status.say !== 'up-to-date') return status;
  if (list.phase === 'failed') return { say: 'unread' };
  return wasListReadAfterLastSync(list.syncedAt, health, list.kind) ? status : { say: 'reading' };
}

/**
 * Chooses the status to show: what needs the user's action takes precedence over information.
 * @param list the list on screen, or null
 */
export function toSyncStatus(
  session: Pick<SessionState, 'engine' | 'accounts'>,
  health: Health | null,
  list: ShownListFreshness | null = null,
): SyncStatus {
  const early = getStatusBeforeHealth(session);
  if (early !== null) return early;
  if (health === null) return { say: 'opening' };
  const kinds = health.kinds.filter(({ state }) => state === 'running');
  return kinds.length > 0 ? { say: 'running', kinds } : adjustForList(pickWorstStatus(health), list, health);
}

/** The tone of the status. Offline is calm: the app works normally. */
export const SYNC_TONES: Readonly<Record<SyncStatus['say'], SyncTone>> = {
  'up-to-date': 'good',
  starting: 'busy',
  restarting: 'busy',
  opening: 'busy',
  reading: 'busy',
  running: 'busy',
  offline: 'calm',
  never: 'calm',
  'no-account': 'calm',
  behind: 'calm',
  'signed-out': 'warn',
  incomplete: 'warn',
  failed: 'warn',
  trouble: 'warn',
  unread: 'warn',
};
