import { z } from 'zod';
import { removalLossesListSchema, removalReceiptsSchema, removalRequestSchema } from './removal.ts';
import {
  accountIdSchema,
  accountLabelSchema,
  accountsStateSchema,
  signInSchema,
  tokensSchema,
} from './accounts.ts';
import { aboutProcedures } from './about.ts';
import { accessLogProcedures } from './access-log.ts';
import { computerCheckReportSchema } from './computer-check.ts';
import { directoryProcedures } from './directory-procedures.ts';
import { packScheduleProcedures } from './downtime-pack.ts';
import { formProcedures } from './form-procedures.ts';
import { formSchema } from './forms.ts';
import { accountSyncHealthSchema } from './sync-health.ts';
import { inboxProcedures } from './notification-procedures.ts';
import { kindSchema, anyRecordIdSchema, recordIdSchema, pendingStateSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH, type Kind } from './records.ts';
import { lockProcedures } from './lock.ts';
import { localDataProcedures } from './local-data-procedures.ts';
import { missingRecordProcedures } from './missing-records.ts';
import { notificationSchema } from './notifications.ts';
import { quarantinedResourceSchema } from './outbox.ts';
import { outboxProcedures } from './outbox-procedures.ts';
import { loggableRendererFaultSchema } from './page-fault-schema.ts';
import { epochMsSchema } from './time-schema.ts';
import { pdfProcedures } from './pdf-procedures.ts';
import { policyStatusSchema } from './policy.ts';
import { requisitionSchema } from './requisitions.ts';
import { recordWindowProcedures } from './record-windows.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';
import { homeProcedures } from './home-procedures.ts';
import { worklistProcedures } from './requisition-procedures.ts';
import type { ProcedureDefinition, ProcedureLocation } from './validate-call.ts';
import { transferProcedures } from './transfer.ts';
import { updateProcedures } from './updates.ts';

const nothing = z.strictObject({});

function defineGet<R extends z.ZodType>(kind: Kind, record: R) {
  return {
    runsIn: 'reader',
    input: z.strictObject({ id: recordIdSchema(kind) }),
    output: z.strictObject({
      /** The record, with its pending changes applied. */
      record,
      /** The service's id where it has one; a query by local id returns it here. */
      id: z.string(),
      /** When the record was fetched; null for one that exists on this computer only. */
      fetchedAt: epochMsSchema.nullable(),
      pending: pendingStateSchema.nullable(),
    }),
  } as const;
}

/**
 * Every procedure: where it runs, what it takes, what it returns. Names, handler types and caller types derive
 * from here.
 */
export const procedures = {
  'app.info': {
    runsIn: 'shell',
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(['electron', 'stand-in']),
      platform: z.string(),
      packaged: z.boolean(),
      /** The base address given on the command line, for the sign-in screen; null without one. */
      baseUrlHint: z.string().nullable(),
      /** BCP 47 tags of the languages that the operating system prefers, the most wanted first. */
      languages: z.array(z.string()).readonly(),
      /** BCP 47 tag of the operating system's formats; its region decides how dates and numbers look. */
      systemLocale: z.string(),
    }),
  },
  /** Puts a text into the clipboard; a private one is removed after a minute if it is still there. */
  'app.copyText': {
    runsIn: 'shell',
    input: z.strictObject({ text: z.string().max(50_000_000), isPrivate: z.boolean() }),
    output: nothing,
  },
  /** Notes a fault of the page in the log; more than a few in a minute are only counted. */
  'app.reportFault': { runsIn: 'shell', input: loggableRendererFaultSchema, output: nothing },
  /** Prints the page through the system's dialog; returns when the dialog is closed. */
  'app.print': {
    runsIn: 'shell',
    input: z.strictObject({
      /** The records that are printed, for the access log; none where that is not known. */
      records: z.array(z.string().min(1).max(MAX_ID_LENGTH)).max(500).readonly().default([]),
    }),
    output: z.strictObject({
      /** The outcome of printing; `unknown`: the system did not report it in time. */
      outcome: z.enum(['printed', 'cancelled', 'failed', 'unknown']),
    }),
  },
  /** The policy that an administrator has fixed for this computer. It does not change while Intray runs. */
  'policy.get': { runsIn: 'shell', input: nothing, output: policyStatusSchema },
  /** Checks what Intray needs of this computer; takes several seconds. */
  'computer.check': { runsIn: 'shell', input: nothing, output: computerCheckReportSchema },
  'accounts.list': { runsIn: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.signIn': { runsIn: 'shell', input: signInSchema, output: accountsStateSchema },
  'accounts.openDemo': { runsIn: 'shell', input: nothing, output: accountsStateSchema },
  'accounts.switch': {
    runsIn: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  /** Tries once more what could not be opened: the engine where it was given up, then the account. */
  'accounts.reopen': { runsIn: 'shell', input: nothing, output: accountsStateSchema },
  /**
   * Moves away the files of an account that no key opens, and starts with empty ones. Opening is tried once
   * more first: where a key fits, the account is opened and nothing is moved.
   */
  'accounts.moveAway': {
    runsIn: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  'accounts.renewTokens': {
    runsIn: 'shell',
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
    runsIn: 'shell',
    input: z.strictObject({ id: accountIdSchema }),
    output: accountsStateSchema,
  },
  /** Names an account on this computer; null removes the name. 'not-found' where there is no such account of a service. */
  'accounts.setLabel': {
    runsIn: 'shell',
    input: z.strictObject({ id: accountIdSchema, label: accountLabelSchema.nullable() }),
    output: accountsStateSchema,
  },
  /** What would be lost with the files of an account, or of all accounts. Another open account is closed meanwhile. */
  'accounts.listContents': {
    runsIn: 'shell',
    input: z.strictObject({ account: accountIdSchema.nullable() }),
    output: removalLossesListSchema,
  },
  /**
   * Deletes tokens, key and files of an account or of all accounts. 'unsent-changes' where the files hold a change that
   * the request does not name, or one that may have reached the service; nothing is deleted then. Where the open account
   * is not open afterwards, the page that calls it ends before it is answered; the new page asks for the receipts.
   */
  'accounts.remove': { runsIn: 'shell', input: removalRequestSchema, output: removalReceiptsSchema },
  /** What was deleted last in this run, until it is dismissed, another removal is prepared or another account is opened. */
  'accounts.getReceipts': { runsIn: 'shell', input: nothing, output: removalReceiptsSchema },
  'accounts.dismissReceipts': { runsIn: 'shell', input: nothing, output: nothing },
  /** Gives up a question of the system's keychain: what waited for it fails as with a locked keychain. */
  'accounts.cancelKeychain': { runsIn: 'shell', input: nothing, output: nothing },
  'settings.get': { runsIn: 'shell', input: nothing, output: settingsSchema },
  'settings.set': { runsIn: 'shell', input: settingsPatchSchema, output: settingsSchema },
  'requisitions.get': defineGet('requisition', requisitionSchema),
  'forms.get': defineGet('form', formSchema),
  'notifications.get': defineGet('notification', notificationSchema),
  'records.raw': {
    runsIn: 'reader',
    input: z.strictObject({
      kind: kindSchema,
      id: z.string().max(MAX_ID_LENGTH),
      /** True: with the record's pending changes applied; false: exactly as the service sent it. */
      withPending: z.boolean().default(false),
    }),
    output: z.strictObject({ raw: z.string(), fetchedAt: epochMsSchema.nullable() }),
  },
  /** Fetches one record from the service, because the user views it. Changes come as a `changed` event. */
  'records.refresh': {
    runsIn: 'engine',
    input: z.strictObject({ kind: kindSchema, id: anyRecordIdSchema }),
    output: z.strictObject({
      /** `missing`: the service did not return it; it stays in the cache until that is certain. */
      state: z.enum(['fresh', 'missing', 'unknown']),
    }),
  },
  ...outboxProcedures,
  /** Quarantined records, newest first. */
  'quarantine.list': {
    runsIn: 'reader',
    input: z.strictObject({ limit: z.number().int().min(1).max(500).default(100) }),
    output: z.strictObject({ items: z.array(quarantinedResourceSchema).readonly() }),
  },
  'sync.health': { runsIn: 'engine', input: nothing, output: accountSyncHealthSchema },
  /**
   * Sends pending changes, then refreshes; returns when both have ended. Progress comes as `health` and
   * `outbox` events.
   */
  'sync.run': {
    runsIn: 'engine',
    input: z.strictObject({
      kinds: z.array(kindSchema).min(1).max(3).optional(),
      /** Fetch every page, even where the learned order would allow stopping earlier. */
      full: z.boolean().default(false),
    }),
    output: accountSyncHealthSchema,
  },
  'sync.cancel': { runsIn: 'engine', input: nothing, output: nothing },
  ...aboutProcedures,
  ...updateProcedures,
  ...worklistProcedures,
  ...homeProcedures,
  ...localDataProcedures,
  ...directoryProcedures,
  ...pdfProcedures,
  ...packScheduleProcedures,
  ...formProcedures,
  ...inboxProcedures,
  ...missingRecordProcedures,
  ...accessLogProcedures,
  ...lockProcedures,
  ...recordWindowProcedures,
  ...transferProcedures,
} as const satisfies Record<string, ProcedureDefinition>;

export type ProcedureName = keyof typeof procedures;

/** The names of the procedures that run in one place, such as the main process. */
export type ProcedureNameByLocation<R extends ProcedureLocation> = {
  [N in ProcedureName]: (typeof procedures)[N]['runsIn'] extends R ? N : never;
}[ProcedureName];

/** The procedures that only read the cache, as `isAbandonableCacheRead` says. */
export type ReadOnlyProcedureName = {
  [N in ProcedureName]: (typeof procedures)[N] extends { runsIn: 'reader' } | { joinsReads: true }
    ? N
    : never;
}[ProcedureName];
