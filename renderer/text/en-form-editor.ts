/** Being written. */
export const formEditor = {} as const;
