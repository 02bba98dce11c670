import { countUnsent, type OutboxCounts } from '#contract/outbox.ts';

/**
 * The number of pending changes in accounts that end with this run, because no keychain stores their key. An
 * account that is closed keeps its number: its files remain until the program ends.
 */
export class UnsentCountsLostAtProgramEnd {
  readonly #counts = new Map<string, number>();

  /** Notes the number of pending changes of an account. */
  note(account: string, counts: OutboxCounts): void {
    this.#counts.set(account, countUnsent(counts));
  }

  /** Forgets an account whose files are gone. */
  forget(account: string): void {
    this.#counts.delete(account);
  }

  /** Returns the number of pending changes of one account. */
  get(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  /** Returns the sum over all accounts. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
