import { isLoopbackHost } from '#contract/hosts.ts';
import type { Policy } from '#contract/policy.ts';
import { err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { AccountRegister } from '#main/vault/accounts.ts';

/** Failures in a row that cost no wait: a user mistypes, and corrects at once. */
const FREE_FAILURES = 3;
const LONGEST_WAIT = MINUTE;

export interface SignInGuardDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly accounts: Pick<AccountRegister, 'list'>;
  readonly policy: Pick<Policy, 'baseUrl'>;
  /** Asks the user, outside the page, whether tokens may be sent to a host that is new on this computer. */
  readonly mayContact: (host: string) => Promise<boolean>;
}

/**
 * Limits what a page can send by signing in: without it, a page that runs foreign code could hand any text to any
 * host as a token.
 */
export class SignInGuard {
  readonly #options: SignInGuardDeps;
  /** Origins that the user has agreed to in this run: mistyped tokens lead to no second question. */
  readonly #agreed = new Set<string>();
  #isRunning = false;
  #failures = 0;
  /** Monotonic time before which no sign-in begins. */
  #notBefore = 0;

  constructor(options: SignInGuardDeps) {
    this.#options = options;
  }

  /**
   * Runs a sign-in, one at a time. After several failures in a row the next one has to wait, each time twice as
   * long; until then, and while one runs, the answer is 'sign-in-paused'.
   */
  async run<T>(signIn: () => Promise<Result<T>>): Promise<Result<T>> {
    const waitMs = Math.max(0, Math.ceil(this.#notBefore - this.#options.clock.monotonic()));
    if (this.#isRunning || waitMs > 0) return err('sign-in-paused', { waitMs });
    this.#isRunning = true;
    try {
      const outcome = await signIn();
      this.#count(outcome.ok);
      return outcome;
    } finally {
      this.#isRunning = false;
    }
  }

  /**
   * Returns whether tokens may be sent to an origin: that of an account here, the one that the policy fixes, one on
   * this computer, which nothing leaves, or one that the user agrees to.
   */
  async mayContact(origin: string): Promise<boolean> {
    const { accounts, policy } = this.#options;
    const { host, hostname } = new URL(origin);
    const isKnown = policy.baseUrl === origin || accounts.list().some(({ baseUrl }) => baseUrl === origin);
    if (isKnown || isLoopbackHost(hostname) || this.#agreed.has(origin)) return true;
    if (!(await this.#options.mayContact(host))) return false;
    this.#agreed.add(origin);
    return true;
  }

  #count(hasSucceeded: boolean): void {
    this.#failures = hasSucceeded ? 0 : this.#failures + 1;
    if (this.#failures <= FREE_FAILURES) return;
    const wait = Math.min(SECOND * 2 ** (this.#failures - FREE_FAILURES), LONGEST_WAIT);
    this.#notBefore = this.#options.clock.monotonic() + wait;
  }
}
