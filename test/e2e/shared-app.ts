import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { AccountsState } from '#contract/accounts.ts';
import { err, type Result } from '#contract/result.ts';
import type { DemoServer } from '#main/demo/server.ts';
import type { ScreenStates } from '#contract/screen-states.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { readUserIdHintFromJwt } from '#main/vault/accounts.ts';
import { App, openRequisitions, type AppOptions, type AppFolder } from './app.ts';
import { callBridge } from './bridge.ts';
import { canEndDemoClinic } from './demo-process.ts';
import { openKeychain, whyNoKeychain, type Keychain } from './keychain.ts';

const NEWEST_FIRST = { by: 'updated', descending: true } as const;
/** The filters, tabs and orders of an account that was never opened. */
const FIRST_SCREEN_STATES: ScreenStates = {
  requisitions: { filters: '', tab: 'all', order: NEWEST_FIRST },
  forms: { filters: '', tab: 'all', order: NEWEST_FIRST },
  notifications: { filters: '', order: { unreadFirst: true } },
  'completion-requests': { show: 'open', days: null, order: { by: 'asked', descending: false } },
  day: { host: null },
  home: { scope: 'own' },
};

/** What a test requires of the program. */
export interface StartOptions extends AppOptions {
  /**
   * Starts a program for this test alone: the test is about starting and quitting, or reads all of its files and
   * output. The shared one can be restarted or killed as well; it then opens the same clinic again.
   */
  readonly ownProgram?: boolean | undefined;
  /** The test changes no record, so the demo clinic of the last such test is opened again. */
  readonly onlyReads?: boolean | undefined;
}

/** With an address and without tokens the program starts with the sign-in; no server listens there. */
const NO_CLINIC = 'http://127.0.0.1:9';

/** What it can do besides opening an account. */
const FULFILLED: ReadonlySet<string> = new Set(['onlyReads', 'staysAtHome'] satisfies (keyof StartOptions)[]);
/** What the stand-in can be told while it runs. */
const TOLD: ReadonlySet<string> = new Set(['savesAs', 'answers', 'printer'] satisfies (keyof StartOptions)[]);

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
  /**
   * The day on which the demo clinic was started, where only tests that read have used it: its appointments are those of
   * that day.
   */
  #unchangedDemoDay: string | null = null;

  constructor(place: AppFolder) {
    this.#place = place;
  }

  /** Whether it fulfils what a test requires. Without a keychain a sign-in is not stored. */
  has({ clinic, ownProgram = false, ...options }: StartOptions): boolean {
    const isTold = (name: string): boolean => this.#place.host === 'chromium' && TOLD.has(name);
    const others = Object.keys(options).filter((name) => !FULFILLED.has(name) && !isTold(name));
    if (ownProgram || others.length > 0 || whyNoKeychain() !== null) return false;
    return clinic !== undefined || canEndDemoClinic(this.#place.host);
  }

  /**
   * Signs in to a clinic, or opens a new demo clinic, and shows the page as after a start, with the settings
   * of a new computer and the window in its first size.
   * @throws if the account cannot be opened
   */
  async open(options: StartOptions): Promise<App> {
    const { clinic, onlyReads: _reads, ownProgram: _own, ...others } = options;
    const isUsed = clinic !== undefined && this.#usedAddresses.has(clinic.baseUrl);
    const isOld = this.#tests >= MAX_TESTS || performance.now() - this.#startedAt > MAX_AGE_MS;
    if (isUsed || isOld) await this.close();
    const app = await this.#running();
    this.#tests += 1;
    if (clinic !== undefined) this.#usedAddresses.add(clinic.baseUrl);
    const { page } = app;
    app.handOver({ ...others, baseUrl: clinic?.baseUrl ?? NO_CLINIC });
    await this.#restoreWindow(page);
    await this.#openAccount(app, options);
    await page.reload();
    if (others.staysAtHome !== true) await openRequisitions(page);
    return app;
  }

  /** Opens the account that a test requires, with screens that no user has left yet. */
  async #openAccount(app: App, { clinic, onlyReads = false }: StartOptions): Promise<void> {
    const opened = await (clinic === undefined
      ? this.#openDemo(app, onlyReads)
      : openAccount(app.page, 'accounts.signIn', entryFor(clinic)));
    if (!opened.ok) throw new Error(`the account cannot be opened: ${opened.error.code}`);
    await callOrThrow(app.page, 'screenStates.set', FIRST_SCREEN_STATES);
  }

  /** Restores the settings of a new computer, and the window in its first size and without emulated preferences. */
  async #restoreWindow(page: Page): Promise<void> {
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      contrast: null,
      reducedMotion: null,
      forcedColors: null,
    });
    await page.setViewportSize(this.#windowSize);
    await callOrThrow(page, 'settings.set', { ...DEFAULT_SETTINGS, isIntroduced: true });
  }

  /** Opens a new demo clinic, or for a test that reads the one that no test has changed. */
  async #openDemo(app: App, onlyReads: boolean): Promise<Result<AccountsState>> {
    // Programs of tests run in UTC.
    const today = new Date().toISOString().slice(0, 10);
    if (!onlyReads || this.#unchangedDemoDay !== today) await app.endDemoClinic();
    this.#unchangedDemoDay = onlyReads ? today : null;
    return openAccount(app.page, 'accounts.openDemo');
  }

  /** Ends the program and removes its computer. */
  async close(): Promise<void> {
    await this.#app?.dispose();
    await this.#keychain?.close();
    [this.#app, this.#keychain] = [null, null];
    this.#usedAddresses.clear();
    this.#tests = 0;
    this.#unchangedDemoDay = null;
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

/** Opens an account. A page that leaves one of a service ends before it is answered; then the next page is asked. */
async function openAccount(
  page: Page,
  name: 'accounts.signIn' | 'accounts.openDemo',
  input: object = {},
): Promise<Result<AccountsState>> {
  const answer = await callBridge(page, name, input).catch(() => null);
  if (answer !== null) return answer;
  const ask = () => callBridge(page, 'accounts.list').catch(() => null);
  const readState = async (): Promise<unknown> => {
    const listed = await ask();
    return listed?.ok === true ? listed.value.session : null;
  };
  await expect.poll(readState).toBe('open');
  return (await ask()) ?? err('engine-down');
}

/** Brings what a test finds back to its first state; throws if that fails. */
async function callOrThrow(
  page: Page,
  name: 'settings.set' | 'screenStates.set',
  input: object,
): Promise<void> {
  const answer = await callBridge(page, name, input);
  if (!answer.ok) throw new Error(`${name} failed: ${answer.error.code}`);
}

function entryFor({
  baseUrl,
  accessToken,
  jwt,
}: Pick<DemoServer, 'baseUrl' | 'accessToken' | 'jwt'>): object {
  return { baseUrl, accessToken, jwt, userId: readUserIdHintFromJwt(jwt) };
}
