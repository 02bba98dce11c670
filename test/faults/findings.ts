import type { PendingChange } from '#contract/outbox.ts';
import type { Dialect } from '#main/demo/dialect/dialect.ts';
import { again } from './pool.ts';
import type { Verdict } from './tally.ts';

/** What must be empty after any run. */
export interface Findings extends Pick<Verdict, 'lost' | 'doubled' | 'adopted' | 'differing'> {
  /** What no decision of a user could resolve. */
  readonly left: readonly PendingChange[];
  /** Records that differ between the cache and the service. */
  readonly stale: readonly string[];
  /** How to repeat the run; only set where something was found. */
  readonly again?: string;
}

export const NOTHING_WRONG: Findings = {
  lost: [],
  doubled: [],
  adopted: [],
  differing: [],
  left: [],
  stale: [],
};

/** Collects the findings of a run for one assertion. */
export function findings(
  dialect: Dialect,
  { lost, doubled, adopted, differing }: Verdict,
  left: readonly PendingChange[],
  stale: readonly string[],
): Findings {
  const found = { lost, doubled, adopted, differing, left, stale };
  const isFine = Object.values(found).every((list) => list.length === 0);
  return isFine ? found : { ...found, again: again(dialect) };
}
