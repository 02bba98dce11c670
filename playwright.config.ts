import { defineConfig } from 'playwright/test';
import type { HostOptions } from './test/e2e/fixtures.ts';

const MINUTE = 60_000;

/** The end-to-end suite, once on each host. Specs do not know which one they run on. */
export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // A desk is four processes and a browser; two at a time fill a small machine.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: MINUTE,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: [
    { name: 'electron', use: { host: 'electron' } },
    { name: 'chromium', use: { host: 'chromium' } },
  ],
});
