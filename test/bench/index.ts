/**
 * `npm run bench -- <name> [options]`: measures the product against a lower bound, or against itself, in one
 * run.
 */
import { firstSync } from './first-sync.ts';
import { lockBench } from './lock.ts';
import { openBench } from './open.ts';
import { readBench } from './reads.ts';
import { refresh } from './refresh.ts';
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

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join(' | ')}> [options]`);
  process.exit(2);
}
await bench(args);
