/** Returns a set with an item added, or removed where it was in the set. */
export function toggleInSet<T>(items: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const toggled = new Set(items);
  if (!toggled.delete(item)) toggled.add(item);
  return toggled;
}
