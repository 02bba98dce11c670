import { defineConfig } from 'playwright/test';
import type { HostOptions } from './test/e2e/fixtures.ts';
import { shareCompileCache } from './scripts/compile-cache.ts';
import { useMemoryFiles } from './scripts/memory-files.ts';
import { whyUnavailable } from './test/e2e/launch.ts';

shareCompileCache();
useMemoryFiles();

const MINUTE = 60_000;
const HOSTS = ['electron', 'chromium'] as const;
/** What belongs to the computer and its accounts: starts, locks, removals, processes, memory, keychains, disks. `npm run test:system` runs it. */
const SYSTEM = 'system/*.spec.ts';

// Once for the run, not once more in every worker: reports say that tests were skipped, this says why.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  for (const host of HOSTS) {
    const reason = whyUnavailable(host);
    if (reason !== null) process.stdout.write(`The project ${host} is skipped: ${reason}.\n`);
  }
}

/** The end-to-end suites, once on each host. Specs do not know which one they run on. */
export default defineConfig<HostOptions>({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // The same pictures on every host and system: what is compared allows for their differences.
  snapshotPathTemplate: 'test/e2e/pictures/{arg}{ext}',
  // A test waits about half of its time, so three programs at a time fill two cores.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A shared machine may starve a browser for a while; what passes at the second try is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Bounds for what hangs, never a measure of speed: three programs on two busy cores take several times as long as one.
  timeout: 4 * MINUTE,
  expect: { timeout: MINUTE },
  reporter: [['list']],
  projects: HOSTS.flatMap((host) => [
    { name: host, testIgnore: SYSTEM, use: { host } },
    { name: `${host}-system`, testMatch: SYSTEM, use: { host } },
  ]),
});
