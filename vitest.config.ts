import { defineConfig } from 'vitest/config';
import { shareCompileCache } from './scripts/compile-cache.ts';
import { useMemoryFiles } from './scripts/memory-files.ts';

/** A bound for what hangs, never a measure of speed: real processes and keyrings take their time on a busy machine. */
const TIMEOUT_MS = 30_000;
/** The same bound for a test that does several things on a whole page, as in the end-to-end suite. */
const PAGE_TIMEOUT_MS = 4 * TIMEOUT_MS;

shareCompileCache();
useMemoryFiles();

export default defineConfig({
  test: {
    reporters: ['default'],
    // The suites wait about half of their time, so three at a time fill two cores.
    maxWorkers: 3,
    globalSetup: 'scripts/compile-cache.ts',
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/{unit,integration}/**/*.test.ts'],
          exclude: ['test/unit/{renderer,shell}/**', 'test/integration/renderer/**'],
          environment: 'node',
          pool: 'forks',
          // Files share the modules of their process: loading the engine for each file takes a third of the time.
          isolate: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          // Each file draws its own dialects, or fakes the `electron` module.
          name: 'isolated',
          include: ['test/faults/**/*.test.ts', 'test/unit/shell/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'dom',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        // React as it is in the program: its development build takes three times as long to draw the whole page.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          include: ['test/integration/renderer/**/*.test.tsx'],
          environment: 'happy-dom',
          env: { NODE_ENV: 'production' },
          isolate: false,
          testTimeout: PAGE_TIMEOUT_MS,
        },
      },
    ],
  },
});
