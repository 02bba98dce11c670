/** Being written. */
export const inbox = {} as const;
