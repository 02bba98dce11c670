/**
 * Removes leading spaces from a typed id, which are typing mistakes because every id begins with a prefix.
 * Trailing spaces are kept: they may belong to the id, and the id without them may be another person's.
 */
export function trimStartOfTypedId(typed: string): string {
  return typed.trimStart();
}
