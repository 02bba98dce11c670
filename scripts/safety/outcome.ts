/** The outcome of the tests of a line. */
import type { TestResult } from '../test-results.ts';
import { isTested, type NamedTests, type SafetyLine } from './line.ts';

/** The state of one line. */
export interface Outcome {
  readonly state: 'passed' | 'failed' | 'skipped' | 'not tested';
  /** Kinds of tests, such as `unit, e2e`. */
  readonly tier: string;
  /** Why it did not pass. */
  readonly reason: string;
}

const TIERS: Readonly<Record<string, string>> = {
  unit: 'unit',
  integration: 'integration',
  faults: 'fault suite',
  e2e: 'e2e',
};

/** Returns the kinds of tests of a line, the cheapest first. */
export function getTier(tests: NamedTests): string {
  const folders = new Set(Object.keys(tests).map((file) => file.split('/', 1)[0] ?? ''));
  return Object.keys(TIERS)
    .filter((folder) => folders.has(folder))
    .map((folder) => TIERS[folder])
    .join(', ');
}

/** Returns what tells the tests of a title, or of a group with that title. Tests are named as in `TestResult`. */
export function toPattern(title: string): RegExp {
  // `RegExp.escape` writes spaces and the first letter as codes, which no runner prints readably.
  const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`^${title.split('…').map(literal).join('[^]*')}(?: > [^]*)?$`);
}

/** Returns the results of the tests that a line names, by file and title. */
export function findResults(
  tests: NamedTests,
  results: readonly TestResult[],
): readonly { readonly file: string; readonly title: string; readonly found: readonly TestResult[] }[] {
  return Object.entries(tests).flatMap(([file, titles]) =>
    titles.map((title) => {
      const pattern = toPattern(title);
      const found = results.filter((each) => each.file === `test/${file}` && pattern.test(each.name));
      return { file, title, found };
    }),
  );
}

/**
 * Returns the state of a line. A test that does not exist, failed, or was skipped without a reason fails it.
 * One that was skipped for a reason leaves it to the others; if all were skipped, so is the line.
 */
export function getOutcome(each: SafetyLine, results: readonly TestResult[]): Outcome {
  if (!isTested(each)) return { state: 'not tested', tier: '-', reason: each.untested };
  const tier = getTier(each.tests);
  const named = findResults(each.tests, results);
  const fail = (reason: string): Outcome => ({ state: 'failed', tier, reason });
  for (const { file, title, found } of named) {
    if (found.length === 0) return fail(`no test '${title}' was run in ${file}`);
    const failed = found.find(({ status }) => status === 'failed');
    if (failed !== undefined) return fail(`${file}: ${failed.name}: ${failed.reason}`);
    const skipped = found.find(({ status, reason }) => status === 'skipped' && !(each.skips ?? reason));
    if (skipped !== undefined) return fail(`${file}: ${skipped.name}: skipped without a reason`);
  }
  const all = named.flatMap(({ found }) => found);
  const skipped = all.find(({ status }) => status === 'skipped');
  return skipped !== undefined && all.every(({ status }) => status === 'skipped')
    ? { state: 'skipped', tier, reason: each.skips ?? skipped.reason }
    : { state: 'passed', tier, reason: '' };
}
