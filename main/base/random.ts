import { randomBytes } from 'node:crypto';

/** Randomness as an argument, so that a test can repeat it. */
export interface RandomGenerator {
  /** Returns a number in [0, 1). */
  fraction(): number;
  /** Returns `count` bytes as lower-case hex. */
  hex(count: number): string;
}

/** The operating system's random source. */
export const systemRandomSource: RandomGenerator = {
  fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  hex: (count) => {
    const bytes = randomBytes(count);
    const text = bytes.toString('hex');
    bytes.fill(0); // Most callers use the bytes as keys, which must not stay in memory.
    return text;
  },
};

/** Creates a repeatable source (mulberry32). For generated data and tests, never for keys. */
export function createSeededRandom(seed: number): RandomGenerator {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (count: number): string =>
    Array.from({ length: count }, () =>
      Math.floor(fraction() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('');
  return { fraction, hex };
}
