import type { Kind } from '#contract/ids.ts';
import type { LocalId } from '#contract/local-id.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function digits(value: bigint, length: number): string {
  let left = value;
  let text = '';
  for (let place = 0; place < length; place++) {
    text = (ALPHABET[Number(left % 32n)] ?? '') + text;
    left /= 32n;
  }
  return text;
}

/**
 * A new ULID: its time and its chance, so that ids sort as they were made.
 * @param nowMs epoch milliseconds
 * @param chance 20 hex digits
 */
export function newUlid(nowMs: number, randomHex: string): string {
  const time = digits(BigInt(Math.max(0, Math.trunc(nowMs))), 10);
  return time + digits(BigInt(`0x${randomHex}`), 16);
}

/** A new id of this desk for a record of a kind; time and chance as of a ULID. */
export function newLocalId(kind: Kind, nowMs: number, randomHex: string): LocalId {
  return `local_${kind}_${newUlid(nowMs, randomHex)}` as LocalId; // the shape that isLocalId checks
}
