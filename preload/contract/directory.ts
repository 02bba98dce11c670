import { z } from 'zod';
import { isAnyId, MAX_ID_LENGTH } from './records.ts';
import { epochMsSchema } from './time-schema.ts';

/**
 * An id that can have a local name, because the service uses ids only (service's document, section 2.1). Local
 * names stay in the encrypted local store and are never sent.
 */
export const nameableIdSchema = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine(isAnyId, 'expected an id such as user_7Hq2');

/** Ids of records cannot be given a local name; only people and places can. */
const RECORD_ID = /^(?:req|form|fver|notf|cmmt|diag|scrt|rslt|local)_/;

/** Returns whether an id may be given a local name. */
export function mayIdHaveLocalName(id: string): boolean {
  return isAnyId(id) && !RECORD_ID.test(id);
}

/** One line of text; surrounding space is removed. */
export const localNameSchema = z
  .string()
  .max(10_000)
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(200));

/**
 * A second identifier, a birth date or a number, as one line; empty where it is unknown. It contains a digit, so that
 * the given name of `Doe, Jane` in a table is not taken for one.
 */
export const birthDateOrNumberInputSchema = z
  .string()
  .max(10_000)
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(60)
      .regex(/^$|\p{Nd}/u, 'expected a birth date or a number'),
  );

/** Where a name comes from. `unknown`: it was saved before sources were recorded. */
export const NAME_SOURCES = ['entered', 'imported', 'suggested', 'preset', 'unknown'] as const;
export type NameSource = (typeof NAME_SOURCES)[number];

/** What a document says about an id: the name, the line it was read from, and the id of the record. */
export const nameInDocumentSchema = z.strictObject({
  name: z.string(),
  line: z.string(),
  document: z.string(),
});
export type NameInDocument = Readonly<z.infer<typeof nameInDocumentSchema>>;

export const directoryEntrySchema = z.strictObject({
  id: nameableIdSchema,
  name: z.string(),
  identifier: z.string(),
  savedAt: epochMsSchema,
  /** Id of the user of the account that saved the name; empty where unknown. */
  savedBy: z.string(),
  source: z.enum(NAME_SOURCES),
  /** Where the name was found, if a document suggested it. */
  reading: nameInDocumentSchema.nullable(),
  /** Whether another id has the same name after case and accents, or one that differs in one letter. */
  alike: z.enum(['equal', 'near']).nullable(),
  /** A place in a document where the id has another name; null where there is none. */
  contradiction: nameInDocumentSchema.nullable(),
});
export type DirectoryEntry = Readonly<z.infer<typeof directoryEntrySchema>>;

/** A name that documents suggest for an id, and how many of them agree. */
export const suggestedNameSchema = nameInDocumentSchema.extend({
  documents: z.number().int().positive(),
  /** Whether there are more documents than are counted. */
  isMore: z.boolean(),
});

/** What documents suggest for an id without a name; several names where they disagree. */
export const namesSuggestedForIdSchema = z.strictObject({
  id: nameableIdSchema,
  names: z.array(suggestedNameSchema).readonly(),
});
export type NamesSuggestedForId = Readonly<z.infer<typeof namesSuggestedForIdSchema>>;

/** An id without a name, and the number of records on this computer that contain it. */
export const unnamedIdWithRecordCountSchema = z.strictObject({
  id: z.string(),
  records: z.number().int().positive(),
});
export type UnnamedIdWithRecordCount = Readonly<z.infer<typeof unnamedIdWithRecordCountSchema>>;

const identitySchema = z.strictObject({ name: z.string(), identifier: z.string() });

/** A name to be saved for an id; with null the name is taken back. */
export const nameChangeSchema = z.strictObject({
  id: nameableIdSchema,
  name: localNameSchema.nullable(),
  identifier: birthDateOrNumberInputSchema.default(''),
  /** The name that the user saw; the change is skipped where the id has another one now. Default: it is not compared. */
  before: identitySchema.nullable().optional(),
});
export type NameChange = Readonly<z.input<typeof nameChangeSchema>>;

/** Maximum number of names that one call saves. */
export const MAX_NAME_CHANGES_PER_CALL = 1_000;

/** Why a line of a table cannot be imported. */
export const DIRECTORY_TABLE_LINE_PROBLEMS = [
  'wrong-columns',
  'not-an-id',
  'named-twice',
  'no-name',
  'name-too-long',
  'not-an-identifier',
  'turns-direction',
  'broken-quotes',
] as const;

/** A line of a table that would change a name. */
const tableChangeSchema = z.strictObject({
  id: nameableIdSchema,
  /** Number of the line in the table, from 1. */
  line: z.number().int().positive(),
  name: z.string(),
  identifier: z.string(),
  /** The present local name and identifier of the id; null where it has no name yet. */
  before: identitySchema.nullable(),
});
export type DirectoryTableLineChange = Readonly<z.infer<typeof tableChangeSchema>>;

/** What importing a table `id,name,identifier` would change. Nothing was changed. */
const directoryTableSchema = z.strictObject({
  changes: z.array(tableChangeSchema).readonly(),
  unchanged: z.number().int().nonnegative(),
  /** Lines with an id and no name, as in an exported table that was not filled in. */
  blank: z.number().int().nonnegative(),
  problems: z
    .array(z.strictObject({ line: z.number().int().positive(), why: z.enum(DIRECTORY_TABLE_LINE_PROBLEMS) }))
    .readonly(),
});
export type DirectoryImportPreview = Readonly<z.infer<typeof directoryTableSchema>>;

/** What importing one piece of a table of names would change, with the unchanged lines. */
export const importPiecePreviewSchema = directoryTableSchema.extend({
  /** Lines with the name that the id has now: another piece may name the same id in another way. */
  unchanged: z.array(z.strictObject({ id: nameableIdSchema, line: z.number().int().positive() })).readonly(),
});
export type ImportPiecePreview = Readonly<z.infer<typeof importPiecePreviewSchema>>;

/** Maximum number of characters of a table per call (`directory.readTable`), with room for the other fields. */
const MAX_CHARACTERS = 150_000;
const LINE_BREAK = /\r\n|\r|\n/;

/** A part of a table that ends at the end of a line. */
export interface DirectoryTablePiece {
  readonly text: string;
  /** The number of its first line in the whole table, from 1. */
  readonly firstLine: number;
}

/**
 * Splits a table into pieces of one call each. A longer line cannot be a valid name and is cut: its beginning
 * is enough for the error message.
 */
export function* splitDirectoryTable(table: string): Generator<DirectoryTablePiece> {
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

/**
 * Joins what the pieces of a table would change. An id that the table names in two ways keeps its name, and each of
 * these lines is a problem.
 */
export function joinImportPreviews(pieces: readonly ImportPiecePreview[]): DirectoryImportPreview {
  const same = pieces.flatMap(({ unchanged }) => unchanged);
  const sameById = Map.groupBy(same, ({ id }) => id);
  const byId = Map.groupBy(
    pieces.flatMap(({ changes }) => changes),
    ({ id }) => id,
  );
  const changes: DirectoryTableLineChange[] = [];
  const twice: DirectoryImportPreview['problems'][number][] = [];
  let unchanged = same.length;
  for (const [id, [first, ...rest]] of byId) {
    if (first === undefined) continue;
    const others = sameById.get(id) ?? [];
    const isOne =
      others.length === 0 &&
      rest.every(({ name, identifier }) => name === first.name && identifier === first.identifier);
    if (isOne) {
      changes.push(first);
      unchanged += rest.length;
    } else {
      twice.push(...[first, ...rest, ...others].map(({ line }) => ({ line, why: 'named-twice' as const })));
      unchanged -= others.length;
    }
  }
  return {
    changes,
    unchanged,
    blank: pieces.reduce((sum, { blank }) => sum + blank, 0),
    problems: [...pieces.flatMap(({ problems }) => problems), ...twice].toSorted((a, b) => a.line - b.line),
  };
}
