import { z } from 'zod';
import {
  importPiecePreviewSchema,
  directoryEntrySchema,
  birthDateOrNumberInputSchema,
  localNameSchema,
  MAX_NAME_CHANGES_PER_CALL,
  nameChangeSchema,
  nameableIdSchema,
  NAME_SOURCES,
  namesSuggestedForIdSchema,
  unnamedIdWithRecordCountSchema,
} from './directory.ts';

const nothing = z.strictObject({});
const limit = z.number().int().min(1).max(5_000).default(1_000);
const after = z.string().max(300).optional();

/** Procedures for the names of ids. Every write returns only after it is safely on the disk. */
export const directoryProcedures = {
  /** Names for ids, in the order of the ids. */
  'directory.list': {
    runsIn: 'local',
    input: z.strictObject({ after: nameableIdSchema.optional(), limit }),
    output: z.strictObject({
      items: z.array(directoryEntrySchema).readonly(),
      next: z.string().nullable(),
    }),
  },
  /** Sets the local name of an id as the user entered it; null removes it. */
  'directory.set': {
    runsIn: 'engine',
    input: z.strictObject({
      id: nameableIdSchema,
      name: localNameSchema.nullable(),
      identifier: birthDateOrNumberInputSchema.default(''),
    }),
    output: nothing,
  },
  /**
   * Saves names that the user has confirmed, all or none; those that changed meanwhile are skipped. A name that is put
   * back after its removal keeps its source.
   */
  'directory.save': {
    runsIn: 'engine',
    input: z.strictObject({
      changes: z.array(nameChangeSchema).min(1).max(MAX_NAME_CHANGES_PER_CALL).readonly(),
      source: z.enum(NAME_SOURCES),
    }),
    output: z.strictObject({
      saved: z.number().int().nonnegative(),
      skipped: z.array(z.string()).readonly(),
    }),
  },
  /** The user says that the name of an id is right, whatever documents have said so far. */
  'directory.keep': {
    runsIn: 'local',
    input: z.strictObject({ id: nameableIdSchema }),
    output: nothing,
  },
  /**
   * Tells what importing lines `id,name,identifier` would change; nothing is changed. A heading line is skipped. A
   * long table is sent in pieces that end at the end of a line.
   */
  'directory.readTable': {
    runsIn: 'local',
    input: z.strictObject({
      text: z.string().max(200_000),
      /** The number of the piece's first line in the whole table, from 1. */
      firstLine: z.number().int().positive().default(1),
    }),
    output: importPiecePreviewSchema,
  },
  /** All names, and after them the ids without one, as a table `id,name,identifier`, in pieces. */
  'directory.export': {
    runsIn: 'engine',
    input: z.strictObject({ after }),
    output: z.strictObject({ text: z.string(), next: z.string().nullable() }),
  },
  /** Ids of people and places without a name, by the number of records that contain them. */
  'directory.unnamed': {
    runsIn: 'reader',
    input: z.strictObject({ after, limit }),
    output: z.strictObject({
      items: z.array(unnamedIdWithRecordCountSchema).readonly(),
      next: z.string().nullable(),
      total: z.number().int().nonnegative(),
    }),
  },
  /** What documents suggest for ids without a name, in the order of the ids. */
  'directory.suggestions': {
    runsIn: 'local',
    input: z.strictObject({ after: nameableIdSchema.optional(), limit }),
    output: z.strictObject({
      items: z.array(namesSuggestedForIdSchema).readonly(),
      next: z.string().nullable(),
    }),
  },
  /** Reads names in the documents on this computer that were not read yet; returns when all were. */
  'directory.readDocuments': {
    runsIn: 'engine',
    input: nothing,
    output: z.strictObject({
      /** Documents that were read now. */
      read: z.number().int().nonnegative(),
      /** PDFs whose text could not be read. */
      unreadable: z.number().int().nonnegative(),
    }),
  },
} as const;
