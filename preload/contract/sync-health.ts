import { z } from 'zod';
import { kindSchema } from './records.ts';
import { missingCountsSchema } from './missing-records.ts';
import { localHealthSchema, outboxCountsSchema } from './outbox.ts';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';

const when = epochMsSchema.nullable();

/**
 * The order of a list as it was seen. `mixed`: in none of the others, or changing between calls.
 */
export const LIST_ORDERS = [
  'updated-newest',
  'updated-oldest',
  'created-newest',
  'created-oldest',
  'id',
  'mixed',
] as const;
export const listOrderSchema = z.enum(LIST_ORDERS);
export type ListOrder = z.infer<typeof listOrderSchema>;

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
  /** When the service was last asked what is new, and answered. */
  lastCheckedAt: when,
  /** What the desk has learned of the order of the service's list; null before it has seen enough. */
  order: listOrderSchema.nullable(),
  /** Records that certain full sweeps did not see; they stay until the service has said twice that it does not return them. */
  suspected: z.number().int().nonnegative(),
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
  /** Nothing is asked of the service before this: it asked for a pause, or failed too often. */
  pausedUntil: when,
  /** When the next refresh is due by itself; null where none is. */
  nextRefreshAt: when,
  outbox: outboxCountsSchema,
  desk: localHealthSchema,
  /** True after a damaged cache was set aside at the last opening. */
  cacheSetAside: z.boolean(),
  /** Records that the service no longer returns and that wait for the user. */
  missing: missingCountsSchema,
  kinds: z.array(kindHealthSchema).readonly(),
});
export type Health = Readonly<z.infer<typeof healthSchema>>;
