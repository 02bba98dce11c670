import { hash as digest } from 'node:crypto';

/** Number of characters of a text that are searched: the maximum length of a query in the contract. */
const SEARCHED_LENGTH = 10_000;

/**
 * Normalizes a name or a query for comparison, as the service does (service's document, section 4.2:
 * case-insensitive partial match): lower case, diacritics kept. Unpaired surrogates become U+FFFD, as they do
 * in the database.
 */
export function normalizeForSearch(text: string): string {
  return text.slice(0, SEARCHED_LENGTH).toWellFormed().toLowerCase();
}

const HASH_BYTES = 16;

/** Hash of a resource's text, for detecting changes: the first 16 bytes of SHA-256. */
export function hashResourceText(text: string): Uint8Array {
  return digest('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** Returns whether two hashes of resources are equal, byte by byte. */
export function areResourceTextHashesEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
