import { z } from 'zod';

/** Where the next page of a list begins; opaque. */
export const cursorSchema = z.string().max(1_000);
