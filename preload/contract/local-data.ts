import { z } from 'zod';
import { draftKeySchema } from './draft-key.ts';
import { isAnyId, MAX_ID_LENGTH, kindSchema, anyRecordIdSchema } from './records.ts';
import { worklistSortSchema, worklistTabSchema } from './requisitions.ts';
import { epochMsSchema } from './time.ts';
import { operationSchema } from './writes.ts';

/**
 * The desk's own names for ids: the service speaks in ids alone (service's document, section 2.1). They stay in the encrypted
 * file of this desk and are never sent.
 */
export const directoryIdSchema = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine(isAnyId, 'expected an id such as user_7Hq2');

/** One line of text; surrounding space is cut. */
export const localNameSchema = z
  .string()
  .max(10_000)
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(200));

export const directoryEntrySchema = z.strictObject({
  id: directoryIdSchema,
  name: z.string(),
  savedAt: epochMsSchema,
});
export type DirectoryEntry = Readonly<z.infer<typeof directoryEntrySchema>>;

/** What became of an imported table `id,name`. A broken line is named; the others are taken. */
export const directoryImportSchema = z.strictObject({
  taken: z.number().int().nonnegative(),
  /** Of those taken, the ones that had another name before. */
  replaced: z.array(z.strictObject({ id: z.string(), before: z.string(), name: z.string() })).readonly(),
  unchanged: z.number().int().nonnegative(),
  problems: z
    .array(
      z.strictObject({
        /** From 1, as an editor counts. */
        line: z.number().int().positive(),
        why: z.enum(['not-two-columns', 'not-an-id', 'no-name', 'name-too-long', 'broken-quotes']),
      }),
    )
    .readonly(),
});
export type DirectoryImport = Readonly<z.infer<typeof directoryImportSchema>>;

/** What this desk alone knows: drafts of editors, marks, views, what was looked at, what was put on paper. */

/** The shelves of what is kept, as events and the file's health name them. */
export const LOCAL_DATA = [
  'directory',
  'drafts',
  'followUps',
  'views',
  'looks',
  'ledger',
  'favourites',
  'completions',
  'formReminders',
  'missing',
] as const;
export type LocalDataName = (typeof LOCAL_DATA)[number];

/** One unfinished editor. The key names it: the operation and the record, or a number of its own for what is new. */
export const draftSchema = z.strictObject({
  key: draftKeySchema,
  operation: operationSchema,
  /** The record it changes; null for a new one. */
  target: anyRecordIdSchema.nullable(),
  /** What to call it in a list. */
  label: z.string().max(300),
  /** What was typed, in the editor's own shape. */
  fields: z.record(z.string().max(100), z.unknown()),
  /** What the record said when the editor opened, by the service's field names. */
  seen: z.record(z.string().max(100), z.unknown()),
  savedAt: epochMsSchema,
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

/** A mark of this desk that somebody has followed a record up, because the service knows no such state. */
export const followUpSchema = z.strictObject({
  kind: kindSchema,
  id: anyRecordIdSchema,
  note: z.string().max(2_000),
  markedAt: epochMsSchema,
  /** When to remind; null for a mark alone. */
  remindOn: epochMsSchema.nullable(),
});
export type FollowUp = Readonly<z.infer<typeof followUpSchema>>;

/** A search of the worklist under a name. Times in it are relative, so it stays a text. */
export const savedViewSchema = z.strictObject({
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  name: z.string().min(1).max(100),
  query: z.string().max(2_000),
  tab: worklistTabSchema,
  order: worklistSortSchema,
});
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>;

/** What became different in a record since it was last looked at here, by the service's field names, values as JSON. */
export const viewedDifferenceSchema = z.strictObject({
  /** When it was looked at before; null for the first time. */
  before: epochMsSchema.nullable(),
  fields: z
    .array(z.strictObject({ field: z.string(), was: z.string().nullable(), is: z.string().nullable() }))
    .readonly(),
});
export type ViewedDifference = Readonly<z.infer<typeof viewedDifferenceSchema>>;

/** What was done with the PDF of a requisition, when, and of which version. Never its content. */
export const printLogEntrySchema = z.strictObject({
  number: z.number().int().positive(),
  requisition: z.string(),
  action: z.enum(['opened', 'printed', 'saved']),
  at: epochMsSchema,
  /** `last_updated_at` of the requisition that the PDF belongs to. */
  version: epochMsSchema.nullable(),
  /** SHA-256 of its bytes, hex. */
  hash: z.string(),
});
export type PrintLogEntry = Readonly<z.infer<typeof printLogEntrySchema>>;

/** A diagnosis or a script that was used before, for filling in another. */
export const SUGGESTED = ['diagnoses', 'scripts'] as const;
export const suggestionSchema = z.strictObject({
  /** The code of a diagnosis, the name of a script. */
  code: z.string(),
  description: z.string(),
  isFavourite: z.boolean(),
  /** How many cached requisitions have it. */
  uses: z.number().int().nonnegative(),
});
export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>;

/** As many characters of a table as one call takes (`directory.import`), with room for what stands beside them. */
const MAX_CHARACTERS = 150_000;
const LINE_BREAK = /\r\n|\r|\n/;

/** A part of a table that ends at the end of a line. */
export interface TablePiece {
  readonly text: string;
  /** The number of its first line in the whole table, from 1. */
  readonly firstLine: number;
}

/** Parts a table into pieces that one call each takes. No line of a name is that long: of one that is, the beginning tells enough. */
export function* toPieces(table: string): Generator<TablePiece> {
  let piece: string[] = [];
  let length = 0;
  let firstLine = 1;
  for (const whole of table.split(LINE_BREAK)) {
    const row = whole.slice(0, MAX_CHARACTERS);
    if (length + row.length > MAX_CHARACTERS) {
      yield { text: piece.join('\n'), firstLine };
      firstLine += piece.length;
      piece = [];
      length = 0;
    }
    piece.push(row);
    length += row.length + 1;
  }
  yield { text: piece.join('\n'), firstLine };
}
