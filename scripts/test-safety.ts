/**
 * The safety lists: one line for each rule, fault and bad input, with the kind of its tests, their outcome, and
 * the guard in the code. Fails where a test fails, does not exist, or is skipped without a reason.
 *
 * `--line R12` one line, may be repeated; `--reported` takes the outcomes from the last reports of `npm test` and
 * `npm run test:system`; `--prove` removes the guard of each line in a copy of the working
 * tree and shows that a test of the line fails.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTreeCopy, removeTreeCopy } from './mutation/tree-copy.ts';
import { isTested, type NamedTests, type SafetyLine } from './safety/line.ts';
import { LINES } from './safety/lines.ts';
import { getOutcome, type Outcome } from './safety/outcome.ts';
import { prove, type Proof } from './safety/prove.ts';
import { build, runNamedTests } from './safety/run-lines.ts';
import { ensureSystemParts } from './system-parts.ts';
import { readBothResults, REPORTS, type TestResult } from './test-results.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WIDTHS = { id: 4, tier: 36, state: 11 };

/** All tests of the lines, each file once. */
function collectTests(lines: readonly SafetyLine[]): NamedTests {
  const tests: Record<string, readonly string[]> = {};
  for (const each of lines.filter(isTested)) {
    for (const [file, titles] of Object.entries(each.tests)) {
      tests[file] = [...new Set([...(tests[file] ?? []), ...titles])];
    }
  }
  return tests;
}

function print(each: SafetyLine, { state, tier, reason }: Outcome): void {
  const guard = isTested(each) ? `${each.guard.file} ${each.guard.symbol}` : '-';
  const head = `${each.id.padEnd(WIDTHS.id)}${state.padEnd(WIDTHS.state)}${tier.padEnd(WIDTHS.tier)}`;
  console.log(`${head}${each.title} [${guard}]${reason === '' ? '' : `: ${reason}`}`);
}

async function runTests(
  lines: readonly SafetyLine[],
  isWhole: boolean,
): Promise<readonly TestResult[] | null> {
  if (!ensureSystemParts(['chromium', 'xvfb', 'dbus', 'keyring'])) return null;
  if (!(await build(ROOT))) throw new Error('the bundles cannot be built');
  mkdirSync('.cache', { recursive: true });
  return runNamedTests(ROOT, collectTests(lines), { isBuilt: true, only: !isWhole });
}

/** Returns the last results of `npm test` and `npm run test:system`. Throws if a suite left no report. */
function readReported(): readonly TestResult[] {
  const suites = [...readBothResults(ROOT, REPORTS.tests), ...readBothResults(ROOT, REPORTS.system)];
  return suites.flatMap((results) => {
    if (results === null)
      throw new Error('run `npm test` and `npm run test:system` first: a report is missing');
    return results;
  });
}

/** Prints the lines with their outcomes. Returns whether none failed. */
function printLines(lines: readonly SafetyLine[], results: readonly TestResult[]): boolean {
  const outcomes = lines.map((each) => getOutcome(each, results));
  for (const [place, outcome] of outcomes.entries()) {
    const each = lines[place];
    if (each !== undefined) print(each, outcome);
  }
  const count = (state: Outcome['state']): number => outcomes.filter((each) => each.state === state).length;
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${count('not tested')} not tested`,
  );
  return count('failed') === 0;
}

function describeProof(proof: Proof): string {
  switch (proof.kind) {
    case 'red':
      return `by ${proof.by}`;
    case 'survived':
      return 'no test noticed the removal';
    default:
      return proof.reason;
  }
}

/** The seed of the random suites in a proof: a guard that only some draws reach is then noticed in each proof, or in none. */
const PROOF_SEED = '176399112';

async function proveLines(lines: readonly SafetyLine[]): Promise<boolean> {
  process.env['INTRAY_SEED'] ??= PROOF_SEED;
  const copy = makeTreeCopy(ROOT);
  process.once('exit', () => removeTreeCopy(copy));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const open: string[] = [];
  let red = 0;
  for (const each of lines) {
    if (!isTested(each)) {
      console.log(`${each.id.padEnd(WIDTHS.id)}not tested  ${each.title}: ${each.untested}`);
      continue;
    }
    const proof = await prove(copy, each);
    const shown = describeProof(proof);
    console.log(`${each.id.padEnd(WIDTHS.id)}${proof.kind.padEnd(WIDTHS.state)} ${each.title}: ${shown}`);
    if (proof.kind === 'red') red += 1;
    else if (proof.kind !== 'not shown')
      open.push(`${each.id} ${each.guard.file} ${each.guard.symbol}: ${shown}`);
  }
  console.log(`${red} guards removed and noticed, ${open.length} not`);
  for (const one of open) console.log(one);
  return open.length === 0;
}

const { values } = parseArgs({
  options: {
    line: { type: 'string', multiple: true },
    prove: { type: 'boolean', default: false },
    reported: { type: 'boolean', default: false },
  },
});
const wanted = values.line ?? LINES.map(({ id }) => id);
const unknown = wanted.filter((id) => !LINES.some((each) => each.id === id));
if (unknown.length > 0) throw new Error(`no such line: ${unknown.join(', ')}`);
const lines = LINES.filter(({ id }) => wanted.includes(id));

async function showLines(): Promise<boolean> {
  const results = values.reported ? readReported() : await runTests(lines, values.line === undefined);
  return results !== null && printLines(lines, results);
}

const passed = values.prove ? await proveLines(lines) : await showLines();
process.exitCode = passed ? 0 : 1;
