/**
 * Fuzzing of everything that reads input from outside: `npm run fuzz -- --seconds 60`.
 * Options: --seconds N, divided among the targets (60); --target NAME, all by default; --seed N, printed.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { keepInput } from './corpus.ts';
import { supervise } from './supervise.ts';
import { TARGETS } from './target.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string', multiple: true },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const targets = values.target ?? [...TARGETS.keys()];
const seconds = Number(values.seconds) / targets.length;
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error('--seconds and --seed are numbers');
console.log(`seed ${seed}, ${targets.length} targets, ${seconds.toFixed(1)} s each`);

let failures = 0;
for (const target of targets) {
  const module = TARGETS.get(target);
  if (module === undefined)
    throw new Error(`no target ${target}; there are ${[...TARGETS.keys()].join(', ')}`);
  const { runs, kind, input, error } = await supervise({ target, module: module.href, seed, seconds });
  console.log(`${target}: ${kind}, ${runs} inputs`);
  if (kind === 'passed') continue;
  failures += 1;
  console.log(error);
  if (input !== null) console.log(`The input is kept as ${keepInput(target, input)}.`);
}
console.log(`${failures} of ${targets.length} targets failed`);
process.exitCode = failures === 0 ? 0 : 1;
