/** Members of an Electron type by name, with their exact types. */
export type Members<T, K extends keyof T> = { readonly [P in K]: T[P] };

/**
 * Methods of an Electron type by name, checked for their parameters. They return another stand-in, which has
 * less than Electron's own.
 */
export type Takes<T, K extends keyof T> = {
  readonly [P in K]: T[P] extends (...args: infer A) => unknown ? (...args: A) => unknown : never;
};
