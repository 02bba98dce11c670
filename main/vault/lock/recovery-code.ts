import { createHash, randomBytes } from 'node:crypto';
import { err, ok, type Result } from '#contract/result.ts';

/** Crockford's alphabet: no I, L, O and U, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_BYTES = 16;
const GROUP = 4;
/** 128 bits of the secret and 12 of its checksum, in characters of 5 bits. */
const LENGTH = 28;
const CHECK_BITS = 12n;

function getCheck(secret: Uint8Array): bigint {
  const [first = 0, second = 0] = createHash('sha256').update('intray recovery').update(secret).digest();
  return (BigInt(first) << 4n) | (BigInt(second) >> 4n);
}

/** Returns a new random secret of 128 bits for a recovery code. */
export function createRecoverySecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns the text that a user writes down: seven groups of four characters. */
export function formatRecoveryCode(secret: Uint8Array): string {
  const value = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) << CHECK_BITS) | getCheck(secret);
  const characters = Array.from({ length: LENGTH }, (_, index) => {
    const shift = BigInt(5 * (LENGTH - 1 - index));
    return ALPHABET[Number((value >> shift) & 31n)] ?? '';
  }).join('');
  return characters.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/**
 * Reads a code as a user types it: in any case, with any blanks and hyphens, O for 0, and I or L for 1.
 * 'wrong-recovery-code' with the detail 'mistyped' where it cannot be one.
 */
export function parseRecoveryCode(text: string): Result<Buffer> {
  const typed = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const digits = Array.from(typed, (character) => ALPHABET.indexOf(character));
  const mistyped = err('wrong-recovery-code', { detail: 'mistyped' });
  if (digits.length !== LENGTH || digits.includes(-1)) return mistyped;
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n);
  const hex = (value >> CHECK_BITS).toString(16).padStart(2 * SECRET_BYTES, '0');
  const secret = Buffer.from(hex, 'hex');
  return getCheck(secret) === (value & ((1n << CHECK_BITS) - 1n)) ? ok(secret) : mistyped;
}
