/**
 * `npm run bench -- <name> [options]`: measures the product against a lower bound, or against itself, in one
 * run.
 */
import { firstSync } from './first-sync.ts';
import { readBench } from './reads.ts';
import { refresh } from './refresh.ts';
import { worklistBench } from './worklist.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'first-sync': firstSync,
  reads: readBench,
  refresh,
  worklist: worklistBench,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (bench === undefined) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join(' | ')}> [options]`);
  process.exit(2);
}
await bench(args);
