import { z } from 'zod';
import type { EpochMs } from './time.ts';

/** A schema for milliseconds since 1970. */
export const epochMsSchema = z.number().int() as unknown as z.ZodType<EpochMs, number>; // The schema brands the value that it checks.
