/**
 * Mutation testing: puts small mistakes into source files, one at a time, and looks whether a test fails.
 * The mistakes are made in a copy of the working tree, which is removed at the end. Only tests that reach the file are
 * run, the nearest ones, up to the first that fails. A mutant that no test notices shows code that could be wrong
 * unseen, or a mistake that makes no difference. One that does not compile is not counted.
 *
 * `--folder PATH` a folder or file with the sources, may be repeated; `--seed N` repeats what another run has
 * drawn; `--count N` mutants; `--nearest N` test files per mutant, and `--further N` more where those notice nothing;
 * `--minutes N` after which no mutant is begun;
 * `--workers N` mutants at a time, each worker in a copy of its own;
 * `--again` tries also those that an earlier run has killed: as long as a source is the same, `.cache/mutation` knows.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findUncompiled } from './mutation/check-types.ts';
import { describe, listMutants, shuffle } from './mutation/draw.ts';
import type { PlacedMutant } from './mutation/operators.ts';
import { OutcomeRecord, type MutantOutcome } from './mutation/record.ts';
import { makeTreeCopy, removeTreeCopy } from './mutation/tree-copy.ts';
import { MutantTrial } from './mutation/try-mutants.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MAX_SEED = 1_000_000_000;
const MINUTE_MS = 60_000;
/** Candidates per mutant that is wanted, because some do not compile. */
const RESERVE = 1.7;
/** What protects records and secrets; of the shell, what stands between the page, other programs and the files. */
const SHELL = [
  'access-log-limit',
  'access-notes',
  'address',
  'app-parts',
  'call-link',
  'clipboard',
  'computer-check',
  'dialogs',
  'downtime-pack',
  'engine-process',
  'files',
  'flags',
  'guards',
  'headless',
  'ipc',
  'lock',
  'log-file',
  'pack-schedule',
  'page-failures',
  'printing',
  'processes',
  'program',
  'protocol',
  'record-windows',
  'route',
  'switches',
  'temp-copies',
  'window',
];
/** What every file and every line of the log goes through. */
const BASE = ['data-folder', 'json-file', 'log', 'write-file'];
const FOLDERS = [
  'main/vault',
  'main/session',
  'main/lock',
  'main/engine/api',
  'main/engine/sender',
  'main/engine/local/outbox',
  'main/engine/pdfs',
  'main/engine/downtime-pack',
  ...SHELL.map((name) => `main/shell/${name}.ts`),
  ...BASE.map((name) => `main/base/${name}.ts`),
];

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
    count: { type: 'string', default: '40' },
    nearest: { type: 'string', default: '8' },
    further: { type: 'string', default: '32' },
    minutes: { type: 'string', default: 'Infinity' },
    workers: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
});
// All texts are of the copy: the tree may be worked on meanwhile.
const copy = makeTreeCopy(ROOT);
const copies = [copy, ...Array.from({ length: Number(values.workers) - 1 }, () => makeTreeCopy(ROOT))];
process.once('exit', () => copies.forEach(removeTreeCopy));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const count = Number(values.count);
const all = values.folder.flatMap((place) => listMutants(copy, place));
const texts = new Map(all.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]));
const readSource = ({ file }: PlacedMutant): string => texts.get(file) ?? '';
const order = shuffle(all, Number(values.seed));
console.log(`seed ${values.seed}: ${count} of ${all.length} mutants in ${values.folder.join(', ')}`);

const record = new OutcomeRecord(join(ROOT, '.cache/mutation/outcomes.jsonl'));
const outcomes = new Map<PlacedMutant, MutantOutcome>();

function note(mutant: PlacedMutant, outcome: MutantOutcome): void {
  outcomes.set(mutant, outcome);
  record.set(readSource(mutant), mutant, outcome);
  console.log(`${outcome.outcome}: ${describe(readSource(mutant), mutant)}`);
  if (outcome.by !== '') console.log(`  by ${outcome.by}`);
}

/** Returns the mutants of a list that compile, in their order. */
async function findCompiled(candidates: readonly PlacedMutant[]): Promise<readonly PlacedMutant[]> {
  const unknown = candidates.filter((mutant) => record.get(readSource(mutant), mutant) === null);
  const uncompiled = await findUncompiled(copy, unknown);
  for (const mutant of unknown) {
    const outcome = uncompiled.has(mutant) ? 'does not compile' : 'compiles';
    record.set(readSource(mutant), mutant, { outcome, by: '' });
  }
  return candidates.filter(
    (mutant) => record.get(readSource(mutant), mutant)?.outcome !== 'does not compile',
  );
}

/** Returns the first mutants of the order that compile. */
async function drawMutants(): Promise<readonly PlacedMutant[]> {
  const candidates = order.slice(0, Math.ceil(count * RESERVE));
  const compiled = (await findCompiled(candidates)).slice(0, count);
  const last = compiled.at(-1);
  const left = last === undefined ? 0 : candidates.indexOf(last) + 1;
  console.log(`${left - compiled.length} of ${left} drawn do not compile and are not counted`);
  return compiled;
}

/**
 * Returns the mutants in the order in which they are tried: one of each folder in turn, so that an early end leaves an
 * even sample of every one.
 */
function spread(mutants: readonly PlacedMutant[]): readonly PlacedMutant[] {
  const ranked = [...Map.groupBy(mutants, ({ file }) => dirname(file)).values()].flatMap((each) =>
    each.map((mutant, rank) => ({ mutant, rank })),
  );
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ mutant }) => mutant);
}

async function tryAll(mutants: readonly PlacedMutant[]): Promise<void> {
  const end = Date.now() + Number(values.minutes) * MINUTE_MS;
  const sources = [...new Set(mutants.map(({ file }) => file))];
  // The workers take from one list.
  const waiting = mutants.values();
  const work = async (place: string): Promise<void> => {
    const trial = new MutantTrial(place, sources, {
      nearest: Number(values.nearest),
      further: Number(values.further),
    });
    process.once('exit', () => trial.close());
    for (const mutant of waiting) {
      if (Date.now() > end) break;
      const by = await trial.tryMutant(mutant);
      note(mutant, by === null ? { outcome: 'survived', by: '' } : { outcome: 'killed', by });
    }
    trial.close();
  };
  await Promise.all(copies.map(work));
}

function printScore(name: string, mutants: readonly PlacedMutant[]): void {
  const tried = mutants.flatMap((mutant) => outcomes.get(mutant)?.outcome ?? []);
  const killed = tried.filter((outcome) => outcome === 'killed').length;
  const score = tried.length === 0 ? 100 : ((100 * killed) / tried.length).toFixed(1);
  console.log(`${name}: ${mutants.length} drawn, ${tried.length} tried, ${killed} killed (${score} %)`);
}

const drawn = await drawMutants();
for (const mutant of drawn) {
  const known = values.again ? null : record.get(readSource(mutant), mutant);
  if (known?.outcome === 'killed' || known?.outcome === 'survived') outcomes.set(mutant, known);
}
// What survived earlier is tried first: tests were written for it.
const survivors = drawn.filter((mutant) => outcomes.get(mutant)?.outcome === 'survived');
const untried = drawn.filter((mutant) => !outcomes.has(mutant));
if (survivors.length + untried.length > 0) await tryAll([...survivors, ...spread(untried)]);

console.log('');
const shown = all.filter((mutant) => drawn.includes(mutant));
for (const mutant of shown) {
  if (outcomes.get(mutant)?.outcome === 'survived')
    console.log(`survived: ${describe(readSource(mutant), mutant)}`);
}
for (const [folder, mutants] of Map.groupBy(shown, ({ file }) => dirname(file))) printScore(folder, mutants);
printScore(`all, seed ${values.seed}`, drawn);
