import type { Health, KindHealth } from '#contract/health.ts';
import type { EpochMs } from '#contract/time.ts';
import { asOf } from '#renderer/state/health.ts';
import type { SessionState } from '#renderer/state/session.ts';

/** How the sync stands, as one of the things the status bar can say. */
export type SyncStanding =
  | { readonly say: 'starting' | 'restarting' | 'no-account' | 'opening' | 'never' }
  | { readonly say: 'running'; readonly kinds: readonly KindHealth[] }
  | { readonly say: 'up-to-date'; readonly asOf: EpochMs }
  | {
      readonly say: 'incomplete' | 'failed' | 'offline' | 'signed-out' | 'trouble';
      readonly asOf: EpochMs | null;
    };

/** What the state asks of a person: nothing, patience, a look, or a hand. */
export type SyncTone = 'good' | 'busy' | 'calm' | 'warn';

function withoutHealth({ engine, accounts }: Pick<SessionState, 'engine' | 'accounts'>): SyncStanding | null {
  if (engine === 'starting') return { say: 'starting' };
  if (engine !== 'running') return { say: 'restarting' };
  if (accounts.session === 'opening') return { say: 'opening' };
  return accounts.current === null ? { say: 'no-account' } : null;
}

function worstOf(health: Health): SyncStanding {
  const { kinds, connection } = health;
  const when = asOf(kinds);
  if (connection === 'offline' || connection === 'signed-out' || connection === 'trouble')
    return { say: connection, asOf: when };
  for (const say of ['failed', 'incomplete'] as const)
    if (kinds.some(({ state }) => state === say)) return { say, asOf: when };
  return when === null ? { say: 'never' } : { say: 'up-to-date', asOf: when };
}

/** What the status bar says: what needs somebody comes before what only informs. */
export function syncStanding(
  session: Pick<SessionState, 'engine' | 'accounts'>,
  health: Health | null,
): SyncStanding {
  const early = withoutHealth(session);
  if (early !== null) return early;
  if (health === null) return { say: 'opening' };
  const kinds = health.kinds.filter(({ state }) => state === 'running');
  return kinds.length > 0 ? { say: 'running', kinds } : worstOf(health);
}

/** The tone of what is said. Being offline is calm: nothing is wrong with the desk. */
export const SYNC_TONES: Readonly<Record<SyncStanding['say'], SyncTone>> = {
  'up-to-date': 'good',
  starting: 'busy',
  restarting: 'busy',
  opening: 'busy',
  running: 'busy',
  offline: 'calm',
  never: 'calm',
  'no-account': 'calm',
  'signed-out': 'warn',
  incomplete: 'warn',
  failed: 'warn',
  trouble: 'warn',
};
