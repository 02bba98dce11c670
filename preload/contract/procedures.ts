import { z } from 'zod';
import { accountIdSchema, accountsStateSchema, signInSchema, tokensSchema } from './account.ts';
import { formFilterSchema, formRowSchema, formSchema } from './form.ts';
import { healthSchema } from './health.ts';
import { idSchema, kindSchema, type IdFamily } from './ids.ts';
import type { ProcedureName } from './names.ts';
import { notificationFilterSchema, notificationRowSchema, notificationSchema } from './notification.ts';
import { requisitionFilterSchema, requisitionRowSchema, requisitionSchema } from './requisition.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';
import { epochMsSchema } from './time.ts';

/** Where a procedure is answered: in main (`shell`), or in the engine on its reading or syncing side. */
export type Lane = 'shell' | 'read' | 'sync';

const nothing = z.strictObject({});
const cursor = z.string().max(300);

function page<F extends z.ZodType, R extends z.ZodType>(filter: F, row: R) {
  return {
    lane: 'read',
    input: z.strictObject({
      filter,
      limit: z.number().int().min(1).max(500).default(50),
      after: cursor.optional(),
    }),
    output: z.strictObject({ items: z.array(row).readonly(), next: cursor.nullable() }),
  } as const;
}

function count<F extends z.ZodType>(filter: F) {
  return {
    lane: 'read',
    input: z.strictObject({ filter }),
    // A count stops at its cap, so that no filter costs a walk over the whole cache.
    output: z.strictObject({ count: z.number().int().nonnegative(), capped: z.boolean() }),
  } as const;
}

function single<R extends z.ZodType>(family: IdFamily, record: R) {
  return {
    lane: 'read',
    input: z.strictObject({ id: idSchema(family) }),
    output: z.strictObject({ record, fetchedAt: epochMsSchema }),
  } as const;
}

/** Every procedure: its lane, what it takes, what it answers. Handler and caller types derive from here. */
export const procedures = {
  'app.info': {
    lane: 'shell',
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(['electron', 'stand-in']),
      platform: z.string(),
      packaged: z.boolean(),
      /** The base address that this start was asked for, for the sign-in screen; null without one. */
      baseUrlHint: z.string().nullable(),
    }),
  },
  'accounts.list': { lane: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.signIn': { lane: 'shell', input: signInSchema, output: accountsStateSchema },
  'accounts.openDemo': { lane: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.switch': {
    lane: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  'accounts.renewTokens': {
    lane: 'shell',
    input: tokensSchema.extend({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  'settings.get': { lane: 'shell', input: nothing, output: settingsSchema },
  'settings.set': { lane: 'shell', input: settingsPatchSchema, output: settingsSchema },
  'requisitions.list': page(requisitionFilterSchema, requisitionRowSchema),
  'requisitions.count': count(requisitionFilterSchema),
  'requisitions.get': single('requisition', requisitionSchema),
  'forms.list': page(formFilterSchema, formRowSchema),
  'forms.count': count(formFilterSchema),
  'forms.get': single('form', formSchema),
  'notifications.list': page(notificationFilterSchema, notificationRowSchema),
  'notifications.count': count(notificationFilterSchema),
  'notifications.get': single('notification', notificationSchema),
  'records.raw': {
    lane: 'read',
    input: z.strictObject({ kind: kindSchema, id: z.string().max(160) }),
    output: z.strictObject({ raw: z.string(), fetchedAt: epochMsSchema }),
  },
  'sync.health': { lane: 'read', input: nothing, output: healthSchema },
  /** Answers when the sync has ended; what happens meanwhile comes as `health` events. */
  'sync.run': {
    lane: 'sync',
    input: z.strictObject({ kinds: z.array(kindSchema).min(1).max(3).optional() }),
    output: healthSchema,
  },
  'sync.cancel': { lane: 'sync', input: nothing, output: nothing },
} as const satisfies Record<ProcedureName, { lane: Lane; input: z.ZodType; output: z.ZodType }>;
