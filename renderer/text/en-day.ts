/** Being written. */
export const day = {} as const;
