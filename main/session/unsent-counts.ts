import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { countUnsent, type OutboxCounts } from '#contract/outbox.ts';

const FILE = 'unsent.json';
const fileSchema = z.strictObject({ version: z.literal(1), unsent: z.number().int().nonnegative() });

/**
 * The number of changes that were not sent when an account with a PIN was closed, beside its files: its lock screen shows
 * it after a start, when nothing can open the files. It is the number alone, and readable without the PIN. It is written
 * when the account is closed and removed when the number changes, so that it is unknown after a crash, never wrong.
 */
export class UnsentCountFiles {
  readonly #dataDir: string;
  readonly #log: Log;

  constructor({ dataDir, log }: { readonly dataDir: string; readonly log: Log }) {
    this.#dataDir = dataDir;
    this.#log = log;
  }

  /** Returns the number for an account; null where it is not known. */
  read(account: string): number | null {
    const reading = readJsonFile(this.#getPath(account));
    const { data } = fileSchema.safeParse(reading.state === 'found' ? reading.value : null);
    return data?.unsent ?? null;
  }

  /** Saves the number of unsent changes beside the account's files. */
  write(account: string, unsent: number): void {
    this.#try(() => writeJsonFile(this.#getPath(account), { version: 1, unsent }));
  }

  /** Deletes the saved number, once it is no longer known to be right. */
  remove(account: string): void {
    this.#try(() => rmSync(this.#getPath(account), { force: true }));
  }

  #getPath(account: string): string {
    return join(getAccountFolder(this.#dataDir, account), FILE);
  }

  /** Runs file work and ignores its errors: a number that cannot be saved is unknown later, and nothing depends on it. */
  #try(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#log.warn('the number of unsent changes could not be saved', { thrown: describeThrown(thrown) });
    }
  }
}

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
