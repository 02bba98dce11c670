import type { CompletionRow } from '#contract/completions.ts';

/** How the last request to a patient ended. */
export type EarlierEnd = 'ended' | 'withdrawn';

/**
 * How the last request to each patient ended, of those that have. A patient who completed a form can be asked again (section 2.2).
 * @param items the newest request first
 */
export function earlierRequests(
  items: readonly Pick<CompletionRow, 'patient' | 'state'>[],
): ReadonlyMap<string, EarlierEnd> {
  const ends = new Map<string, EarlierEnd>();
  for (const { patient, state } of items) {
    const isEnd = state === 'ended' || state === 'withdrawn';
    if (isEnd && !ends.has(patient)) ends.set(patient, state);
  }
  return ends;
}
