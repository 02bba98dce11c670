/**
 * Returns the largest of any number of values; -Infinity without values. A list that is spread into `Math.max` throws
 * where it is longer than the stack.
 */
export function getLargest(values: Iterable<number>): number {
  let largest = -Infinity;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** As `getLargest`, the smallest; Infinity without values. */
export function getSmallest(values: Iterable<number>): number {
  let smallest = Infinity;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}
