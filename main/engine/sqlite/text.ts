import { hash as digest } from 'node:crypto';

/** As far into a text as is searched: the longest query that the contract lets through. */
const SEARCHED_LENGTH = 10_000;

/**
 * Folds a name or a query for comparing, as the service does (service's document, section 4.2: case-insensitive partial
 * match): lower case, diacritics kept. Half surrogates become U+FFFD, as they do in the file.
 */
export function normalize(text: string): string {
  return text.slice(0, SEARCHED_LENGTH).toWellFormed().toLowerCase();
}

const HASH_BYTES = 16;

/** What tells one resource's text from another. */
export function toHash(text: string): Uint8Array {
  return digest('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** Whether two hashes are the same. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
