/**
 * The job of a clinic's cache of requisitions, done by Intray, by its lower bound and by well-known local databases: one
 * process after the other, over the same bytes, with answers that are checked.
 */
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../support/engine.ts';
import { ensureBuilt } from './built-engine.ts';
import { arePeersInstalled } from './comparison/adapters/packages.ts';
import type { SubjectResult } from './comparison/columns.ts';
import { writeComparisonData } from './comparison/data.ts';
import { runSubject } from './comparison/run-subject.ts';
import { SUBJECTS, type SubjectName } from './comparison/subjects.ts';
import { describeNothing, formatTable, listAhead, type ComparisonRun } from './comparison/table.ts';
import { describeLoad, getLoad, writeSubsection } from './report.ts';

const NOT_INSTALLED = 2;
const BYTES_PER_MB = 1e6;

const option = (value: string) => ({ type: 'string', default: value }) as const;
const OPTIONS = {
  requisitions: option('100000'),
  runs: option('3'),
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

function isSubject(name: string): name is SubjectName {
  return Object.hasOwn(SUBJECTS, name);
}

/** Returns the names of the subjects that are measured: Intray and the floor always, of the others all or one. */
function chooseSubjects(only: string | undefined): readonly SubjectName[] {
  const names = Object.keys(SUBJECTS).filter(isSubject);
  if (only === undefined) return names;
  if (!isSubject(only)) throw new Error(`--only is one of ${names.join(', ')}`);
  return names.filter((name) => name === 'intray' || name === 'floor' || name === only);
}

async function runOnce(names: readonly SubjectName[], folder: string): Promise<ComparisonRun> {
  const run: { -readonly [Name in SubjectName]?: SubjectResult | string } = {};
  for (const name of names) {
    try {
      run[name] = await runSubject(name, path.join(folder, name), path.join(folder, 'data'));
      console.log(`${SUBJECTS[name].title}: measured, load ${getLoad().toFixed(1)}`);
    } catch (thrown) {
      run[name] = String(thrown);
      console.error(`${SUBJECTS[name].title}: ${String(thrown)}`);
    }
  }
  return run;
}

function formatReport(runs: readonly ComparisonRun[], names: readonly SubjectName[], about: string): string {
  const titles = Object.fromEntries(names.map((name) => [name, SUBJECTS[name].title]));
  const ahead = listAhead(runs, titles);
  const lines =
    ahead.length === 0 ? ['None is ahead of Intray.'] : ['Ahead of Intray, with the ratios:', '', ...ahead];
  return [`${about} ${describeNothing(runs)}`.trim(), '', formatTable(runs, titles), '', ...lines].join('\n');
}

/** Says how busy the computer was, and what that means for the figures. */
function describeComputer(loads: readonly number[]): string {
  const processors = cpus().length;
  const said = `${processors} processors, load ${describeLoad(loads)}.`;
  if (Math.max(...loads) <= 2 * processors) return said;
  return `${said} Other work kept the processors busy: every figure is too large, most of all those of Intray's reads, which wait for a processor in two processes.`;
}

/**
 * Options: --requisitions N (100,000); --runs N (3); --only NAME measures Intray, the floor and one other; --write writes the
 * table to docs/benchmarks.md.
 */
export async function peersBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [requisitions, count] = [Number(values.requisitions), Number(values.runs)];
  if (![requisitions, count].every((value) => Number.isInteger(value) && value >= 1))
    throw new Error('--requisitions and --runs are whole numbers from 1');
  if (values.only !== undefined && values.write) throw new Error('--only and --write exclude each other');
  const names = chooseSubjects(values.only);
  if (!arePeersInstalled()) {
    console.error('The other databases are not installed: run npm ci --prefix test/bench/peers first.');
    process.exitCode = NOT_INSTALLED;
    return;
  }
  ensureBuilt();
  const folder = await temporaryFolder();
  try {
    const bytes = writeComparisonData(path.join(folder.path, 'data'), requisitions);
    const runs: ComparisonRun[] = [];
    const loads = [getLoad()];
    for (let run = 1; run <= count; run += 1) {
      runs.push(await runOnce(names, folder.path));
      loads.push(getLoad());
    }
    const size = `${(bytes / BYTES_PER_MB).toFixed(0)} MB of JSON.`;
    const about = `${size} ${count === 1 ? 'One run' : `Medians of ${count} runs`}, ${describeComputer(loads)}`;
    const report = formatReport(runs, names, about);
    const heading = `### Peers with ${requisitions.toLocaleString('en')} requisitions`;
    console.log(`\n${heading}\n\n${report}`);
    if (values.write) writeSubsection('## Peers', heading, report);
  } finally {
    await folder.remove();
  }
}
