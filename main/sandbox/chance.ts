import type { Random } from '#main/base/random.ts';

/** One whole number out of three: equal arguments, equal result; neighbours share nothing. */
export function mixed(seed: number, salt: number, index: number): number {
  let mix = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const part of [salt, index]) {
    mix = Math.imul(mix ^ part ^ (mix >>> 15), 0xc2b2ae35);
    mix = Math.imul(mix ^ (mix >>> 13), 0x27d4eb2f);
  }
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random.fraction() * (most - least + 1));
}

export function happens(random: Random, probability: number): boolean {
  return random.fraction() < probability;
}

/** One of a list that is not empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random.fraction() * items.length)] as T; // the index is inside the list
}

/** Up to `count` different ones of a list: a run that starts anywhere and comes round. */
export function pickSome<T>(random: Random, items: readonly T[], count: number): T[] {
  const start = Math.floor(random.fraction() * items.length);
  const wanted = Math.min(count, items.length);
  return Array.from({ length: wanted }, (_, step) => items[(start + step) % items.length] as T); // inside the list
}

/** The list in an order of its own. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random.fraction() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T]; // both inside the list
  }
  return result;
}
