import type { OutboxCounts } from '#contract/outbox.ts';

/**
 * How many writes wait in accounts that end with this run, because no keychain keeps their key. An account that is closed keeps
 * its number: its files stay until the program ends.
 */
export class UnsentOfRun {
  readonly #counts = new Map<string, number>();

  /** Notes how many writes wait in an account. */
  note(account: string, { saved, sending, uncertain, needsYou, rejected }: OutboxCounts): void {
    this.#counts.set(account, saved + sending + uncertain + needsYou + rejected);
  }

  /** How many wait in one account. */
  of(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  /** How many wait in all of them. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
