import { defineConfig } from 'vitest/config';
import { keepCompiled } from './scripts/compile-cache.ts';
import { useMemoryFiles } from './scripts/memory-files.ts';

/** A bound for what hangs, never a measure of speed: real processes and keyrings take their time on a busy machine. */
const TIMEOUT_MS = 30_000;

keepCompiled();
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
          include: ['test/{unit,integration,faults}/**/*.test.ts'],
          exclude: ['test/unit/renderer/**'],
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
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
