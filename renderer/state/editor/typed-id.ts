/**
 * Removes leading spaces from a typed id, which are typing mistakes because every id begins with a prefix.
 * Trailing spaces are kept: they may belong to the id, and without them it would name another person.
 */
export function trimTypedId(typed: string): string {
  return typed.trimStart();
}
