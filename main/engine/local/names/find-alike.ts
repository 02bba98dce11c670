/** How a name resembles the name of another id: equal, or one letter apart. */
export type NameSimilarity = 'equal' | 'near';

/** Minimum length of names compared letter by letter: shorter ones resemble each other by chance. */
const MIN_NEAR_LENGTH = 4;
/** Maximum number of characters of a name that are compared. */
const MAX_COMPARED = 60;
const HASH_FACTOR = 31;

/** Adds the index of a name key to those with the same hash. */
function addTo(keys: Map<number, number[]>, hash: number, index: number): void {
  const known = keys.get(hash);
  if (known === undefined) keys.set(hash, [index]);
  else if (known.at(-1) !== index) known.push(index);
}

/**
 * Returns the hashes of a text and of every text that it becomes when one unit is left out. Two texts that differ in one
 * unit share a hash.
 */
function hashVariants(text: string): readonly number[] {
  const { length } = text;
  const before: number[] = [0];
  for (let at = 0; at < length; at += 1) {
    before.push((Math.imul(before[at] ?? 0, HASH_FACTOR) + text.charCodeAt(at)) | 0);
  }
  const hashes = [before[length] ?? 0];
  let after = 0;
  let factor = 1;
  for (let at = length - 1; at >= 0; at -= 1) {
    // The hash of the characters before the missing one, shifted, plus that of the characters after it.
    hashes.push((Math.imul(before[at] ?? 0, factor) + after) | 0);
    after = (Math.imul(text.charCodeAt(at), factor) + after) | 0;
    factor = Math.imul(factor, HASH_FACTOR);
  }
  return hashes;
}

/** Returns whether one unit was added, removed or replaced, or two neighbours were swapped. */
export function isOneLetterApart(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let from = 0;
  while (from < left.length && left[from] === right[from]) from += 1;
  let tail = 0;
  const most = Math.min(left.length, right.length) - from;
  while (tail < most && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const [leftRest, rightRest] = [
    left.slice(from, left.length - tail),
    right.slice(from, right.length - tail),
  ];
  if (leftRest.length <= 1 && rightRest.length <= 1) return true;
  return (
    leftRest.length === 2 &&
    rightRest.length === 2 &&
    leftRest[0] === rightRest[1] &&
    leftRest[1] === rightRest[0]
  );
}

/** Returns the indexes of keys that are one letter apart from another one. */
function findNear(keys: readonly string[]): ReadonlySet<number> {
  const near = new Set<number>();
  const byHash = new Map<number, number[]>();
  const compared = keys.map((key) => key.slice(0, MAX_COMPARED));
  for (const [index, key] of compared.entries()) {
    if (key.length < MIN_NEAR_LENGTH) continue;
    for (const hash of hashVariants(key)) addTo(byHash, hash, index);
  }
  for (const indexes of byHash.values()) {
    for (const left of indexes) {
      if (near.has(left)) continue;
      const key = compared[left] ?? '';
      const other = indexes.find((right) => isOneLetterApart(key, compared[right] ?? ''));
      if (other !== undefined) near.add(left).add(other);
    }
  }
  return near;
}

/**
 * Returns the ids whose names are equal to the name of another id, or one letter apart from one.
 * @param keys the keys of the names (`toNameKey`), by id
 */
export function findIdsWithAlikeNames(
  keys: ReadonlyMap<string, string>,
): ReadonlyMap<string, NameSimilarity> {
  const byKey = Map.groupBy(keys.keys(), (id) => keys.get(id) ?? '');
  const distinct = [...byKey.keys()];
  const near = findNear(distinct);
  const alike = new Map<string, NameSimilarity>();
  for (const [index, key] of distinct.entries()) {
    const ids = byKey.get(key) ?? [];
    const how = ids.length > 1 ? 'equal' : near.has(index) ? 'near' : null;
    if (how !== null) for (const id of ids) alike.set(id, how);
  }
  return alike;
}
