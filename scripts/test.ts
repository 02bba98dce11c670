/**
 * Runs every test of the project: builds the bundles, runs Vitest, then the end-to-end suite on the available
 * host, and ends with one line of totals.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureSystemParts } from './system-parts.ts';

interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const VITEST_REPORT = '.cache/vitest.json';
const PLAYWRIGHT_REPORT = '.cache/playwright.json';

function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): boolean {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  return status === 0;
}

function readReport(path: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>; // both reporters write an object
  } catch {
    return null;
  }
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** A runner without a report counts as one failure. */
const NO_REPORT: Totals = { passed: 0, failed: 1, skipped: 0 };

function readVitestTotals(): Totals {
  const report = readReport(VITEST_REPORT);
  if (report === null) return NO_REPORT;
  return {
    passed: count(report['numPassedTests']),
    failed: Math.max(count(report['numFailedTests']), count(report['numFailedTestSuites'])),
    skipped: count(report['numPendingTests']) + count(report['numTodoTests']),
  };
}

function readPlaywrightTotals(): Totals {
  const stats = readReport(PLAYWRIGHT_REPORT)?.['stats'] as Record<string, unknown> | undefined; // shape of its JSON reporter
  if (stats === undefined) return NO_REPORT;
  return {
    passed: count(stats['expected']) + count(stats['flaky']),
    failed: count(stats['unexpected']),
    skipped: count(stats['skipped']),
  };
}

function runSuites(): boolean {
  rmSync(VITEST_REPORT, { force: true });
  rmSync(PLAYWRIGHT_REPORT, { force: true });
  mkdirSync('.cache', { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  const units = run('vitest', ['run', ...reporters], { INTRAY_WORKER: 'built' });
  const ends = run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  });
  return units && ends;
}

if (!ensureSystemParts(['chromium', 'xvfb', 'dbus', 'keyring'])) process.exit(1);
if (!run('npm', ['run', '--silent', 'build'])) process.exit(1);
const passed = runSuites();
const [vitest, playwright] = [readVitestTotals(), readPlaywrightTotals()];
const failed = vitest.failed + playwright.failed;
console.log(
  `${vitest.passed + playwright.passed} passed, ${failed} failed, ${vitest.skipped + playwright.skipped} skipped`,
);
process.exitCode = passed && failed === 0 ? 0 : 1;
