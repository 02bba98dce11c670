import type { Health, KindHealth } from '#contract/health.ts';
import type { Kind } from '#contract/ids.ts';

/** Whether anything narrows the list. An empty text narrows nothing. */
export function hasFilter(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== '');
}

/** Why a list has no rows. */
export type Emptiness = 'no-match' | 'first-sync' | 'offline' | 'never' | 'none';

/** Why the list of a kind is empty: what hides the rows, or what has not happened yet. */
export function whyEmpty(filter: object, health: Health | null, kind: Kind): Emptiness {
  if (hasFilter(filter)) return 'no-match';
  const known: KindHealth | undefined = health?.kinds.find((each) => each.kind === kind);
  if (known === undefined || known.lastSuccessAt !== null) return 'none';
  if (known.state === 'running') return 'first-sync';
  return health?.connection === 'offline' ? 'offline' : 'never';
}
