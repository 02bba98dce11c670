import { z } from 'zod';
import { accountIdSchema } from './accounts.ts';
import { idSchema, MAX_ID_LENGTH } from './records.ts';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';

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
 * outcome.
 */
const NOTED_KINDS = [
  'print',
  'sign-in',
  'sign-out',
  'account-removal',
  'wipe',
  'lock',
  'unlock',
  'failed-unlock',
] as const satisfies readonly AccessKind[];

const anyId = z.string().min(1).max(MAX_ID_LENGTH);
/** 64 hex digits: a key, or a hash. */
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().int().positive();

/** One access: who did what to which record. It holds ids only, never content, and never a token. */
export const accessSchema = z.strictObject({
  what: z.enum(ACCESS_KINDS),
  /** The user of the account; null where it is not known. */
  user: anyId.nullable(),
  account: accountIdSchema.nullable(),
  /** The record; null where there is none, or more than an entry can name. */
  record: anyId.nullable(),
  /** The patient of the record, or the patient that was searched for; null where it is not known. */
  patient: anyId.nullable(),
  /** `ok`, the code of the error, or the outcome of a printing. */
  outcome: z.string().regex(/^[a-z0-9-]{1,40}$/),
});
export type Access = Readonly<z.infer<typeof accessSchema>>;

/** An access with its number in the log and its time in epoch milliseconds. */
export const accessEntrySchema = accessSchema.extend({ number, at: epochMsSchema });
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

export const accessFilterSchema = z.strictObject({
  /** Start (inclusive) and end (exclusive) of the time span; epoch milliseconds. */
  from: epochMsSchema.optional(),
  until: epochMsSchema.optional(),
  user: anyId.optional(),
  what: z.enum(ACCESS_KINDS).optional(),
  /** The patient of an entry, or its record. */
  patient: anyId.optional(),
});
export type AccessFilter = Readonly<z.infer<typeof accessFilterSchema>>;

/** A finding of the check: `changed` entries, entries `missing` before others, or `cut-off` at the end. */
export const accessLogProblemSchema = z.strictObject({
  kind: z.enum(['changed', 'missing', 'cut-off']),
  /** The numbers of the first and the last entry concerned. */
  from: number,
  to: number,
});
export type AccessLogProblem = Readonly<z.infer<typeof accessLogProblemSchema>>;

export const accessLogStateSchema = z.strictObject({
  /** Null while the log is not open. */
  place: z.enum(ACCESS_LOG_KEY_SOURCES).nullable(),
  /** Entries that wait to be written. */
  waiting: z.number().int().nonnegative(),
  /** Why entries cannot be written; null where they can. */
  problem: appErrorSchema.nullable(),
});
export type AccessLogState = Readonly<z.infer<typeof accessLogStateSchema>>;

export const accessLogCheckSchema = z.strictObject({
  place: z.enum(ACCESS_LOG_KEY_SOURCES),
  /** The number of entries that are there. */
  entries: z.number().int().nonnegative(),
  /** The number of the last entry whose hash is saved outside the file; null where none is. */
  savedHead: number.nullable(),
  /** At most a hundred findings, in the order of the entries. */
  problems: z.array(accessLogProblemSchema).readonly(),
});
export type AccessLogCheck = Readonly<z.infer<typeof accessLogCheckSchema>>;

const nothing = z.strictObject({});

/** Procedures of the access log. Entries are written where calls are served, never by a page. */
export const accessLogProcedures = {
  'accessLog.state': { runsIn: 'engine', input: nothing, output: accessLogStateSchema },
  /** Entries that match, newest first. 'not-signed-in' while no log is open. */
  'accessLog.list': {
    runsIn: 'engine',
    input: z.strictObject({
      filter: accessFilterSchema,
      limit: z.number().int().min(1).max(500).default(100),
      /** Entries before this number. */
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
      after: number.optional(),
    }),
    /** One piece of the text; the whole text is the concatenation of all pieces. */
    output: z.strictObject({
      text: z.string(),
      count: z.number().int().nonnegative(),
      next: number.nullable(),
    }),
  },
  /** Looks for entries that were changed, removed or cut off. */
  'accessLog.verify': { runsIn: 'engine', input: nothing, output: accessLogCheckSchema },
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
      outcome: accessSchema.shape.outcome,
      account: accountIdSchema.nullable().optional(),
      user: idSchema('user').nullable().optional(),
      records: z.array(anyId).max(500).readonly().default([]),
    }),
    output: nothing,
  },
  /** Writes what waits, saves the head and closes the log. */
  'accessLog.close': { runsIn: 'engine', input: nothing, output: nothing },
} as const;
