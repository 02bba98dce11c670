import { z } from 'zod';
import { accountIdSchema } from './accounts.ts';
import { idSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { type RemovalKind, removalReceiptSchema } from './removal.ts';
import { appErrorSchema } from './app-error.ts';
import { epochMsSchema } from './time-schema.ts';

/** What the access log records. `gap`: entries that could not be written; the outcome is their number. */
export const ACCESS_KINDS = [
  'view',
  'patient-search',
  'pdf-open',
  'pdf-save',
  'print',
  'export',
  'downtime-pack',
  'edit',
  'sign-in',
  'sign-out',
  'account-removal',
  'wipe',
  'account',
  'files-replaced',
  'log-export',
  'lock',
  'unlock',
  'failed-unlock',
  'gap',
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/**
 * Kinds that the main process and the command record themselves, because the engine does not see their
 * outcome, or does not know that a command prints what the page reads by itself.
 */
const NOTED_KINDS = [
  'print',
  'export',
  'sign-in',
  'sign-out',
  'account-removal',
  'wipe',
  'lock',
  'unlock',
  'failed-unlock',
] as const satisfies readonly AccessKind[];

/** What the log calls each kind of removal. */
export const ACCESS_KIND_BY_REMOVAL_KIND = {
  'sign-out': 'sign-out',
  remove: 'account-removal',
  wipe: 'wipe',
} as const satisfies Record<RemovalKind, (typeof NOTED_KINDS)[number]>;

const anyId = z.string().min(1).max(MAX_ID_LENGTH);
/** A key or a hash, as 64 hex digits. */
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().int().positive();

/** One access: who did what to which record. It holds ids only, never content, and never a token. */
export const accessDetailsSchema = z.strictObject({
  what: z.enum(ACCESS_KINDS),
  /** Id of the account's user; null where it is not known. */
  user: anyId.nullable(),
  account: accountIdSchema.nullable(),
  /** Id of the accessed record; null where there is none, or more than an entry can name. */
  record: anyId.nullable(),
  /** The patient of the record, or the patient that was searched for; null where it is not known. */
  patient: anyId.nullable(),
  /** The outcome of the access: `ok`, the code of the error, or the outcome of a printing. */
  outcome: z.string().regex(/^[a-z0-9-]{1,40}$/),
});
export type Access = Readonly<z.infer<typeof accessDetailsSchema>>;

/** An access with its number in the log and its time in epoch milliseconds. */
export const accessEntrySchema = accessDetailsSchema.extend({
  number,
  at: epochMsSchema,
  /** Of a finished sign-out, removal or wipe: what was deleted, and what was found to be gone. */
  receipt: removalReceiptSchema.nullable(),
});
export type AccessEntry = Readonly<z.infer<typeof accessEntrySchema>>;

/** The last entry of a log: its number and its hash, which covers all entries before it. */
export const accessLogHeadSchema = z.strictObject({ number, hash: hex64 });
export type AccessLogHead = Readonly<z.infer<typeof accessLogHeadSchema>>;

/**
 * Where the key of the log comes from: the keychain; the variable INTRAY_CACHE_KEY; or this run of the
 * program, with which the log ends.
 */
export const ACCESS_LOG_KEY_SOURCES = ['keychain', 'variables', 'run'] as const;
export type AccessLogKeySource = (typeof ACCESS_LOG_KEY_SOURCES)[number];

/** Maximum number of ids that a name may stand for in a filter of the access log. */
export const MAX_NAMED_IDS = 1_000;
const namedIds = z.array(anyId).min(1).max(MAX_NAMED_IDS).readonly();

export const accessFilterSchema = z.strictObject({
  /** Start (inclusive) and end (exclusive) of the time span; epoch milliseconds. */
  from: epochMsSchema.optional(),
  until: epochMsSchema.optional(),
  /** Only entries of the user with this id, or whose id ends with it; lists show the ends of ids. */
  user: anyId.optional(),
  /** Ids whose local name is what was typed as `user`: their entries are found too. */
  userNamed: namedIds.optional(),
  what: z.enum(ACCESS_KINDS).optional(),
  /** Only entries of this account; the main process puts the one that is open here, whatever a page asks for. */
  account: accountIdSchema.optional(),
  /** Only entries whose patient or record has this id, or an id that ends with it. */
  patient: anyId.optional(),
  /** Ids whose local name is what was typed as `patient`: their entries are found too. */
  patientNamed: namedIds.optional(),
});
export type AccessFilter = Readonly<z.infer<typeof accessFilterSchema>>;

/** A finding of the check: `changed` entries, entries `missing` before others, or `cut-off` at the end. */
export const accessLogIntegrityFindingSchema = z.strictObject({
  kind: z.enum(['changed', 'missing', 'cut-off']),
  /** The numbers of the first and the last entry concerned. */
  from: number,
  to: number,
});
export type AccessLogIntegrityFinding = Readonly<z.infer<typeof accessLogIntegrityFindingSchema>>;

export const accessLogStateSchema = z.strictObject({
  /** Where the key of the open log comes from; null while the log is not open. */
  place: z.enum(ACCESS_LOG_KEY_SOURCES).nullable(),
  /** The number of entries that wait to be written. */
  waiting: z.number().int().nonnegative(),
  /** Why entries cannot be written; null where they can. */
  problem: appErrorSchema.nullable(),
});
export type AccessLogState = Readonly<z.infer<typeof accessLogStateSchema>>;

export const accessLogCheckResultSchema = z.strictObject({
  place: z.enum(ACCESS_LOG_KEY_SOURCES),
  /** The number of entries that are there. */
  entries: z.number().int().nonnegative(),
  /** The number of the last entry whose hash is saved outside the file; null where none is. */
  savedHead: number.nullable(),
  /** The findings in the order of the entries, at most a hundred. */
  problems: z.array(accessLogIntegrityFindingSchema).readonly(),
});
export type AccessLogCheckResult = Readonly<z.infer<typeof accessLogCheckResultSchema>>;

const nothing = z.strictObject({});
const MAX_ADDRESS_LENGTH = 2_048;

/** Procedures of the access log. Entries are written where calls are served, never by a page. */
export const accessLogProcedures = {
  'accessLog.state': { runsIn: 'engine', input: nothing, output: accessLogStateSchema },
  /** Entries that match, newest first. 'not-signed-in' while no log is open. */
  'accessLog.list': {
    runsIn: 'engine',
    input: z.strictObject({
      filter: accessFilterSchema,
      limit: z.number().int().min(1).max(500).default(100),
      /** Only entries with a number below this one. */
      before: number.optional(),
    }),
    output: z.strictObject({ items: z.array(accessEntrySchema).readonly(), next: number.nullable() }),
  },
  /** Entries as a table or as JSON, oldest first. Cells that a spreadsheet would run as formulas are escaped. */
  'accessLog.export': {
    runsIn: 'engine',
    input: z.strictObject({
      format: z.enum(['csv', 'json']),
      filter: accessFilterSchema,
      /** The addresses of accounts by their ids, from the list of accounts. The main process adds them, whatever a page gives. */
      addresses: z.record(accountIdSchema, z.string().max(MAX_ADDRESS_LENGTH)).optional(),
      after: number.optional(),
    }),
    /** One piece of the text; the whole text is the concatenation of all pieces. */
    output: z.strictObject({
      text: z.string(),
      count: z.number().int().nonnegative(),
      next: number.nullable(),
    }),
  },
  /** Verifies the log: looks for entries that were changed, removed or cut off at the end. */
  'accessLog.verify': { runsIn: 'engine', input: nothing, output: accessLogCheckResultSchema },
} as const;

/**
 * Controls of the access log: with them the main process and the command open it, add entries and close it.
 */
export const internalAccessLogProcedures = {
  /** Opens the log; entries that waited for it are written. */
  'accessLog.open': {
    runsIn: 'engine',
    input: z.strictObject({
      place: z.enum(ACCESS_LOG_KEY_SOURCES),
      key: hex64,
      /** The head that is saved outside the file; null where there is none. */
      head: accessLogHeadSchema.nullable(),
    }),
    output: nothing,
  },
  /** Records what main or the command did itself. The account is the open one where none is named. */
  'accessLog.note': {
    runsIn: 'engine',
    input: z.strictObject({
      what: z.enum(NOTED_KINDS),
      outcome: accessDetailsSchema.shape.outcome,
      account: accountIdSchema.nullable().optional(),
      user: idSchema('user').nullable().optional(),
      records: z.array(anyId).max(500).readonly().default([]),
      /** When it happened; default: now. */
      at: epochMsSchema.optional(),
    }),
    output: nothing,
  },
  /**
   * Records the receipts of finished removals that are not in the log yet, and waits until they are on the disk.
   * 'not-signed-in' where no log is open, 'keychain-unavailable' where it ends with the run.
   */
  'accessLog.keepReceipts': {
    runsIn: 'engine',
    input: z.strictObject({ receipts: z.array(removalReceiptSchema).min(1).max(500).readonly() }),
    output: nothing,
  },
  /** Writes what waits, saves the head and closes the log. */
  'accessLog.close': { runsIn: 'engine', input: nothing, output: nothing },
} as const;
