import { systemClock } from '#main/base/clock.ts';

/** What something costs. */
export interface Cost {
  readonly ms: number;
  /** Milliseconds of all threads of this process. */
  readonly cpuMs: number;
  /** Megabytes that all threads of this process wrote to files; 0 except on Linux, which counts them. */
  readonly writtenMb: number;
}

/** Linux counts what is written in blocks of this many bytes. */
const BLOCK_BYTES = 512;

/** Measures what `work` costs, until it resolves. */
export async function measureCost(work: () => Promise<void>): Promise<Cost> {
  const from = systemClock.monotonic();
  const before = process.resourceUsage();
  await work();
  const after = process.resourceUsage();
  const cpuMs = (after.userCPUTime - before.userCPUTime + after.systemCPUTime - before.systemCPUTime) / 1_000;
  const blocks = process.platform === 'linux' ? after.fsWrite - before.fsWrite : 0;
  const writtenMb = (blocks * BLOCK_BYTES) / 1_000_000;
  return { ms: systemClock.monotonic() - from, cpuMs, writtenMb };
}
