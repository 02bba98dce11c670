/**
 * Joins class names to one `className`. Undefined ones are left out: the compiler does not know the names of a CSS
 * module, and components of React Aria take no undefined class.
 */
export function joinClasses(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
