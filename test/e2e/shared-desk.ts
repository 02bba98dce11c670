import type { Page } from 'playwright';
import type { Sandbox } from '#main/sandbox/server.ts';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { namedUser } from '#main/vault/token-owner.ts';
import { Desk, type DeskOptions, type DeskPlace } from './desk.ts';
import { canEndDemoClinic } from './demo-process.ts';
import { openKeychain, whyNoKeychain, type Keychain } from './keychain.ts';

/** What a test asks of the program. */
export interface StartOptions extends DeskOptions {
  /** Starts a program for this test alone: it restarts, kills or quits it, or reads its files and output. */
  readonly ownProgram?: boolean | undefined;
}

type Clinic = NonNullable<DeskOptions['clinic']>;
type Answer = { readonly ok: true } | { readonly ok: false; readonly error: { readonly code: string } };
type Calls = Readonly<Record<string, (input: object) => Promise<Answer>>>;

/** With an address and without tokens the program starts with the sign-in; nothing answers there. */
const NO_CLINIC = 'http://127.0.0.1:9';

/** A renderer keeps memory of the pages that it has left: after so many tests the program is started anew. */
const MAX_TESTS = 25;

/** Calls a procedure of the bridge, as the page does. */
async function call(page: Page, name: string, input: object): Promise<Answer> {
  return page.evaluate(
    ([procedure, given]) => {
      const bridge = (window as unknown as { intray: { call: Calls } }).intray; // the preload script puts it there
      return bridge.call[procedure]?.(given) ?? { ok: false, error: { code: 'no such procedure' } };
    },
    [name, input] as const,
  );
}

/**
 * One running program for all tests of a worker that do not test its start: each test signs in to a sandbox of its own, so it
 * finds an account, files and records that no other test has touched. Playwright ends the worker, and the program with it, as
 * soon as a test fails.
 */
export class SharedDesk {
  readonly #place: DeskPlace;
  #keychain: Keychain | null = null;
  #desk: Desk | null = null;
  /** Ports are used again, and an account is known by its address. */
  readonly #usedAddresses = new Set<string>();
  #tests = 0;

  constructor(place: DeskPlace) {
    this.#place = place;
  }

  /** Whether it has what a test asks for. Without a keychain nothing is kept of a sign-in. */
  has({ clinic, ownProgram = false, ...others }: StartOptions): boolean {
    if (ownProgram || Object.keys(others).length > 0 || whyNoKeychain() !== null) return false;
    return clinic !== undefined || canEndDemoClinic(this.#place.host);
  }

  /**
   * Signs in to a clinic, or opens a new demo clinic, and shows the page as after a start, with the settings of a new computer.
   * @throws where the account cannot be opened
   */
  async open(clinic: Clinic | undefined): Promise<Desk> {
    const isUsed = clinic !== undefined && this.#usedAddresses.has(clinic.baseUrl);
    if (isUsed || this.#tests >= MAX_TESTS) await this.close();
    const desk = await this.#running();
    this.#tests += 1;
    if (clinic !== undefined) this.#usedAddresses.add(clinic.baseUrl);
    const { page } = desk;
    await page.emulateMedia({ media: null, colorScheme: null, contrast: null, reducedMotion: null });
    await call(page, 'settings.set', DEFAULT_SETTINGS);
    if (clinic === undefined) await desk.endDemoClinic();
    const opened = await (clinic === undefined
      ? call(page, 'accounts.openDemo', {})
      : call(page, 'accounts.signIn', entryFor(clinic)));
    if (!opened.ok) throw new Error(`the account cannot be opened: ${opened.error.code}`);
    await page.reload();
    return desk;
  }

  /** Ends the program and forgets its computer. */
  async close(): Promise<void> {
    await this.#desk?.dispose();
    await this.#keychain?.close();
    [this.#desk, this.#keychain] = [null, null];
    this.#usedAddresses.clear();
    this.#tests = 0;
  }

  async #running(): Promise<Desk> {
    if (this.#desk?.isRunning === true) return this.#desk;
    await this.close();
    this.#keychain = await openKeychain();
    this.#desk = new Desk(this.#place, { baseUrl: NO_CLINIC, keychain: this.#keychain, hasCacheKey: true });
    await this.#desk.start();
    return this.#desk;
  }
}

function entryFor({ baseUrl, accessToken, jwt }: Pick<Sandbox, 'baseUrl' | 'accessToken' | 'jwt'>): object {
  return { baseUrl, accessToken, jwt, userId: namedUser(jwt) };
}
