/**
 * Mutation testing: puts small mistakes into source files, one at a time, and looks whether a test fails.
 * The mistakes are made in a copy of the working tree, which is removed at the end. Only tests of the file are
 * run, the nearest ones. A mutant that no test notices shows code that could be wrong unseen, or a
 * mistake that makes no difference.
 *
 * `--folder PATH` a folder or file with the sources, may be repeated; `--seed N` repeats what another run has
 * drawn; `--count N` mutants; `--nearest N` test files per mutant.
 */
import { randomInt } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '../main/base/random.ts';
import { applyMutant, findMutants, type Mutant } from './mutation/operators.ts';
import { findRelatedTests, runTests } from './mutation/run-tests.ts';
import { makeTreeCopy, removeTreeCopy } from './mutation/tree-copy.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MAX_SEED = 1_000_000_000;
const TIMEOUT_MS = 300_000;
const SHOWN = 100;

interface PlacedMutant extends Mutant {
  readonly file: string;
}

function listSources(place: string): readonly string[] {
  if (statSync(join(ROOT, place)).isFile()) return [place];
  return globSync(`${place.replace(/\/+$/, '')}/**/*.{ts,tsx}`, { cwd: ROOT }).toSorted();
}

/** Draws some of the mutants, each at most once, in the order of files and positions. */
function draw(all: readonly PlacedMutant[], count: number, seed: number): readonly PlacedMutant[] {
  const random = createSeededRandom(seed);
  const order = all
    .map((_mutant, place) => ({ place, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at);
  const drawn = new Set(order.slice(0, count).map(({ place }) => place));
  return all.filter((_mutant, place) => drawn.has(place));
}

function describe({ file, operator, start, end, replacement }: PlacedMutant): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const line = text.slice(0, start).split('\n').length;
  const shorten = (part: string): string => part.replaceAll(/\s+/g, ' ').slice(0, SHOWN);
  return `${file}:${line} ${operator}: ${shorten(text.slice(start, end))} -> ${shorten(replacement)}`;
}

/** Runs the tests with the mistake in the copy. Returns what noticed it; null where nothing did. */
async function tryMutant(
  copy: string,
  mutant: PlacedMutant,
  tests: readonly string[],
): Promise<string | null> {
  if (tests.length === 0) return null;
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, applyMutant(text, mutant));
    const run = await runTests(copy, tests, { stopsEarly: true, timeoutMs: TIMEOUT_MS });
    const [first] = run.failed;
    if (first !== undefined) return `${first.file}: ${first.test}`;
    if (run.timedOut) return 'a run that did not end';
    return run.passed ? null : 'a run that failed outside of its tests';
  } finally {
    writeFileSync(path, text);
  }
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
    count: { type: 'string', default: '40' },
    nearest: { type: 'string', default: '20' },
  },
});
if (values.folder === undefined) throw new Error('--folder is missing');
const all = values.folder.flatMap(listSources).flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return findMutants(file, text).map((mutant): PlacedMutant => ({ ...mutant, file }));
});
const drawn = draw(all, Number(values.count), Number(values.seed));
console.log(`seed ${values.seed}: ${drawn.length} of ${all.length} mutants in ${values.folder.join(', ')}`);

const copy = makeTreeCopy(ROOT);
process.once('exit', () => removeTreeCopy(copy));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const survivors: string[] = [];
const related = await findRelatedTests(copy, [...new Set(drawn.map(({ file }) => file))]);
const nearest = (file: string): readonly string[] =>
  (related.get(file) ?? []).slice(0, Number(values.nearest));
const used = [...new Set(drawn.flatMap(({ file }) => nearest(file)))];
// A test that fails anyway says nothing about a mutant.
const before = await runTests(copy, used, { stopsEarly: false, timeoutMs: 6 * TIMEOUT_MS });
const failing = new Set(before.failed.map(({ file }) => file));
for (const file of failing) console.log(`not used, because it fails without a mutant: ${file}`);
if (before.timedOut) throw new Error('the tests did not end without a mutant');
for (const mutant of drawn) {
  const tests = nearest(mutant.file).filter((test) => !failing.has(test));
  const noticed = await tryMutant(copy, mutant, tests);
  console.log(`${noticed === null ? 'survived' : 'killed'}: ${describe(mutant)}`);
  if (noticed === null) survivors.push(describe(mutant));
  else console.log(`  by ${noticed}`);
}
const killed = drawn.length - survivors.length;
const score = drawn.length === 0 ? 100 : Math.round((100 * killed) / drawn.length);
console.log('');
for (const survivor of survivors) console.log(`survived: ${survivor}`);
console.log(`${killed} of ${drawn.length} killed (${score} %), seed ${values.seed}`);
