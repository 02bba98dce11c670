import { z } from 'zod';
import { accountIdSchema } from './accounts.ts';
import { pendingChangeSchema, type OutboxQuestion, type PendingChange } from './outbox.ts';

/**
 * `sign-out`: tokens, key and files of an account go, its address and user stay in the list; `remove`: the entry in
 * the list goes too; `wipe`: all accounts.
 */
export const removalKindSchema = z.enum(['sign-out', 'remove', 'wipe']);
export type RemovalKind = z.infer<typeof removalKindSchema>;

/** What removing an account would lose: the state of its files and its unsent changes. */
export const accountRemovalLossesSchema = z.strictObject({
  account: accountIdSchema,
  /**
   * `none`: there are none; `locked`: their PIN has not opened them, `unreadable`: no key opens them. The unsent changes of
   * these two cannot be listed.
   */
  files: z.enum(['none', 'readable', 'locked', 'unreadable']),
  unsent: z.array(pendingChangeSchema).readonly(),
  /**
   * The number of moved-away, damaged and newer copies of its local store. They are not opened: unsent changes that are in
   * them alone cannot be listed either.
   */
  oldLocalStores: z.number().int().nonnegative(),
  /** Full path of an export file of this run that holds all of them as they are now; it was read back and compared. */
  exportedTo: z.string().optional(),
});
export type AccountRemovalLosses = Readonly<z.infer<typeof accountRemovalLossesSchema>>;

export const removalLossesListSchema = z.strictObject({
  contents: z.array(accountRemovalLossesSchema).readonly(),
});

/**
 * Consent to lose files that no key opens, and copies of the local store that are not opened; for the command also files
 * that their PIN has not opened.
 */
const acceptsUnreadable = z.boolean();
/** Consent to keep unsent changes in their export file alone. */
const acceptsExported = z.literal(true).optional();

export const removalRequestSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.enum(['sign-out', 'remove']),
    account: accountIdSchema,
    /** The numbers of all unsent changes, which the user has confirmed one by one. */
    discards: z.array(z.number().int().positive()).max(4_000).readonly(),
    acceptsUnreadable,
    acceptsExported,
  }),
  z.strictObject({ what: z.literal('wipe'), acceptsUnreadable, acceptsExported }),
]);
export type RemovalRequest = Readonly<z.infer<typeof removalRequestSchema>>;

const receiptFields = {
  what: removalKindSchema,
  account: accountIdSchema,
  baseUrl: z.string(),
  userId: z.string().nullable(),
  /** When the user asked for it, in ISO 8601. */
  since: z.string(),
  /** The numbers of the unsent changes that were discarded. */
  discarded: z.array(z.number()).readonly(),
  /** The export file that holds the unsent changes; absent where there were none, or none was made. */
  exportedTo: z.string().optional(),
  /** The files and folders that were to be deleted, within the data folder; of a finished removal, each is gone. */
  files: z.array(z.string()).readonly(),
};

/** A removal that has begun. Until it is finished its account is not opened; each start tries again. */
export const unfinishedRemovalSchema = z.strictObject({
  ...receiptFields,
  /** Whether the key may be in the keychain: without the keychain the removal cannot be finished then. */
  needsKeychain: z.boolean(),
});
export type UnfinishedRemoval = Readonly<z.infer<typeof unfinishedRemovalSchema>>;

/** A finished removal: what was found to be gone. It contains no data of a patient. */
export const removalReceiptSchema = z.strictObject({
  ...receiptFields,
  /** When the removal was finished, in ISO 8601. */
  at: z.string(),
  /**
   * `gone`: key and tokens were deleted and are not there any more; `not-used`: there is no keychain, or it could
   * not be reached and a variable holds the key: then it may still hold tokens.
   */
  keychain: z.enum(['gone', 'not-used']),
  /** The number of files that Intray did not make: they and their folders stay. */
  foreign: z.number().int().nonnegative(),
});
export type RemovalReceipt = Readonly<z.infer<typeof removalReceiptSchema>>;

export const removalReceiptsSchema = z.strictObject({ receipts: z.array(removalReceiptSchema).readonly() });

/** The questions about a change that has certainly not reached the service. */
const NOT_ARRIVED_QUESTIONS: ReadonlySet<OutboxQuestion> = new Set([
  'conflict',
  'changed',
  'gone',
  'already-there',
  'not-listed',
]);

/**
 * Whether an unsent change may be discarded together with its account. One that may have reached the service is first
 * looked for there, and decided on its own.
 */
export function mayDiscardChangeWithAccount({ state, mayHaveArrived, question }: PendingChange): boolean {
  if (state === 'uncertain' || state === 'sending' || mayHaveArrived) return false;
  return question === null || NOT_ARRIVED_QUESTIONS.has(question);
}
