import type { AccountsState } from '#contract/accounts.ts';
import type { Result } from '#contract/result.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { decodeJwtUser } from '#main/vault/accounts.ts';
import { App, openRequisitions, type AppOptions, type AppFolder } from './app.ts';
import { callBridge } from './bridge.ts';
import { canEndDemoClinic } from './demo-process.ts';
import { openKeychain, whyNoKeychain, type Keychain } from './keychain.ts';

/** What a test requires of the program. */
export interface StartOptions extends AppOptions {
  /**
   * Starts a program for this test alone: the test restarts, kills or quits it, or reads its files and
   * output.
   */
  readonly ownProgram?: boolean | undefined;
  /** The test changes no record, so the demo clinic of the last such test is opened again. */
  readonly onlyReads?: boolean | undefined;
}

/** With an address and without tokens the program starts with the sign-in; no server listens there. */
const NO_CLINIC = 'http://127.0.0.1:9';

/** What it can do besides opening an account. */
const FULFILLED: ReadonlySet<string> = new Set(['onlyReads', 'staysAtHome'] satisfies (keyof StartOptions)[]);

/**
 * A renderer keeps memory of the pages that it has left, so the program is restarted after this many tests.
 */
const MAX_TESTS = 25;
/**
 * It is restarted after this time as well: the stand-in reports no input to the window, so that it locks after ten
 * minutes.
 */
const MAX_AGE_MS = 5 * 60_000;

/**
 * One running program for all tests of a worker that do not test its start: each test signs in to a demo
 * clinic of its own, so it finds an account, files and records that no other test has changed. Playwright
 * ends the worker, and the program with it, as soon as a test fails.
 */
export class SharedApp {
  readonly #place: AppFolder;
  #keychain: Keychain | null = null;
  #app: App | null = null;
  /** Ports are reused, and an account is identified by its address. */
  readonly #usedAddresses = new Set<string>();
  #windowSize = { width: 0, height: 0 };
  #tests = 0;
  #startedAt = 0;
  /** Whether the demo clinic has run, and only for tests that read. */
  #isDemoUnchanged = false;

  constructor(place: AppFolder) {
    this.#place = place;
  }

  /** Whether it fulfils what a test requires. Without a keychain a sign-in is not stored. */
  has({ clinic, ownProgram = false, ...options }: StartOptions): boolean {
    const others = Object.keys(options).filter((name) => !FULFILLED.has(name));
    if (ownProgram || others.length > 0 || whyNoKeychain() !== null) return false;
    return clinic !== undefined || canEndDemoClinic(this.#place.host);
  }

  /**
   * Signs in to a clinic, or opens a new demo clinic, and shows the page as after a start, with the settings
   * of a new computer and the window in its first size.
   * @throws if the account cannot be opened
   */
  async open({ clinic, onlyReads = false, staysAtHome = false }: StartOptions): Promise<App> {
    const isUsed = clinic !== undefined && this.#usedAddresses.has(clinic.baseUrl);
    const isOld = this.#tests >= MAX_TESTS || performance.now() - this.#startedAt > MAX_AGE_MS;
    if (isUsed || isOld) await this.close();
    const app = await this.#running();
    this.#tests += 1;
    if (clinic !== undefined) this.#usedAddresses.add(clinic.baseUrl);
    const { page } = app;
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      contrast: null,
      reducedMotion: null,
      forcedColors: null,
    });
    await page.setViewportSize(this.#windowSize);
    const restored = await callBridge(page, 'settings.set', { ...DEFAULT_SETTINGS, isIntroduced: true });
    if (!restored.ok) throw new Error(`the settings cannot be restored: ${restored.error.code}`);
    const opened = await (clinic === undefined
      ? this.#openDemo(app, onlyReads)
      : callBridge(page, 'accounts.signIn', entryFor(clinic)));
    if (!opened.ok) throw new Error(`the account cannot be opened: ${opened.error.code}`);
    await page.reload();
    if (!staysAtHome) await openRequisitions(page);
    return app;
  }

  /** Opens a new demo clinic, or for a test that reads the one that no test has changed. */
  async #openDemo(app: App, onlyReads: boolean): Promise<Result<AccountsState>> {
    if (!onlyReads || !this.#isDemoUnchanged) await app.endDemoClinic();
    this.#isDemoUnchanged = onlyReads;
    return callBridge(app.page, 'accounts.openDemo');
  }

  /** Ends the program and removes its computer. */
  async close(): Promise<void> {
    await this.#app?.dispose();
    await this.#keychain?.close();
    [this.#app, this.#keychain] = [null, null];
    this.#usedAddresses.clear();
    this.#tests = 0;
    this.#isDemoUnchanged = false;
  }

  async #running(): Promise<App> {
    if (this.#app?.isRunning === true) return this.#app;
    await this.close();
    this.#keychain = await openKeychain();
    this.#app = new App(this.#place, { baseUrl: NO_CLINIC, keychain: this.#keychain, hasCacheKey: true });
    await this.#app.start();
    this.#startedAt = performance.now();
    this.#windowSize = await this.#app.page.evaluate(() => ({
      width: window.innerWidth,
      height: window.innerHeight,
    }));
    return this.#app;
  }
}

function entryFor({
  baseUrl,
  accessToken,
  jwt,
}: Pick<DemoServer, 'baseUrl' | 'accessToken' | 'jwt'>): object {
  return { baseUrl, accessToken, jwt, userId: decodeJwtUser(jwt) };
}
