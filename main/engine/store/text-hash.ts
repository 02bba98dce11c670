import { hash as digest } from 'node:crypto';

const HASH_BYTES = 16;

/** What tells one resource's text from another. */
export function toHash(text: string): Uint8Array {
  return digest('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** Whether two hashes are the same. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
