/**
 * Runs the tests: builds the bundles, runs Vitest beside the end-to-end suite on the available host, and ends with one
 * line of totals. Each suite waits half of its time, so two of them fill two cores. `--system` runs what belongs to the
 * computer instead: the specifications of `test/e2e/system`, the tests that start processes and keyrings, and a sample
 * of the fault suites.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureSystemParts } from './system-parts.ts';
import { readBothResults, REPORTS, type TestResult } from './test-results.ts';

const ROOT = resolve(import.meta.dirname, '..');

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

async function isPassed(suite: ChildProcess): Promise<boolean> {
  const [code] = (await once(suite, 'close')) as [number | null]; // as Node says
  return code === 0;
}

interface Suites {
  readonly reports: (typeof REPORTS)['tests' | 'system'];
  /** The projects of each runner, in the words of its options. */
  readonly vitest: readonly string[];
  readonly playwright: readonly string[];
}

const TESTS: Suites = {
  reports: REPORTS.tests,
  vitest: ['--project=!faults', '--project=!system'],
  playwright: ['--project=chromium', '--project=electron'],
};
const SYSTEM: Suites = {
  reports: REPORTS.system,
  vitest: ['--project=faults', '--project=system'],
  playwright: ['--project=*-system'],
};

function startVitest({ reports, vitest }: Suites): ChildProcess {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`];
  return spawn('vitest', ['run', ...vitest, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, INTRAY_WORKER: 'built' },
  });
}

/** Starts the specifications of some projects, without the sweeps, which are `npm run test:a11y`. */
function startPlaywright({ reports, playwright }: Suites): ChildProcess {
  return spawn('playwright', ['test', ...playwright, '--grep-invert', '@sweep', '--reporter=list,json'], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright },
  });
}

/** Runs both suites at a time. What the second one writes follows what the first one has written. */
async function runSuites(suites: Suites): Promise<boolean> {
  for (const report of Object.values(suites.reports)) rmSync(report, { force: true });
  mkdirSync('.cache', { recursive: true });
  const [units, ends] = [startVitest(suites), startPlaywright(suites)];
  const endsPassed = isPassed(ends);
  const heldBack: string[] = [];
  let write = (text: string): unknown => heldBack.push(text);
  ends.stdout?.setEncoding('utf8').on('data', (text: string) => write(text));
  const unitsPassed = await isPassed(units);
  write = (text) => process.stdout.write(text);
  write(`\n${heldBack.join('')}`);
  return (await endsPassed) && unitsPassed;
}

/** Counts as one failed test. */
function makeMissingReport(file: string): TestResult {
  return { file, name: 'the suite', status: 'failed', reason: 'it ended without a report', isFlaky: false };
}

function readResults({ reports }: Suites): readonly TestResult[] {
  const [vitest, playwright] = readBothResults(ROOT, reports);
  return [
    ...(vitest ?? [makeMissingReport(reports.vitest)]),
    ...(playwright ?? [makeMissingReport(reports.playwright)]),
  ];
}

/** Prints tests by name: the output of the two suites is long, and a shared log often shows its end only. */
function printNamed(label: string, tests: readonly TestResult[]): void {
  for (const { file, name, reason } of tests) console.log(`${label}: ${file}: ${name}: ${reason}`);
}

if (!ensureSystemParts(['chromium', 'xvfb', 'dbus', 'keyring'])) process.exit(1);
if (!run('npm', ['run', '--silent', 'build'])) process.exit(1);
const { system } = parseArgs({ options: { system: { type: 'boolean', default: false } } }).values;
const suites = system ? SYSTEM : TESTS;
const passed = await runSuites(suites);
const results = readResults(suites);
const count = (status: TestResult['status']): number =>
  results.filter((each) => each.status === status).length;
printNamed(
  'flaky',
  results.filter(({ isFlaky }) => isFlaky),
);
printNamed(
  'failed',
  results.filter(({ status }) => status === 'failed'),
);
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = passed && count('failed') === 0 ? 0 : 1;
