/** Runs the tests that lines name, in the tree or in a copy of it. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runTests, type TestResult } from '../mutation/run-tests.ts';
import type { NamedTests } from './line.ts';
import { toPattern } from './outcome.ts';

const REPORT = '.cache/safety-e2e.json';
const TIMEOUT_MS = 60 * 60_000;

const testSchema = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
});

interface Suite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly z.infer<typeof testSchema>[];
  }[];
  readonly suites?: readonly Suite[] | undefined;
}

const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(testSchema) })),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const reportSchema = z.object({ suites: z.array(suiteSchema) });

const STATUS = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' } as const;

function toResults(suite: Suite, groups: readonly string[]): readonly TestResult[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      file: `test/e2e/${suite.file}`,
      name: [...groups, title].join(' > '),
      status: STATUS[status],
      reason:
        annotations.find(({ type }) => type === 'skip')?.description ??
        results.at(-1)?.error?.message?.split('\n', 1)[0] ??
        '',
    })),
  );
  const inner = (suite.suites ?? []).flatMap((each) => toResults(each, [...groups, each.title]));
  return [...own, ...inner];
}

function runProgram(copy: string, program: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(copy, 'node_modules/.bin', program), args, {
      cwd: copy,
      stdio: 'ignore',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** Builds the bundles of the tree. Returns whether that succeeded. */
export async function build(copy: string): Promise<boolean> {
  return (await runProgram(copy, 'vite', ['build'])) === 0;
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
  rmSync(join(copy, REPORT), { force: true });
  const options = ['--reporter=json', ...(names === undefined ? [] : [`--grep=${names.source}`])];
  await runProgram(copy, 'playwright', ['test', ...options, ...files]);
  try {
    const { suites } = reportSchema.parse(JSON.parse(readFileSync(join(copy, REPORT), 'utf8')));
    return suites.flatMap((suite) => toResults(suite, []));
  } catch {
    return []; // It ended before it wrote a report.
  }
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
    const run = await runTests(
      copy,
      others.map(([file]) => `test/${file}`),
      {
        stopsEarly: only,
        timeoutMs: TIMEOUT_MS,
        ...(names === undefined ? {} : { names }),
        ...(isBuilt ? { environment: { INTRAY_WORKER: 'built' } } : {}),
      },
    );
    results.push(...run.results);
  }
  if (ends.length > 0) {
    const files = ends.map(([file]) => file.replace('e2e/', ''));
    results.push(...(await runEndToEnd(copy, files, getNames(ends))));
  }
  return results;
}
