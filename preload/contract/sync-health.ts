import { z } from 'zod';
import { kindSchema } from './record-schemas.ts';
import { missingRecordCountsSchema } from './missing-records.ts';
import { localStoreHealthSchema, outboxCountsSchema } from './outbox.ts';
import { appErrorSchema } from './app-error.ts';
import { epochMsSchema } from './time-schema.ts';

const when = epochMsSchema.nullable();

/** The observed order of a list. `mixed`: none of the others, or changing between requests. */
export const OBSERVED_LIST_ORDERS = [
  'updated-newest',
  'updated-oldest',
  'created-newest',
  'created-oldest',
  'id',
  'mixed',
] as const;
export const observedListOrderSchema = z.enum(OBSERVED_LIST_ORDERS);
export type ObservedListOrder = z.infer<typeof observedListOrderSchema>;

/** The state of one kind of record: how much is cached, how fresh it is, and the last error. */
export const kindHealthSchema = z.strictObject({
  kind: kindSchema,
  /** `never`: no sweep has finished yet; `incomplete`: some pages could not be fetched or trusted. */
  state: z.enum(['never', 'running', 'complete', 'incomplete', 'failed']),
  /** Number of records of this kind in the cache. */
  cached: z.number().int().nonnegative(),
  /** Records and pages received in the running or last sync. */
  received: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  /**
   * Records that could not be cached, for example because they have no usable id, are no objects or are nested
   * too deep.
   */
  quarantined: z.number().int().nonnegative(),
  startedAt: when,
  lastSuccessAt: when,
  /** When a refresh last received anything, even if it was incomplete. */
  lastCheckedAt: when,
  /** The learned order of the service's list; null before enough pages were seen. */
  order: observedListOrderSchema.nullable(),
  /**
   * Records that certain full sweeps did not contain; they stay until the service has confirmed twice that it
   * does not return them.
   */
  suspected: z.number().int().nonnegative(),
  error: appErrorSchema.nullable(),
});
export type KindHealth = Readonly<z.infer<typeof kindHealthSchema>>;

/** The connection and sync state of the open account. */
export const accountSyncHealthSchema = z.strictObject({
  account: z.string().nullable(),
  /** From the last real request, never from an assumption about the network. */
  connection: z.enum(['unknown', 'online', 'offline', 'signed-out', 'trouble']),
  connectionSince: when,
  error: appErrorSchema.nullable(),
  /** No request is sent before this time: the service asked for a pause, or the circuit breaker is open. */
  pausedUntil: when,
  /** When the next automatic refresh is due; null where none is. */
  nextRefreshAt: when,
  outbox: outboxCountsSchema,
  localStore: localStoreHealthSchema,
  /** True after a damaged cache was renamed at the last opening. */
  cacheSetAside: z.boolean(),
  /** True where the cache was removed, because the account was not used, and is filled again. */
  cacheExpired: z.boolean(),
  /** Records that the service no longer returns and that need the user's confirmation. */
  missing: missingRecordCountsSchema,
  kinds: z.array(kindHealthSchema).readonly(),
});
export type Health = Readonly<z.infer<typeof accountSyncHealthSchema>>;
