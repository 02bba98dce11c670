/** Members of an Electron type by name, to the letter. */
export type Members<T, K extends keyof T> = { readonly [P in K]: T[P] };

/**
 * Methods of an Electron type by name, checked for what they take. What they answer is another stand-in,
 * which has less than Electron's own.
 */
export type Takes<T, K extends keyof T> = {
  readonly [P in K]: T[P] extends (...args: infer A) => unknown ? (...args: A) => unknown : never;
};
