import type { RandomGenerator } from '#main/base/random.ts';

/**
 * Hashes three numbers into one whole number: equal arguments give equal results; similar arguments give
 * unrelated ones.
 */
export function hashNumbers(seed: number, salt: number, index: number): number {
  let mix = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const part of [salt, index]) {
    mix = Math.imul(mix ^ part ^ (mix >>> 15), 0xc2b2ae35);
    mix = Math.imul(mix ^ (mix >>> 13), 0x27d4eb2f);
  }
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** Returns a whole number from `least` to `most`, both included. */
export function pickInteger(random: RandomGenerator, least: number, most: number): number {
  return least + Math.floor(random.fraction() * (most - least + 1));
}

export function pickBoolean(random: RandomGenerator, probability: number): boolean {
  return random.fraction() < probability;
}

/** Returns a random element of a list that is not empty. */
export function pickElement<T>(random: RandomGenerator, items: readonly T[]): T {
  return items[Math.floor(random.fraction() * items.length)] as T; // The index is inside the list.
}

/**
 * Returns up to `count` different elements of a list: a consecutive run from a random start, with
 * wrap-around.
 */
export function pickConsecutiveElements<T>(random: RandomGenerator, items: readonly T[], count: number): T[] {
  const start = Math.floor(random.fraction() * items.length);
  const wanted = Math.min(count, items.length);
  return Array.from({ length: wanted }, (_, step) => items[(start + step) % items.length] as T); // The index is inside the list.
}

/** Returns the list in random order. */
export function shuffle<T>(random: RandomGenerator, items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.fraction() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T]; // Both indexes are inside the list.
  }
  return result;
}
