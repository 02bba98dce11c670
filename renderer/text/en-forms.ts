/** Being written. */
export const forms = {} as const;
