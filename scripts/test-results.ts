/** Reads the reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

/** The reports of `npm test` and `npm run test:system`, in the folder of the tree. */
export const REPORTS = {
  tests: { vitest: '.cache/vitest.json', playwright: '.cache/playwright.json' },
  system: { vitest: '.cache/vitest-system.json', playwright: '.cache/playwright-system.json' },
} as const;

/** One test that was run, or skipped. */
export interface TestResult {
  /** Relative to the tree. */
  readonly file: string;
  /** The titles of its groups and its own, joined by ` > `. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped; empty where that is unknown. */
  readonly reason: string;
  /** Whether it failed at first and passed when it was tried again. */
  readonly isFlaky: boolean;
}

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const playwrightTestSchema = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
});

interface Suite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly z.infer<typeof playwrightTestSchema>[];
  }[];
  readonly suites?: readonly Suite[] | undefined;
}

const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTestSchema) })),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const playwrightSchema = z.object({ suites: z.array(suiteSchema) });

const PLAYWRIGHT_STATUS = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
} as const;

/** Returns the content of a report, or null if the run ended before it wrote one. */
function readReport<Report>(path: string, schema: z.ZodType<Report>): Report | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function getFirstLine(message: string | undefined): string {
  return message?.split('\n', 1)[0] ?? '';
}

function toStatus(status: string, hasMessages: boolean): Pick<TestResult, 'status' | 'isFlaky'> {
  if (status === 'passed') return { status, isFlaky: hasMessages };
  return { status: status === 'failed' ? 'failed' : 'skipped', isFlaky: false };
}

/**
 * Returns the results of a run of Vitest, or null without a report. A file that failed outside of its tests counts as one failed test.
 * @param root the folder of the tree, absolute
 * @param path the report of the reporter `json`
 */
export function readVitestResults(root: string, path: string): readonly TestResult[] | null {
  const report = readReport(path, vitestSchema);
  if (report === null) return null;
  return report.testResults.flatMap(({ name: full, status, message, assertionResults }): TestResult[] => {
    const file = relative(root, full);
    const results = assertionResults.map(({ ancestorTitles, title, status: own, failureMessages }) => ({
      file,
      name: [...ancestorTitles, title].filter(Boolean).join(' > '),
      ...toStatus(own, failureMessages.length > 0),
      reason: getFirstLine(failureMessages[0]),
    }));
    if (status !== 'failed' || results.some((each) => each.status === 'failed')) return results;
    return [...results, { file, name: 'the file', status, reason: getFirstLine(message), isFlaky: false }];
  });
}

function toPlaywrightResults(suite: Suite, groups: readonly string[]): readonly TestResult[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      file: `test/e2e/${suite.file}`,
      name: [...groups, title].join(' > '),
      status: PLAYWRIGHT_STATUS[status],
      reason:
        annotations.find(({ type }) => type === 'skip')?.description ??
        getFirstLine(results.findLast(({ error }) => error !== undefined)?.error?.message),
      isFlaky: status === 'flaky',
    })),
  );
  const inner = (suite.suites ?? []).flatMap((each) => toPlaywrightResults(each, [...groups, each.title]));
  return [...own, ...inner];
}

/** Returns the results of a run of Playwright, or null without a report of the reporter `json` at `path`. */
export function readPlaywrightResults(path: string): readonly TestResult[] | null {
  const report = readReport(path, playwrightSchema);
  return report?.suites.flatMap((suite) => toPlaywrightResults(suite, [])) ?? null;
}

/** Returns the results of both runners, each null without a report. */
export function readBothResults(
  root: string,
  { vitest, playwright }: (typeof REPORTS)['tests' | 'system'],
): readonly [vitest: readonly TestResult[] | null, playwright: readonly TestResult[] | null] {
  return [readVitestResults(root, join(root, vitest)), readPlaywrightResults(join(root, playwright))];
}
