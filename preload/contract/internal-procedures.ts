import { z } from 'zod';
import { accountIdSchema, tokensSchema } from './accounts.ts';
import { internalAccessLogProcedures } from './access-log.ts';
import { MAX_NAME_CHANGES_PER_CALL, nameChangeSchema } from './directory.ts';
import { internalPackScheduleProcedures } from './downtime-pack.ts';
import { formFilterSchema } from './forms.ts';
import { keychainMarkSchema } from './generation-marker.ts';
import { notificationFilterSchema } from './notifications.ts';
import {
  downtimePackPasswordSchema,
  downtimePackRequisitionsSchema,
  newDowntimePackPasswordSchema,
} from './pdfs.ts';
import { idSchema, kindSchema, recordIdSchema } from './record-schemas.ts';
import type { Kind } from './records.ts';
import { requisitionFilterSchema } from './requisitions.ts';
import { pdfStorageCapMegabytesSchema, internalRetentionProcedures } from './retention.ts';
import { appErrorSchema } from './app-error.ts';
import { accountSyncHealthSchema } from './sync-health.ts';
import { internalTransferProcedures } from './transfer.ts';
import type { ProcedureDefinition, ProcedureLocation } from './validate-call.ts';

/** 32 bytes as hex. An empty key would silently make a plaintext file. */
export const encryptionKeySchema = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * How long the files of the account stay usable. `keep`: also in later runs. `run`: until this run of the
 * program ends, because their key is not saved; closing and opening the account does not end them.
 */
const lifetime = z.enum(['keep', 'run']);

/**
 * The system's proxy rule for a base address: `DIRECT`, `PROXY host:port`, or a kind that Intray does not support.
 */
const proxyRule = z.string().max(2000);

function defineRawPage<K extends Kind, F extends z.ZodType>(kind: K, filter: F) {
  return z.strictObject({
    kind: z.literal(kind),
    filter,
    limit: z.number().int().min(1).max(500).default(50),
    after: z.string().max(300).optional(),
  });
}

const rawItems = z.strictObject({
  items: z.array(z.string()).readonly(),
  next: z.string().max(300).nullable(),
});

/**
 * Calls that only the main process and the headless command may make. The preload bridge does not carry these
 * names: tokens, keys and proxy rules never come from a page.
 */
export const internalProcedures = {
  /** Opens the files of an account in the engine. */
  'engine.open': {
    runsIn: 'engine',
    input: z.strictObject({
      account: accountIdSchema,
      baseUrl: z.string().max(2048),
      tokens: tokensSchema,
      key: encryptionKeySchema,
      lifetime,
      /**
       * With `run`: files of an earlier opening in this run belong to another account and are removed first.
       */
      startsOver: z.boolean().default(false),
      /** The user whose sign-in it is; null where unknown. */
      userId: idSchema('user').nullable(),
      /** The keychain's generation marker of this account's local store. */
      keychainMark: keychainMarkSchema,
      /**
       * Whether the engine refreshes automatically while the account is open: true for a window, false for a
       * command.
       */
      keepsFresh: z.boolean(),
      /** The largest size of stored PDFs that the policy allows, in megabytes; null where it does not say. */
      pdfMegabytes: pdfStorageCapMegabytesSchema.nullable().default(null),
    }),
    output: accountSyncHealthSchema,
  },
  'engine.close': { runsIn: 'engine', input: z.strictObject({}), output: z.strictObject({}) },
  /**
   * Stops fetching and sends what may be sent now, before the account is locked. Returns when nothing more can be sent,
   * or the time is over; a request in flight goes on.
   */
  'engine.sendPending': {
    runsIn: 'engine',
    input: z.strictObject({ withinMs: z.number().int().nonnegative() }),
    /** The number of pending changes that remain; null where no account is open. */
    output: z.strictObject({ unsent: z.number().int().nonnegative().nullable() }),
  },
  /**
   * Closes the open account and removes the files whose key exists in this run of the program only: nothing
   * could open them later.
   */
  'engine.endRun': { runsIn: 'engine', input: z.strictObject({}), output: z.strictObject({}) },
  /**
   * Closes the open account and renames the files of an account that no key opens; nothing is deleted or
   * overwritten. Fails with 'key-fits' where the given key opens them after all, and with 'not-found' where
   * there are none. Where the key opens the local store, the local store stays and only the cache is renamed.
   */
  'engine.moveAway': {
    runsIn: 'engine',
    input: z.strictObject({
      account: accountIdSchema,
      /** The key that does not fit; null where there is none. */
      key: encryptionKeySchema.nullable(),
    }),
    /** The folder, within the data folder, to which the files were moved. */
    output: z.strictObject({ folder: z.string() }),
  },
  /**
   * Restores the local store that an account had before the last upgrade; the newer one is kept. 'not-found'
   * where this program can open the local store, or where there is none from before.
   */
  'engine.goBack': {
    runsIn: 'engine',
    input: z.strictObject({ account: accountIdSchema, key: encryptionKeySchema }),
    /** Path within the data folder to which the newer local store was renamed. */
    output: z.strictObject({ kept: z.string() }),
  },
  /**
   * Closes the open account and encrypts the files of an account with another key; a call that was interrupted is
   * finished by the next one. After an error both keys have to be kept.
   */
  'engine.rekey': {
    runsIn: 'engine',
    input: z.strictObject({ account: accountIdSchema, key: encryptionKeySchema, next: encryptionKeySchema }),
    output: z.strictObject({
      /** The number of files that only the next key opens now. */
      files: z.number().int().nonnegative(),
      /** The number of files that neither key opens: they are as they were. */
      left: z.number().int().nonnegative(),
      /** Why nothing was changed, so that the files need the former key; null where they need the next one. */
      problem: appErrorSchema.nullable(),
    }),
  },
  /** Closes the open account and removes the files of an account. 'storage-read-only' where one is still there. */
  'engine.removeFiles': {
    runsIn: 'engine',
    input: z.strictObject({ account: accountIdSchema }),
    output: z.strictObject({
      /** The removed files and folders, within the data folder. */
      files: z.array(z.string()).readonly(),
      /** The number of files that Intray did not make: they stay. */
      foreign: z.number().int().nonnegative(),
    }),
  },
  /** Saves the names of the people and places that the demo clinic brings along. */
  'directory.preset': {
    runsIn: 'engine',
    input: z.strictObject({
      changes: z.array(nameChangeSchema).min(1).max(MAX_NAME_CHANGES_PER_CALL).readonly(),
    }),
    output: z.strictObject({
      saved: z.number().int().nonnegative(),
      skipped: z.array(z.string()).readonly(),
    }),
  },
  'engine.setTokens': { runsIn: 'engine', input: tokensSchema, output: z.strictObject({}) },
  /** Tests tokens at an address by one list request with a limit of one. Nothing is stored. */
  'engine.probe': {
    runsIn: 'engine',
    input: z.strictObject({
      baseUrl: z.string().max(2048),
      tokens: tokensSchema,
      /** The rule of this request alone; default: the one that `engine.setProxy` has set. */
      proxyRule: proxyRule.optional(),
    }),
    output: z.strictObject({}),
  },
  /** Sets the proxy rule of the open account and of accounts that are opened later. */
  'engine.setProxy': {
    runsIn: 'engine',
    input: z.strictObject({ rule: proxyRule }),
    output: z.strictObject({}),
  },
  /**
   * Asks an address what time it is: one request without credentials, of whose response only the `Date` header
   * is read.
   */
  'engine.readServiceClock': {
    runsIn: 'engine',
    input: z.strictObject({ baseUrl: z.string().max(2048) }),
    output: z.strictObject({
      /** Epoch milliseconds; null where the response has no readable date. */
      serverTime: z.number().nullable(),
    }),
  },
  /** Whether the user is at the window, or what happened to the computer: it decides how soon the engine refreshes. */
  'engine.attention': {
    runsIn: 'engine',
    input: z.strictObject({ now: z.enum(['active', 'background', 'woke', 'reconnected']) }),
    output: z.strictObject({}),
  },
  /** Raw resources as cached, newest first, with the filters of the kind. */
  'records.list': {
    runsIn: 'reader',
    input: z.discriminatedUnion('kind', [
      defineRawPage('requisition', requisitionFilterSchema),
      defineRawPage('form', formFilterSchema),
      defineRawPage('notification', notificationFilterSchema),
    ]),
    output: rawItems,
  },
  /** Raw resources as cached, in the order of the file, for a complete export. */
  'records.dump': {
    runsIn: 'reader',
    input: z.strictObject({
      kind: kindSchema,
      limit: z.number().int().min(1).max(1000),
      after: z.string().max(300).optional(),
    }),
    output: rawItems,
  },
  /**
   * Writes a stored PDF to a new file at this path, readable by the owner only, and records the purpose. The
   * page never names a path.
   */
  'pdfs.copyTo': {
    runsIn: 'engine',
    input: z.strictObject({
      id: recordIdSchema('requisition'),
      path: z.string().max(4_096),
      purpose: z.enum(['opened', 'saved']),
      /** Replaces an existing file, because the user confirmed it. */
      replaces: z.boolean(),
    }),
    output: z.strictObject({ bytes: z.number().int().nonnegative() }),
  },
  /**
   * Joins printed pages and stored PDFs, encrypts the result and writes it atomically to this path, readable
   * by the owner only.
   */
  'pack.make': {
    runsIn: 'engine',
    input: z
      .strictObject({
        pages: z.instanceof(Uint8Array),
        requisitions: downtimePackRequisitionsSchema,
        password: downtimePackPasswordSchema,
        /** Whether it is that of the schedule, which stays in use although it may be older than the rules for a new one. */
        isPasswordStored: z.boolean().default(false),
        path: z.string().max(4_096),
        replaces: z.boolean(),
        /** IANA name of the time zone in which the pages show their date. */
        zone: z.string().max(100),
        /** BCP 47 tag of the language in which the PDFs are stamped. */
        locale: z.string().max(100).default('en-GB'),
      })
      .refine(
        ({ password, isPasswordStored }) =>
          isPasswordStored || newDowntimePackPasswordSchema.safeParse(password).success,
        'the password is easy to guess, or has characters that a reader of PDFs may refuse',
      ),
    output: z.strictObject({
      pages: z.number().int().positive(),
      missing: z.array(z.string()).readonly(),
    }),
  },
  ...internalPackScheduleProcedures,
  ...internalAccessLogProcedures,
  ...internalTransferProcedures,
  ...internalRetentionProcedures,
} as const satisfies Record<string, ProcedureDefinition>;

export type InternalProcedureName = keyof typeof internalProcedures;

/** The controls that run in one place. */
export type InternalProcedureNameByLocation<R extends ProcedureLocation> = {
  [N in InternalProcedureName]: (typeof internalProcedures)[N]['runsIn'] extends R ? N : never;
}[InternalProcedureName];

export type InternalProcedureInput<N extends InternalProcedureName> = z.input<
  (typeof internalProcedures)[N]['input']
>;
export type InternalProcedureOutput<N extends InternalProcedureName> = z.output<
  (typeof internalProcedures)[N]['output']
>;
