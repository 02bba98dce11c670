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
 * A new id of this desk: its time and its chance in the alphabet of ULIDs, so that ids sort as they were made.
 * @param nowMs epoch milliseconds
 * @param chance 20 hex digits
 */
export function newLocalId(kind: Kind, nowMs: number, chance: string): LocalId {
  const time = digits(BigInt(Math.max(0, Math.trunc(nowMs))), 10);
  return `local_${kind}_${time}${digits(BigInt(`0x${chance}`), 16)}` as LocalId; // the shape that isLocalId checks
}
