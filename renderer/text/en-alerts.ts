/** Being written. */
export const alerts = {} as const;
