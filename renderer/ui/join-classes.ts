/**
 * Puts class names into one `className`. What is undefined is left out: the names of a CSS module are not known to the compiler, and
 * components of React Aria take no undefined class.
 */
export function joinClasses(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
