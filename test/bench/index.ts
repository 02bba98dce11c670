/**
 * `npm run bench`: all benchmarks but `peers` one after the other, each with its defaults. `npm run bench -- <name> [options]`:
 * one of them. Each measures the product against a lower bound, or against itself, in one run.
 */
import { compareBench } from './compare.ts';
import { firstSync } from './first-sync.ts';
import { lockBench } from './lock.ts';
import { openBench } from './open.ts';
import { peersBench } from './peers.ts';
import { readBench } from './reads.ts';
import { refresh } from './refresh.ts';
import { runWithSlowDisk, takeSlowDiskOption } from './slow-disk.ts';
import { startBench } from './start.ts';
import { windowBench } from './window.ts';
import { worklistBench } from './worklist.ts';
import { writeBench } from './writes.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'first-sync': firstSync,
  lock: lockBench,
  open: openBench,
  reads: readBench,
  refresh,
  start: startBench,
  window: windowBench,
  worklist: worklistBench,
  writes: writeBench,
};

/** Those that need more than Intray's own packages and this checkout: each runs by its name alone. */
const SEPARATE: typeof BENCHES = { compare: compareBench, peers: peersBench };

/** Runs every benchmark that needs no more than Intray's own packages. One that fails is named at the end, and the others are measured all the same. */
async function runAll(): Promise<void> {
  const failed: string[] = [];
  for (const [each, run] of Object.entries(BENCHES)) {
    console.log(`\n# ${each}\n`);
    try {
      await run([]);
    } catch (thrown) {
      console.error(thrown);
      failed.push(each);
    }
  }
  if (failed.length === 0) return;
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

const ALL = { ...BENCHES, ...SEPARATE };
const { delay, others } = takeSlowDiskOption(process.argv.slice(2));
const [name, ...args] = others;
if (delay !== null) {
  process.exitCode = runWithSlowDisk(delay, others);
} else if (name === undefined) {
  await runAll();
} else if (Object.hasOwn(ALL, name)) {
  await ALL[name]?.(args);
} else {
  console.error(`Usage: npm run bench [-- <${Object.keys(ALL).join(' | ')}> [options]]`);
  process.exit(2);
}
