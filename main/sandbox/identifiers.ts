import type { Random } from '#main/base/random.ts';
import { mixed } from './chance.ts';

/** The identifiers of one kind of record, by its number in the generated data. */
export interface Identifiers {
  readonly idOf: (index: number) => string;
  /** The number in an identifier that `getId` made, else null. */
  readonly indexOf: (id: string) => number | null;
}

const ROUNDS = [1, 2, 3, 4];
const TAIL = 0x7a11;
const DIGITS = 16;

/** Digits and letters alone, or with anything else that an opaque string may hold (section 2.1). */
export type IdShape = 'hex' | 'awkward';

const AWKWARD = [
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

/** Eight digits. By table: a page of records has ten thousand of them, and `toString` took half of its time. */
function hex(value: number): string {
  const byte = (shift: number): string => BYTES[(value >>> shift) & 0xff] ?? '';
  return byte(24) + byte(16) + byte(8) + byte(0);
}

/** A Feistel network on two halves of 16 bits: every number has one image, and the way back is the same way. */
function scrambled(value: number, seed: number, rounds: readonly number[]): number {
  let left = value >>> 16;
  let right = value & 0xffff;
  for (const round of rounds) {
    [left, right] = [right, left ^ (mixed(seed, round, right) & 0xffff)];
  }
  return ((right << 16) | left) >>> 0;
}

/**
 * Identifiers that look random and do not ascend, yet carry their record's number, so that a record is found
 * without an index over all of them. `prefix` is one of the service's document, section 2.1.
 */
export function identifiers(prefix: string, seed: number, shape: IdShape = 'hex'): Identifiers {
  const getId = (index: number): string =>
    decorateId(
      `${prefix}${hex(scrambled(index, seed, ROUNDS))}${hex(mixed(seed, TAIL, index))}`,
      prefix,
      shape,
    );
  const indexOf = (id: string): number | null => {
    const digits = id.slice(-DIGITS).slice(0, DIGITS / 2);
    const index = scrambled(Number.parseInt(digits, 16) >>> 0, seed, ROUNDS.toReversed());
    return getId(index) === id ? index : null;
  };
  return { idOf: getId, indexOf };
}

/** An identifier in a shape: what is awkward about it depends on its own digits. */
export function decorateId(id: string, prefix: string, shape: IdShape): string {
  if (shape === 'hex') return id;
  const digits = id.slice(prefix.length);
  return `${prefix}${AWKWARD[Number.parseInt(digits.slice(0, 8), 16) % AWKWARD.length] ?? ''}${digits}`;
}

/** An identifier nobody has to find again by its number. */
export function drawId(prefix: string, random: Random): string {
  return prefix + hex(random.fraction() * 2 ** 32) + hex(random.fraction() * 2 ** 32);
}
