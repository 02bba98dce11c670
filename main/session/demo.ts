import type { Account } from '#contract/accounts.ts';
import type { NameChange } from '#contract/directory.ts';
import { NO_KEYCHAIN_GENERATION_MARKER } from '#contract/generation-marker.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { AccountSecrets } from '#main/vault/secrets.ts';

/** The built-in demo clinic while it runs. Its tokens are valid for this run only. */
export interface RunningDemoClinic {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly jwt: string;
  readonly userId: string;
  /** The names of its people and places, with which its directory starts. */
  readonly names: readonly NameChange[];
  /** Returns whether its process still runs. */
  isRunning(): boolean;
  stop(): void;
}

/** Returns the account of the demo clinic, which always exists. */
export function createDemoAccount(demo: RunningDemoClinic | null): Account {
  return {
    id: 'demo',
    kind: 'demo',
    baseUrl: demo?.baseUrl ?? '',
    userId: demo?.userId ?? null,
    addedAt: null,
  };
}

/**
 * The demo clinic of this run: it is started when it is first opened, and again where its process has ended.
 */
export class DemoClinicStarter {
  readonly #start: () => Promise<RunningDemoClinic>;
  readonly #random: RandomGenerator;
  #demo: RunningDemoClinic | null = null;
  /** Key of the running clinic's files; null until they were opened. */
  #key: string | null = null;

  constructor(start: () => Promise<RunningDemoClinic>, random: RandomGenerator) {
    this.#start = start;
    this.#random = random;
  }

  get account(): Account {
    return createDemoAccount(this.#demo);
  }

  /** The names with which the directory of the running clinic starts. */
  get names(): readonly NameChange[] {
    return this.#demo?.names ?? [];
  }

  get isRunning(): boolean {
    return this.#demo?.isRunning() === true;
  }

  /**
   * Starts the clinic where it does not run, and returns the secrets that open its account. The files of a
   * running clinic are opened again with the same key.
   * @returns `startsOver` where the files of this run belong to an earlier clinic
   */
  async startAndGetSecrets(): Promise<{ readonly secrets: AccountSecrets; readonly startsOver: boolean }> {
    if (this.#demo === null || !this.#demo.isRunning()) {
      this.#demo = await this.#start();
      this.#key = null;
    }
    const { accessToken, jwt } = this.#demo;
    const opener = { tokens: { accessToken, jwt }, key: this.#key ?? this.#random.hex(32) };
    const secrets = {
      ...opener,
      lifetime: 'run',
      place: 'demo',
      keychainMark: NO_KEYCHAIN_GENERATION_MARKER,
    } as const;
    return { secrets, startsOver: this.#key === null };
  }

  /** Records the key with which its files were opened. */
  setKey(key: string): void {
    this.#key = key;
  }

  stop(): void {
    this.#demo?.stop();
    this.#demo = null;
  }
}
