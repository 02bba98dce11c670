import { defineConfig } from 'vitest/config';
import { shareCompileCache } from './scripts/compile-cache.ts';
import { useMemoryFiles } from './scripts/memory-files.ts';

/** A bound for what hangs, never a measure of speed: on a busy machine real processes, keyrings and whole pages take their time. */
const TIMEOUT_MS = 120_000;

/**
 * Tests of what belongs to the computer: they start processes and keyrings, or the main process, which leaves listeners and
 * settings behind. `npm run test:system` runs them, and those of `REPEATED`.
 */
const SYSTEM = [
  'test/unit/shell/{start,headless*}.test.ts',
  'test/integration/{bench,host,processes,removal,vault}/**/*.test.ts',
  'test/integration/cli/{keychain,locked,process}.test.ts',
  'test/integration/engine/process.test.ts',
  'test/integration/fuzz.test.ts',
];

/**
 * Tests that repeat one behaviour for many services, many ends of a request or many minutes: they take as long as a hundred
 * others, and the sample of the fault suites is run beside them.
 */
const REPEATED = [
  'test/integration/demo/conformance-dialects.test.ts',
  'test/integration/engine/downtime-pack/limits.test.ts',
  'test/integration/engine/sender/unreadable-lists.test.ts',
  'test/integration/engine/sync/{continues,dialects}.test.ts',
];
const IN_SYSTEM = [...SYSTEM, ...REPEATED];

/**
 * React as it is in the program, with the page's own function that makes elements; React's development build takes three times
 * as long to draw the whole page.
 */
const PRODUCTION_REACT = {
  oxc: { jsx: { runtime: 'automatic', development: false, importSource: '#shown-text' } },
} as const;
/**
 * Tests make many objects that do not live long: with room for them, V8 collects them less often. Its threads for that would
 * wait for the two cores that the tests fill.
 */
const V8_OPTIONS = ['--max-semi-space-size=64', '--single-threaded-gc'];
/** On a shared machine a failed test is run once more, as in the end-to-end suite; `npm test` ends with the names of those. */
const RETRIES = process.env['CI'] ? 1 : 0;
const PROCESS = {
  pool: 'forks' as const,
  execArgv: V8_OPTIONS,
  retry: RETRIES,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  // Less than the limit of a test, so that the error of the check is shown.
  expect: { poll: { timeout: TIMEOUT_MS / 2 } },
};
const PAGE = {
  ...PROCESS,
  environment: 'happy-dom',
  env: { NODE_ENV: 'production' },
  setupFiles: ['quick-styles', 'quick-errors', 'no-idle-time', 'quiet-selection'].map(
    (name) => `test/support/page/${name}.ts`,
  ),
  isolate: false,
};

shareCompileCache();
useMemoryFiles();

export default defineConfig({
  test: {
    reporters: ['default'],
    // The suites wait about half of their time, so five at a time fill two cores.
    maxWorkers: 5,
    globalSetup: 'scripts/compile-cache.ts',
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/{unit,integration}/**/*.test.ts'],
          exclude: ['test/{unit,integration}/renderer/**', ...IN_SYSTEM],
          ...PROCESS,
          environment: 'node',
          // Files share the modules of their process: loading the engine for each file takes a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'system',
          include: IN_SYSTEM,
          ...PROCESS,
          environment: 'node',
        },
      },
      {
        test: {
          // Each file draws its own dialects. `npm run test:system` runs a sample, `npm run test:faults` all.
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          ...PROCESS,
          environment: 'node',
        },
      },
      {
        ...PRODUCTION_REACT,
        test: {
          ...PAGE,
          name: 'dom',
          setupFiles: [...PAGE.setupFiles, 'test/support/page/production-act.ts'],
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
        },
      },
      {
        ...PRODUCTION_REACT,
        test: {
          ...PAGE,
          name: 'page',
          include: ['test/integration/renderer/**/*.test.tsx'],
        },
      },
    ],
  },
});
