import { systemClock } from '#main/base/clock.ts';

/** What something costs, in milliseconds. */
export interface Cost {
  readonly ms: number;
  /** Of all threads of this process. */
  readonly cpuMs: number;
}

/** Measures what `work` costs, until it resolves. */
export async function measureCost(work: () => Promise<void>): Promise<Cost> {
  const from = systemClock.monotonic();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: systemClock.monotonic() - from, cpuMs: (user + system) / 1_000 };
}
