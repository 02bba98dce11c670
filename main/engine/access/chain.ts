import { hash } from 'node:crypto';
import type { AccessEntry, AccessLogHead, AccessLogIntegrityFinding } from '#contract/access-log.ts';

/** An entry as it is stored, with the text of its receipt. */
export interface StoredAccessEntry extends Omit<AccessEntry, 'receipt'> {
  readonly receipt: string | null;
}

/** A stored entry with the hash of the entry before it, and its own, which covers both. */
export interface HashChainedEntry extends StoredAccessEntry {
  readonly previous: string;
  readonly hash: string;
}

/** The previous hash of the first entry of a log, which has no entry before it. */
const START = '0'.repeat(64);

/** Maximum number of problems that one check of the log reports. */
const MAX_PROBLEMS = 100;

function hashEntry(entry: StoredAccessEntry, previous: string): string {
  const { number, at, what, user, account, record, patient, outcome, receipt } = entry;
  const fields = [previous, number, at, what, user, account, record, patient, outcome];
  // Entries of the first schema have no receipt, and keep their hashes.
  return hash('sha256', JSON.stringify(receipt === null ? fields : [...fields, receipt]));
}

/**
 * Chains an entry to the log.
 * @param head the last entry of the log; null where the log is empty
 */
export function addToHashChain(
  entry: Omit<StoredAccessEntry, 'number'>,
  head: AccessLogHead | null,
): HashChainedEntry {
  const numbered = { ...entry, number: (head?.number ?? 0) + 1 };
  const previous = head?.hash ?? START;
  return { ...numbered, previous, hash: hashEntry(numbered, previous) };
}

/**
 * Checks the entries of a log, which it takes one after the other in the order of their numbers. A changed entry
 * is found by its own hash, or by that of the entry after it where its own was computed again; a missing one by
 * the numbers; a missing end by the head that was saved outside the file.
 */
export class HashChainVerifier {
  readonly #head: AccessLogHead | null;
  readonly #problems: AccessLogIntegrityFinding[] = [];
  #last: AccessLogHead = { number: 0, hash: START };
  #count = 0;

  /** @param head the head that was saved outside the file */
  constructor(head: AccessLogHead | null) {
    this.#head = head;
  }

  addEntry(entry: HashChainedEntry): void {
    const { number, previous } = entry;
    this.#count += 1;
    const isNext = number === this.#last.number + 1;
    if (!isNext) this.#report('missing', this.#last.number + 1, number - 1);
    else if (previous !== this.#last.hash) this.#report('changed', Math.max(1, number - 1));
    const isOther = this.#head?.number === number && this.#head.hash !== entry.hash;
    if (hashEntry(entry, previous) !== entry.hash || isOther) this.#report('changed', number);
    this.#last = { number, hash: entry.hash };
  }

  /** Ends the check. Returns the number of entries that were there, and the findings. */
  finish(): { readonly entries: number; readonly problems: readonly AccessLogIntegrityFinding[] } {
    const end = this.#head?.number ?? 0;
    if (end > this.#last.number) this.#report('cut-off', this.#last.number + 1, end);
    return { entries: this.#count, problems: this.#problems };
  }

  #report(kind: AccessLogIntegrityFinding['kind'], from: number, to = from): void {
    const last = this.#problems.at(-1);
    // A changed entry may be found twice, by its own hash and by the entry after it: it is reported once.
    if (last?.kind === kind && last.to === to) return;
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ kind, from, to });
  }
}
