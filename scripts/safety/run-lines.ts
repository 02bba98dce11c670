/** Runs the tests that lines name, in the tree or in a copy of it. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaywrightResults, readVitestResults, type TestResult } from '../test-results.ts';
import type { NamedTests } from './line.ts';
import { toPattern } from './outcome.ts';

const REPORTS = { vitest: '.cache/safety-vitest.json', playwright: '.cache/safety-playwright.json' };
const TIMEOUT_MS = 60 * 60_000;

/** Runs a program in a group of its own, so that an endless loop in a test's process is killed with it. */
function runProgram(
  copy: string,
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(copy, 'node_modules/.bin', program), args, {
      cwd: copy,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    });
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(kill, TIMEOUT_MS);
    process.once('exit', kill);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve(code);
    });
  });
}

/** Builds the bundles of the tree. Returns whether that succeeded. */
export async function build(copy: string): Promise<boolean> {
  return (await runProgram(copy, ['vite', 'build'])) === 0;
}

/**
 * Runs test files with Vitest.
 * @param names a regular expression of the tests to run, of which the first that fails ends the run; all if it is left out
 */
async function runVitest(
  copy: string,
  files: readonly string[],
  names: RegExp | undefined,
  environment: Readonly<Record<string, string>>,
): Promise<readonly TestResult[]> {
  const report = join(copy, REPORTS.vitest);
  rmSync(report, { force: true });
  const options = ['--reporter=json', `--outputFile=${REPORTS.vitest}`];
  const own = names === undefined ? [] : ['--bail=1', `--testNamePattern=${names.source}`];
  await runProgram(copy, ['vitest', 'run', ...options, ...own, ...files], environment);
  return readVitestResults(copy, report) ?? [];
}

/**
 * Runs end-to-end tests over the bundles of the tree, on the host that is available.
 * @param names a regular expression of their titles; all if it is left out
 */
async function runEndToEnd(
  copy: string,
  files: readonly string[],
  names: RegExp | undefined,
): Promise<readonly TestResult[]> {
  const report = join(copy, REPORTS.playwright);
  rmSync(report, { force: true });
  const options = ['--reporter=json', ...(names === undefined ? [] : [`--grep=${names.source}`])];
  await runProgram(copy, ['playwright', 'test', ...options, ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: REPORTS.playwright,
  });
  return readPlaywrightResults(report) ?? [];
}

/** Returns an expression that finds the titles in what a runner compares: Vitest joins them by ` > `, Playwright by a space. */
export function toRunnerPattern(titles: readonly string[]): RegExp {
  const sources = titles.map((title) =>
    toPattern(title).source.slice(1, -1).replace('(?: > [^]*)?', '').replaceAll(' > ', '(?: > | )'),
  );
  return new RegExp(sources.join('|'));
}

/**
 * Runs tests of lines.
 * @param tests files below `test/` and their titles
 * @param isBuilt whether the engine's threads run as built, as the fault suites need it
 * @param only whether only the named tests are run, not all of their files
 */
export async function runNamedTests(
  copy: string,
  tests: NamedTests,
  { isBuilt, only }: { readonly isBuilt: boolean; readonly only: boolean },
): Promise<readonly TestResult[]> {
  const isEndToEnd = (file: string): boolean => file.startsWith('e2e/');
  const pick = (wanted: boolean): readonly [file: string, titles: readonly string[]][] =>
    Object.entries(tests).filter(([file]) => isEndToEnd(file) === wanted);
  const [others, ends] = [pick(false), pick(true)];
  const getNames = (entries: typeof others): RegExp | undefined =>
    only ? toRunnerPattern(entries.flatMap(([, titles]) => titles)) : undefined;
  const results: TestResult[] = [];
  if (others.length > 0) {
    const names = getNames(others);
    const files = others.map(([file]) => `test/${file}`);
    const environment: Record<string, string> = isBuilt ? { INTRAY_WORKER: 'built' } : {};
    results.push(...(await runVitest(copy, files, names, environment)));
  }
  if (ends.length > 0) {
    const files = ends.map(([file]) => file.replace('e2e/', ''));
    results.push(...(await runEndToEnd(copy, files, getNames(ends))));
  }
  return results;
}
