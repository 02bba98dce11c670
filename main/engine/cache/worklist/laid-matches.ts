import type { WorklistTab, WorklistTerm } from '#contract/worklist.ts';
import type { Ground, LaidCandidate } from './ground.ts';
import type { World } from '../terms.ts';
import { isInTab, matches } from './matches.ts';

function worldOf(ground: Ground, laid: readonly LaidCandidate[]): World {
  const { keepsakes, now } = ground;
  const changed = new Set(ground.changedAmong(laid.map(({ id }) => id)).map(({ id }) => id));
  const followUps = keepsakes.followUps('requisition');
  return {
    now,
    idsNamed: (folded) => keepsakes.idsNamed(folded),
    isChanged: (id) => changed.has(id),
    isUnsent: () => true,
    followUp: (id) => followUps.get(id),
  };
}

/** The requisitions with pending changes that fulfil a filter as they will be. */
export function laidFound(ground: Ground, terms: readonly WorklistTerm[]): readonly LaidCandidate[] {
  const laid = ground.laid();
  if (laid.length === 0) return laid;
  const world = worldOf(ground, laid);
  return laid.filter((candidate) => matches(candidate, terms, world));
}

/** The same in one tab. */
export function laidMatches(
  ground: Ground,
  tab: WorklistTab,
  terms: readonly WorklistTerm[],
): readonly LaidCandidate[] {
  return laidFound(ground, terms).filter(({ columns }) => isInTab(columns, tab));
}
