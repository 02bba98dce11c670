import { ASSUMPTIONS } from '#contract/assumptions.ts';

/**
 * Whether a parsed JSON value is nested deeper than records may be (see the assumptions: nesting). Threads and processes clone
 * records, and cloning fails where it is deeper than the stack. Walks with a stack of its own.
 */
export function isTooDeep(value: unknown): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > ASSUMPTIONS.nesting.maxLevels) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const inner of Object.values(parent) as unknown[]) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return false;
}
