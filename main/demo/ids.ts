import type { RandomGenerator } from '#main/base/random.ts';
import { hashNumbers } from './random-choices.ts';

/** The identifiers of one kind of record, by its number in the generated data. */
export interface IdCodec {
  readonly idOf: (index: number) => string;
  /** Returns the number of an identifier that `idOf` made, or null. */
  readonly indexOf: (id: string) => number | null;
}

const FEISTEL_ROUNDS = [1, 2, 3, 4];
const TAIL_SALT = 0x7a11;
const DIGITS = 16;

/** `awkward`: with characters that an opaque string may contain but that are awkward in URLs and texts. */
export type IdShape = 'hex' | 'awkward';

const AWKWARD_IDS = [
  '',
  'a/b',
  'what?',
  '#1',
  '%2F',
  'two words',
  '漢字',
  '..',
  '/../',
  String.raw`\..\b`,
  'e\u0301',
  '\u00e9',
  '\u200b\u202e',
  `"x",'y';`,
  'a&b=c+d:e',
  '漢'.repeat(230),
];

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Returns eight hex digits. It uses a table: a page of records has ten thousand of them, and `toString` took
 * half of its time.
 */
function toHex(value: number): string {
  const toByteHex = (shift: number): string => BYTES[(value >>> shift) & 0xff] ?? '';
  return toByteHex(24) + toByteHex(16) + toByteHex(8) + toByteHex(0);
}

/**
 * A Feistel network on two halves of 16 bits: a bijection whose inverse is the same function with reversed
 * rounds.
 */
function permute(value: number, seed: number, rounds: readonly number[]): number {
  let left = value >>> 16;
  let right = value & 0xffff;
  for (const round of rounds) {
    [left, right] = [right, left ^ (hashNumbers(seed, round, right) & 0xffff)];
  }
  return ((right << 16) | left) >>> 0;
}

/**
 * Creates identifiers that look random and do not ascend, but encode their record's number, so that a record
 * is found without an index over all of them. `prefix` is one of the service's document, section 2.1.
 */
export function createIdCodec(prefix: string, seed: number, shape: IdShape = 'hex'): IdCodec {
  const getId = (index: number): string =>
    applyIdShape(
      `${prefix}${toHex(permute(index, seed, FEISTEL_ROUNDS))}${toHex(hashNumbers(seed, TAIL_SALT, index))}`,
      prefix,
      shape,
    );
  const indexOf = (id: string): number | null => {
    const digits = id.slice(-DIGITS).slice(0, DIGITS / 2);
    const index = permute(Number.parseInt(digits, 16) >>> 0, seed, FEISTEL_ROUNDS.toReversed());
    return getId(index) === id ? index : null;
  };
  return { idOf: getId, indexOf };
}

/** Returns an identifier in a shape: which awkward characters it has depends on its own digits. */
export function applyIdShape(id: string, prefix: string, shape: IdShape): string {
  if (shape === 'hex') return id;
  const digits = id.slice(prefix.length);
  return `${prefix}${AWKWARD_IDS[Number.parseInt(digits.slice(0, 8), 16) % AWKWARD_IDS.length] ?? ''}${digits}`;
}

/** Draws an identifier that need not be found by its number. */
export function generateId(prefix: string, random: RandomGenerator): string {
  return prefix + toHex(random.fraction() * 2 ** 32) + toHex(random.fraction() * 2 ** 32);
}
