/** Export files: the encrypted copy of an account's local store, and its import. */
import { z } from 'zod';
import { accountIdSchema } from './accounts.ts';
import { downtimePackPasswordSchema } from './pdfs.ts';

/** Characters that a passphrase needs: shorter ones are guessed too quickly. */
export const MIN_PASSPHRASE_LENGTH = 10;

/** The passphrase of an export file, by the same rules as the password of a downtime pack. */
export const passphraseSchema = downtimePackPasswordSchema;

const count = z.number().int().nonnegative();

/** An export file that was written, read back, decrypted and compared. */
export const exportResultSchema = z.strictObject({
  /** Size of the export file in bytes. */
  bytes: z.number().int().positive(),
  /** The number of changes in it that are not on the service. */
  changes: count,
});
export type ExportResult = Readonly<z.infer<typeof exportResultSchema>>;

/** The export files of several accounts. */
export const perAccountExportResultsSchema = z
  .array(exportResultSchema.extend({ account: accountIdSchema, file: z.string() }))
  .readonly();
export type PerAccountExportResults = z.infer<typeof perAccountExportResultsSchema>;

/** The numbers of changes and local data that an import added or skipped. */
export const importResultSchema = z.strictObject({
  /** Changes that are in the outbox now, and how many of them may have reached the service. */
  changes: count,
  uncertain: count,
  /** Changes that were imported before, or were made here: they were skipped. */
  known: count,
  /** Of the skipped ones: changes that wait here with other content. The file still holds its own. */
  differing: count,
  /** Drafts, names, marks, views and other local data that were added, or were newer than what was here. */
  others: count,
});
export type ImportResult = Readonly<z.infer<typeof importResultSchema>>;

const target = {
  /** Full path of the file. The page never names one. */
  path: z.string().max(4_096),
  passphrase: passphraseSchema,
  /** The account: its base address, and its user where that is known. */
  origin: z.string().max(2_048),
  userId: z.string().nullable(),
};

/** Whether the user says that an export without a known user, or of a known one into an account without, is theirs. */
const isSameUser = z.boolean();

/** Calls that only the main process and the headless command may make. */
export const internalTransferProcedures = {
  /**
   * Writes the local store of the open account to a file, encrypted under a passphrase, and reads it back: the account
   * may lose its key afterwards. An existing file is replaced.
   */
  'localStore.export': { runsIn: 'engine', input: z.strictObject(target), output: exportResultSchema },
  /**
   * Adds the content of an export file to the local store of the open account, all or nothing. Once-only changes become
   * 'uncertain'. 'wrong-passphrase', 'export-damaged', 'storage-newer', 'foreign-export' where the file is of another
   * address or user, 'user-unconfirmed' where a user is not known; nothing has changed then.
   */
  'localStore.import': {
    runsIn: 'engine',
    input: z.strictObject({ ...target, isSameUser }),
    output: importResultSchema,
  },
} as const;

/** The procedures of the page. A dialog of the system asks for the file. */
export const transferProcedures = {
  /** Writes an export file of an account. What is open is closed meanwhile. */
  'accounts.export': {
    runsIn: 'shell',
    input: z.strictObject({ account: accountIdSchema, passphrase: passphraseSchema }),
    output: z.strictObject({
      /** Null where the user closed the dialog. */
      saved: exportResultSchema.extend({ file: z.string() }).nullable(),
    }),
  },
  /**
   * Writes one export file for each account whose files can be read, beside each other. What is open is closed meanwhile.
   */
  'accounts.exportAll': {
    runsIn: 'shell',
    input: z.strictObject({ passphrase: passphraseSchema }),
    output: z.strictObject({
      /** Null where the user closed the dialog. */
      saved: z.strictObject({ files: perAccountExportResultsSchema }).nullable(),
    }),
  },
  /** Imports an export file into an account. What is open is closed meanwhile. */
  'accounts.import': {
    runsIn: 'shell',
    input: z.strictObject({ account: accountIdSchema, passphrase: passphraseSchema, isSameUser }),
    output: z.strictObject({ imported: importResultSchema.nullable() }),
  },
} as const;
