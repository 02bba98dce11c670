/**
 * The identifier in a field. A prefix begins every identifier, so blanks before it were typed by mistake; blanks behind it may be a
 * part of it, and without them it would name another person.
 */
export function typedId(typed: string): string {
  return typed.trimStart();
}
