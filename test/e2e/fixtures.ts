/** The fixtures of a specification: computers with Intray on them, and clinics to sign in to. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, type TestInfo } from 'playwright/test';
import { startDemoServer, type DemoServer, type DemoServerOptions } from '#main/demo/server.ts';
import { App, type AppOptions } from './app.ts';
import { openDisplay } from '../../scripts/display.ts';
import { openKeychain, whyNoKeychain, type Keychain } from './keychain.ts';
import { whyUnavailable, type Host } from './launch.ts';
import { SharedApp, type StartOptions } from './shared-app.ts';

export { expect } from 'playwright/test';
export type { App } from './app.ts';

export interface HostOptions {
  readonly host: Host;
}

export interface Fixtures {
  /** A computer with a home of its own; Intray is not started yet. */
  readonly makeApp: (options?: AppOptions) => App;
  /**
   * Intray, running. The first program of a test that needs at most a clinic is a shared one, with that
   * account open; any other is started for the test alone. Opens the demo clinic by default.
   */
  readonly startApp: (options?: StartOptions) => Promise<App>;
  /** A clinic's service on this computer. */
  readonly startClinic: (options?: DemoServerOptions) => Promise<DemoServer>;
  /** An empty keychain that exists while the test runs. */
  readonly keychain: Keychain;
  readonly hostIsHere: undefined;
}

interface WorkerFixtures extends HostOptions {
  /** The display for the windows of Electron; none for a page without a window. */
  readonly display: string;
  /** The program that the tests of a worker share; it starts with the first test that uses it. */
  readonly sharedApp: SharedApp;
}

/** Number of its last lines that a report shows; the folder of an automatic run is removed with the file. */
const LAST_LINES = 15;

/** The lines that a program has logged; empty if it has not started. */
function readLog({ dataDir }: App): string {
  const folder = join(dataDir, 'logs');
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
}

/** What a report shows of a program whose test has failed. */
async function attachState(app: App, testInfo: TestInfo): Promise<void> {
  const lines = readLog(app);
  const last = lines.split('\n').slice(-LAST_LINES).join('\n');
  await testInfo.attach('output', { body: `${app.output()}\n${last}`, contentType: 'text/plain' });
  // As a file: the report of the command line shows only its first lines.
  const log = testInfo.outputPath('log.txt');
  writeFileSync(log, lines);
  await testInfo.attach('log', { path: log, contentType: 'text/plain' });
  if (app.isRunning && !app.page.isClosed())
    await testInfo.attach('window', { body: await app.page.screenshot(), contentType: 'image/png' });
}

function hasFailed({ status, expectedStatus }: TestInfo): boolean {
  return status !== expectedStatus;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: ['chromium', { option: true, scope: 'worker' }],

  display: [
    async ({ host }, use) => {
      if (host === 'chromium' || whyUnavailable(host) !== null) return use('');
      const display = await openDisplay();
      await use(display.name);
      await display.close();
    },
    { scope: 'worker' },
  ],

  sharedApp: [
    async ({ host, display }, use) => {
      const shared = new SharedApp({ host, display });
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  hostIsHere: [
    async ({ host }, use, testInfo) => {
      const reason = whyUnavailable(host);
      testInfo.skip(reason !== null, reason ?? '');
      await use(undefined);
    },
    { auto: true },
  ],

  makeApp: async ({ host, display }, use, testInfo) => {
    const apps: App[] = [];
    await use((options = {}) => {
      const app = new App({ host, display }, options);
      apps.push(app);
      return app;
    });
    for (const app of apps) {
      if (hasFailed(testInfo)) await attachState(app, testInfo);
      await app.dispose();
    }
  },

  startApp: async ({ makeApp, sharedApp }, use, testInfo) => {
    let shared: App | null = null;
    await use(async (options = {}) => {
      if (shared === null && sharedApp.has(options)) {
        shared = await sharedApp.open(options);
        return shared;
      }
      const app = makeApp(options);
      await app.start();
      return app;
    });
    if (shared !== null && hasFailed(testInfo)) await attachState(shared, testInfo);
  },

  // oxlint-disable-next-line no-empty-pattern -- the runner asks for this shape
  keychain: async ({}, use, testInfo) => {
    const reason = whyNoKeychain();
    testInfo.skip(reason !== null, reason ?? '');
    const keychain = await openKeychain();
    await use(keychain);
    await keychain.close();
  },

  // oxlint-disable-next-line no-empty-pattern -- the runner asks for this shape
  startClinic: async ({}, use) => {
    const clinics: DemoServer[] = [];
    await use(async (options) => {
      const clinic = await startDemoServer({ requisitions: 60, forms: 8, notifications: 20, ...options });
      clinics.push(clinic);
      return clinic;
    });
    await Promise.all(clinics.map((clinic) => clinic.close()));
  },
});
