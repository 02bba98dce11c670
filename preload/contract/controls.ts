import { z } from 'zod';
import { accountIdSchema, tokensSchema } from './accounts.ts';
import { formFilterSchema } from './forms.ts';
import { notificationFilterSchema } from './notifications.ts';
import { packPasswordSchema, packRequisitionsSchema } from './pdfs.ts';
import { idSchema, kindSchema, type Kind, recordIdSchema } from './records.ts';
import { requisitionFilterSchema } from './requisitions.ts';
import { healthSchema } from './sync-health.ts';
import type { ProcedureEntry, RunsIn } from './validate-call.ts';

/**
 * How far a local store has come. It is kept outside of the file as well, so that an older copy which was put in the
 * file's place can be recognised. It holds counts alone.
 */
export const generationMarkSchema = z.strictObject({
  /** Which file it belongs to. */
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** The highest number that a write was given. */
  number: z.number().int().nonnegative(),
  /** How often a write that must not be sent twice was about to leave. */
  moves: z.number().int().nonnegative(),
});
export type GenerationMarks = Readonly<z.infer<typeof generationMarkSchema>>;

/**
 * What the keychain says of it. `absent`: it was asked and has none; `unreadable`: it could not be asked; `none`: this account
 * has no keychain, so that nothing is expected there.
 */
const keychainMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('found'), mark: generationMarkSchema }),
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('unreadable') }),
  z.strictObject({ state: z.literal('none') }),
]);
export type KeychainMark = Readonly<z.infer<typeof keychainMarkSchema>>;

export const NO_KEYCHAIN_MARK: KeychainMark = { state: 'none' };

/** 32 bytes as hex. An empty key would silently make a plaintext file. */
export const cacheKeySchema = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * `keep`: the files stay for the next run; `run`: they are encrypted with a key of this run, and stay until it ends, however often
 * the account is closed and opened.
 */
const lifetime = z.enum(['keep', 'run']);

const proxy = z.strictObject({
  /** What the system said about the way to the base address: `DIRECT`, `PROXY host:port`, or a kind we cannot pass. */
  rule: z.string().max(2000),
});

function rawPage<K extends Kind, F extends z.ZodType>(kind: K, filter: F) {
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
 * What main (or the headless command) tells the engine besides the renderer's procedures. The bridge does
 * not carry these names: tokens, keys and proxies never come from a page.
 */
export const controls = {
  /** Opens an account's files. */
  'engine.open': {
    runsIn: 'engine',
    input: z.strictObject({
      account: accountIdSchema,
      baseUrl: z.string().max(2048),
      tokens: tokensSchema,
      key: cacheKeySchema,
      lifetime,
      /** Of `run`: what an earlier opening in this run left is another's and goes first. */
      startsOver: z.boolean().default(false),
      /** Whose sign-in it is; null where nobody said. */
      userId: idSchema('user').nullable(),
      /** How far the keychain knows this account's local store to have come. */
      keychainMark: keychainMarkSchema,
      /** Whether the engine refreshes by itself while the account is open: a window's does, a command's does not. */
      keepsFresh: z.boolean(),
    }),
    output: healthSchema,
  },
  'engine.close': { runsIn: 'engine', input: z.strictObject({}), output: z.strictObject({}) },
  /** Closes what is open and removes the files that end with this run: no key opens them any more. */
  'engine.endRun': { runsIn: 'engine', input: z.strictObject({}), output: z.strictObject({}) },
  /**
   * Closes what is open and gives an account's files, which no key opens, another name; nothing is deleted or overwritten.
   * 'key-fits' where the given key is theirs after all, 'not-found' where there are none. Where it fits what exists only here,
   * that stays, and the cache alone goes.
   */
  'engine.moveAway': {
    runsIn: 'engine',
    input: z.strictObject({
      account: accountIdSchema,
      /** The key that does not fit; null where there is none at all. */
      key: cacheKeySchema.nullable(),
    }),
    /** The folder that has them now, within the data folder. */
    output: z.strictObject({ folder: z.string() }),
  },
  'engine.setTokens': { runsIn: 'engine', input: tokensSchema, output: z.strictObject({}) },
  /** Tries tokens against an address without keeping anything: one list request with a limit of one. */
  'engine.probe': {
    runsIn: 'engine',
    input: z.strictObject({ baseUrl: z.string().max(2048), tokens: tokensSchema }),
    output: z.strictObject({}),
  },
  'engine.setProxy': { runsIn: 'engine', input: proxy, output: z.strictObject({}) },
  /** Where the person is, and what happened to the computer: how soon the engine asks what is new. */
  'engine.attention': {
    runsIn: 'engine',
    input: z.strictObject({ now: z.enum(['active', 'background', 'woke', 'reconnected']) }),
    output: z.strictObject({}),
  },
  /** Raw resources as cached, newest first, with the filters of the kind. */
  'records.list': {
    runsIn: 'reader',
    input: z.discriminatedUnion('kind', [
      rawPage('requisition', requisitionFilterSchema),
      rawPage('form', formFilterSchema),
      rawPage('notification', notificationFilterSchema),
    ]),
    output: rawItems,
  },
  /** Raw resources as cached, in the order of the file, for a whole copy. */
  'records.dump': {
    runsIn: 'reader',
    input: z.strictObject({
      kind: kindSchema,
      limit: z.number().int().min(1).max(1000),
      after: z.string().max(300).optional(),
    }),
    output: rawItems,
  },
  /** Writes a PDF that is here to a new file of this path, for its owner alone, and notes what for. The page never names a path. */
  'pdfs.copyTo': {
    runsIn: 'engine',
    input: z.strictObject({
      id: recordIdSchema('requisition'),
      path: z.string().max(4_096),
      why: z.enum(['opened', 'saved']),
      /** Take the place of a file that is there, because the person said so. */
      replaces: z.boolean(),
    }),
    output: z.strictObject({ bytes: z.number().int().nonnegative() }),
  },
  /** Joins printed pages and the PDFs that are here, encrypts all of it and writes it to this path, for its owner alone, whole or not at all. */
  'pack.make': {
    runsIn: 'engine',
    input: z.strictObject({
      pages: z.instanceof(Uint8Array),
      requisitions: packRequisitionsSchema,
      password: packPasswordSchema,
      path: z.string().max(4_096),
      replaces: z.boolean(),
      /** IANA name of the zone in which the pages say as of when they are. */
      zone: z.string().max(100),
    }),
    output: z.strictObject({
      pages: z.number().int().positive(),
      missing: z.array(z.string()).readonly(),
    }),
  },
} as const satisfies Record<string, ProcedureEntry>;

export type ControlName = keyof typeof controls;

/** The controls that run in one place. */
export type ControlIn<R extends RunsIn> = {
  [N in ControlName]: (typeof controls)[N]['runsIn'] extends R ? N : never;
}[ControlName];

export type ControlInput<N extends ControlName> = z.input<(typeof controls)[N]['input']>;
export type ControlOutput<N extends ControlName> = z.output<(typeof controls)[N]['output']>;
