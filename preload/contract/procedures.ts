import { z } from 'zod';
import { accountIdSchema, accountsStateSchema, signInSchema, tokensSchema } from './accounts.ts';
import { formProcedures } from './form-procedures.ts';
import { formFilterSchema, formRowSchema, formSchema } from './forms.ts';
import { healthSchema } from './sync-health.ts';
import { inboxProcedures } from './notification-procedures.ts';
import {
  kindSchema,
  MAX_ID_LENGTH,
  type Kind,
  anyRecordIdSchema,
  recordIdSchema,
  pendingStateSchema,
} from './records.ts';
import { localDataProcedures } from './local-data-procedures.ts';
import { missingProcedures } from './missing-records.ts';
import type { ProcedureName } from './names.ts';
import { notificationFilterSchema, notificationRowSchema, notificationSchema } from './notifications.ts';
import { pendingOperationSchema, quarantinedSchema, resolutionSchema, acknowledgedSchema } from './outbox.ts';
import { pageFaultSchema } from './page-fault.ts';
import { cursorSchema, epochMsSchema } from './time.ts';
import { pdfProcedures } from './pdf-procedures.ts';
import { requisitionFilterSchema, requisitionRowSchema, requisitionSchema } from './requisitions.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';
import { worklistProcedures } from './requisition-procedures.ts';
import { writeSchema } from './writes.ts';

/**
 * Where a procedure is handled: in the main process (`shell`), or in the engine on its reading, writing or
 * syncing side.
 */
export type Lane = 'shell' | 'read' | 'write' | 'sync';

const nothing = z.strictObject({});
const operationNumber = z.number().int().positive();

function page<F extends z.ZodType, R extends z.ZodType>(filter: F, row: R) {
  return {
    lane: 'read',
    input: z.strictObject({
      filter,
      limit: z.number().int().min(1).max(500).default(50),
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({ items: z.array(row).readonly(), next: cursorSchema.nullable() }),
  } as const;
}

function count<F extends z.ZodType>(filter: F) {
  return {
    lane: 'read',
    input: z.strictObject({ filter }),
    // The count stops at a cap, so that no filter scans the whole cache.
    output: z.strictObject({ count: z.number().int().nonnegative(), capped: z.boolean() }),
  } as const;
}

function single<R extends z.ZodType>(kind: Kind, record: R) {
  return {
    lane: 'read',
    input: z.strictObject({ id: recordIdSchema(kind) }),
    output: z.strictObject({
      /** With its pending changes applied. */
      record,
      /** The service's id where it has one; a query by local id returns it here. */
      id: z.string(),
      /** Null for a record that exists on this computer only. */
      fetchedAt: epochMsSchema.nullable(),
      pending: pendingStateSchema.nullable(),
    }),
  } as const;
}

/** Every procedure: its lane, input and output. Handler and caller types derive from it. */
export const procedures = {
  'app.info': {
    lane: 'shell',
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(['electron', 'stand-in']),
      platform: z.string(),
      packaged: z.boolean(),
      /** The base address given on the command line, for the sign-in screen; null without one. */
      baseUrlHint: z.string().nullable(),
    }),
  },
  /** Logs an error of the page; above a few per minute they are only counted. */
  'app.reportFault': { lane: 'shell', input: pageFaultSchema, output: nothing },
  'accounts.list': { lane: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.signIn': { lane: 'shell', input: signInSchema, output: accountsStateSchema },
  'accounts.openDemo': { lane: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.switch': {
    lane: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  /** Tries again to open what could not be opened: the engine where it was given up, then the account. */
  'accounts.reopen': { lane: 'shell', input: nothing, output: accountsStateSchema },
  /**
   * Moves away the files of an account that no key opens, and starts with empty ones. Opening is tried once
   * more first: where a key fits, the account is opened and nothing is moved.
   */
  'accounts.moveAway': {
    lane: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  'accounts.renewTokens': {
    lane: 'shell',
    input: tokensSchema.extend({
      id: accountIdSchema,
      /** The user has confirmed that the tokens belong to the user of the account. */
      isSameUser: z.boolean(),
    }),
    output: accountsStateSchema,
  },
  /**
   * The user confirms that the tokens of the environment belong to the user of this account: it is opened
   * with them.
   */
  'accounts.confirmUser': {
    lane: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
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
    input: z.strictObject({
      kind: kindSchema,
      id: z.string().max(MAX_ID_LENGTH),
      /** True: with its pending changes applied; false: exactly as received. */
      withPending: z.boolean().default(false),
    }),
    output: z.strictObject({ raw: z.string(), fetchedAt: epochMsSchema.nullable() }),
  },
  /** Fetches one record from the service, because the user views it. Changes come as a `changed` event. */
  'records.refresh': {
    lane: 'sync',
    input: z.strictObject({ kind: kindSchema, id: anyRecordIdSchema }),
    output: z.strictObject({
      /** `missing`: the service did not return it; it stays in the cache until that is certain. */
      state: z.enum(['fresh', 'missing', 'unknown']),
    }),
  },
  /** Saves a pending change in the outbox. Returns once it is safely on the disk, before it is sent. */
  'writes.save': {
    lane: 'write',
    input: writeSchema,
    output: z.strictObject({ number: z.number().int().positive(), id: z.string() }),
  },
  /** Pending changes, oldest first; of one record, or of all. */
  'outbox.list': {
    lane: 'read',
    input: z.strictObject({
      of: z.strictObject({ kind: kindSchema, id: anyRecordIdSchema }).optional(),
      limit: z.number().int().min(1).max(500).default(200),
      after: z.number().int().nonnegative().optional(),
    }),
    output: z.strictObject({
      items: z.array(pendingOperationSchema).readonly(),
      next: z.number().int().nullable(),
    }),
  },
  /** Acknowledged changes, newest first. */
  'outbox.acknowledged': {
    lane: 'read',
    input: z.strictObject({
      limit: z.number().int().min(1).max(500).default(100),
      after: z.number().int().positive().optional(),
    }),
    output: z.strictObject({
      items: z.array(acknowledgedSchema).readonly(),
      next: z.number().int().nullable(),
    }),
  },
  /** Replaces the fields of a pending change, by the service's names, validated like the operation itself. */
  'outbox.edit': {
    lane: 'write',
    input: z.strictObject({ number: operationNumber, data: z.record(z.string().max(100), z.unknown()) }),
    output: pendingOperationSchema,
  },
  /** Tries again: a rejected change is sent again, an uncertain one is reconciled again. */
  'outbox.retry': {
    lane: 'write',
    input: z.strictObject({ number: operationNumber }),
    output: nothing,
  },
  /**
   * Discards a pending change that is not being sent; changes that wait for a create that was never sent are
   * discarded with it.
   */
  'outbox.discard': {
    lane: 'write',
    input: z.strictObject({ number: operationNumber }),
    output: z.strictObject({ discarded: z.array(z.number().int().positive()).readonly() }),
  },
  'outbox.resolve': {
    lane: 'write',
    input: z.strictObject({ number: operationNumber, resolution: resolutionSchema }),
    output: nothing,
  },
  /** Quarantined records, newest first. */
  'quarantine.list': {
    lane: 'read',
    input: z.strictObject({ limit: z.number().int().min(1).max(500).default(100) }),
    output: z.strictObject({ items: z.array(quarantinedSchema).readonly() }),
  },
  'sync.health': { lane: 'read', input: nothing, output: healthSchema },
  /**
   * Sends pending changes, then refreshes; returns when both have ended. Progress comes as `health` and
   * `outbox` events.
   */
  'sync.run': {
    lane: 'sync',
    input: z.strictObject({
      kinds: z.array(kindSchema).min(1).max(3).optional(),
      /** Fetch every page, even where the learned order would allow stopping earlier. */
      full: z.boolean().default(false),
    }),
    output: healthSchema,
  },
  'sync.cancel': { lane: 'sync', input: nothing, output: nothing },
  ...worklistProcedures,
  ...localDataProcedures,
  ...pdfProcedures,
  ...formProcedures,
  ...inboxProcedures,
  ...missingProcedures,
} as const satisfies Record<ProcedureName, { lane: Lane; input: z.ZodType; output: z.ZodType }>;
