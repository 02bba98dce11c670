import { z } from 'zod';
import { kindSchema } from './ids.ts';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';

const when = epochMsSchema.nullable();

/** What is known about one kind of record: how much is here, how fresh, and what went wrong last. */
export const kindHealthSchema = z.strictObject({
  kind: kindSchema,
  /** `never`: no sweep finished yet; `incomplete`: some pages could not be had or trusted. */
  state: z.enum(['never', 'running', 'complete', 'incomplete', 'failed']),
  /** Records in the cache. */
  cached: z.number().int().nonnegative(),
  /** Records and pages received in the running or last sync. */
  received: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  /** Records that could not be kept, because they had no usable id or were not objects. */
  quarantined: z.number().int().nonnegative(),
  startedAt: when,
  lastSuccessAt: when,
  error: appErrorSchema.nullable(),
});
export type KindHealth = Readonly<z.infer<typeof kindHealthSchema>>;

/** How the open account stands with the service. */
export const healthSchema = z.strictObject({
  account: z.string().nullable(),
  /** From the last real request, never from a guess about the network. */
  connection: z.enum(['unknown', 'online', 'offline', 'signed-out', 'trouble']),
  connectionSince: when,
  error: appErrorSchema.nullable(),
  /** True after a damaged cache was set aside at the last opening. */
  cacheSetAside: z.boolean(),
  kinds: z.array(kindHealthSchema).readonly(),
});
export type Health = Readonly<z.infer<typeof healthSchema>>;
