/** Runs test files in a copy of the tree. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

const REPORT = '.cache/mutation.json';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** One test that was run, or skipped. */
export interface TestResult {
  /** Relative to the tree. */
  readonly file: string;
  /** The titles of its groups and its own, joined by ` > `. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped; empty where that is unknown. */
  readonly reason: string;
}

/** Outcome of a run: the first failed test of each file that failed. */
export interface TestRun {
  readonly passed: boolean;
  /** Whether it did not end in time, and was ended. */
  readonly timedOut: boolean;
  readonly failed: readonly { readonly file: string; readonly test: string }[];
  /** Every test of the files that could be loaded. */
  readonly results: readonly TestResult[];
}

function toStatus(status: string): TestResult['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

function readReport(copy: string): Pick<TestRun, 'failed' | 'results'> {
  try {
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(join(copy, REPORT), 'utf8')));
    return {
      failed: testResults
        .filter(({ status }) => status === 'failed')
        .map(({ name, assertionResults }) => ({
          file: relative(copy, name),
          test: assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'the file',
        })),
      results: testResults.flatMap(({ name: path, assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
          file: relative(copy, path),
          name: [...ancestorTitles, title].filter(Boolean).join(' > '),
          status: toStatus(status),
          reason: failureMessages[0]?.split('\n', 1)[0] ?? '',
        })),
      ),
    };
  } catch {
    return { failed: [], results: [] }; // The run ended before it wrote one.
  }
}

interface RunOptions {
  readonly stopsEarly: boolean;
  readonly timeoutMs: number;
  readonly names?: RegExp;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs some test files.
 * @param stopsEarly whether the first failed test ends the run
 * @param timeoutMs after which the run and the processes that it has started are killed
 * @param names a regular expression of the tests to run; all if it is left out
 * @param environment variables of the run beside those of this process
 */
export function runTests(
  copy: string,
  tests: readonly string[],
  { stopsEarly, timeoutMs, names, environment }: RunOptions,
): Promise<TestRun> {
  rmSync(join(copy, REPORT), { force: true });
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const options = [
    '--reporter=json',
    `--outputFile=${REPORT}`,
    ...(stopsEarly ? ['--bail=1'] : []),
    ...(names === undefined ? [] : [`--testNamePattern=${names.source}`]),
  ];
  return new Promise((resolve, reject) => {
    // A group of its own, so that an endless loop in a test's process is killed with it.
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
      cwd: copy,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    });
    let timedOut = false;
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);
    process.once('exit', kill);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ passed: code === 0, timedOut, ...readReport(copy) });
    });
  });
}
