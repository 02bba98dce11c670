import type { EpochMs } from '#contract/time.ts';

/** An entry of a status history (service's document, sections 2.3 and 2.4). */
export interface StatusChange {
  readonly status: string;
  readonly changedAt: EpochMs | null;
  readonly changedBy: string;
}

export interface TimelineStep<C> {
  readonly change: C;
  /** Milliseconds since the step before; null for the first and where a time is missing. */
  readonly sinceMs: number | null;
}

/** The status history in the order of its times, undated entries first, each with the time it took. */
export function timeline<C extends Pick<StatusChange, 'changedAt'>>(
  history: readonly C[],
): readonly TimelineStep<C>[] {
  const sorted = [...history].sort((a, b) => (a.changedAt ?? -Infinity) - (b.changedAt ?? -Infinity));
  return sorted.map((change, index) => {
    const before = sorted[index - 1]?.changedAt ?? null;
    return {
      change,
      sinceMs: before === null || change.changedAt === null ? null : change.changedAt - before,
    };
  });
}
