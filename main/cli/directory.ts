import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  joinImportPreviews,
  MAX_NAME_CHANGES_PER_CALL,
  splitDirectoryTable,
  type ImportPiecePreview,
  type DirectoryImportPreview,
  type DirectoryTableLineChange,
  type NamesSuggestedForId,
} from '#contract/directory.ts';
import { collectItemsFromPages, iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { defineCommand, type CliCommand, type CommandContext } from './command.ts';
import { withOpenedAccount, type CliAppWithOpenAccount } from './session.ts';
import { recordListAsExport } from './printed-lists.ts';
import { streamTextToFile, type WriteTextPiece, formatTable } from './output.ts';

const MAX_PAGE = 5_000;

const LINE_PROBLEMS: Readonly<Record<DirectoryImportPreview['problems'][number]['why'], string>> = {
  'wrong-columns': 'not an id, a name and, where known, a second identifier',
  'not-an-id': 'the first column is not an id such as user_7Hq2',
  'named-twice': 'the table gives this id two names',
  'no-name': 'there is no name',
  'name-too-long': 'the name is too long',
  'not-an-identifier': 'the third column is not a birth date or a number',
  'turns-direction': 'a hidden character turns the direction of its letters',
  'broken-quotes': 'its quotes do not match',
};

async function readTable(file: string): Promise<Result<string>> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)));
  } catch (thrown) {
    if (thrown instanceof TypeError) return err('invalid-input', { detail: 'the file is not UTF-8' });
    return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
  }
}

/** Asks the engine what importing this table of names would change; changes nothing. */
async function compareTable(
  app: CliAppWithOpenAccount,
  text: string,
): Promise<Result<DirectoryImportPreview>> {
  const pieces: ImportPiecePreview[] = [];
  for (const piece of splitDirectoryTable(text)) {
    const read = await app.call('directory.readTable', piece);
    if (!read.ok) return read;
    pieces.push(read.value);
  }
  return ok(joinImportPreviews(pieces));
}

/** Saves the names that an import adds or changes; returns how many were saved. */
async function saveChanges(
  app: CliAppWithOpenAccount,
  changes: readonly DirectoryTableLineChange[],
): Promise<Result<number>> {
  let saved = 0;
  for (let from = 0; from < changes.length; from += MAX_NAME_CHANGES_PER_CALL) {
    const some = changes
      .slice(from, from + MAX_NAME_CHANGES_PER_CALL)
      .map(({ id, name, identifier, before }) => ({ id, name, identifier, before }));
    const done = await app.call('directory.save', { changes: some, source: 'imported' });
    if (!done.ok) return done;
    saved += done.value.saved;
  }
  return ok(saved);
}

/** Prints what an import changes, and which lines are invalid. */
function noteTable({ output }: CommandContext, { changes, problems }: DirectoryImportPreview): void {
  for (const { id, before, name } of changes) {
    if (before !== null && before.name !== name) output.note(`${id}: ${before.name} becomes ${name}`);
  }
  for (const { line, why } of problems) output.note(`line ${line}: ${LINE_PROBLEMS[why]}`);
}

interface ImportInput {
  readonly file: string;
  readonly dryRun?: boolean | undefined;
}

/**
 * Imports a table `id,name,identifier`. Invalid lines are reported and the others imported; 'invalid-input' where all
 * are invalid.
 */
function importDirectory(
  context: CommandContext,
  { file, dryRun = false }: ImportInput,
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const text = await readTable(file);
    if (!text.ok) return text;
    const table = await compareTable(app, text.value);
    if (!table.ok) return table;
    const { changes, unchanged, blank, problems } = table.value;
    const saved = dryRun ? ok(0) : await saveChanges(app, changes);
    if (!saved.ok) return saved;
    const words = dryRun ? `${changes.length} would be imported` : `${saved.value} imported`;
    const done = JSON.stringify({ ...table.value, saved: saved.value });
    await output.write(`${isJson ? done : `${words}, ${unchanged} unchanged, ${blank} without a name`}\n`);
    if (!isJson) noteTable(context, table.value);
    const isAllBroken = problems.length > 0 && changes.length + unchanged + blank === 0;
    return isAllBroken ? err('invalid-input', { detail: 'no line could be imported' }) : ok(undefined);
  });
}

/** Passes the table of all names on to `take`, piece by piece. */
async function streamTable(app: CliAppWithOpenAccount, writePiece: WriteTextPiece): Promise<Result<void>> {
  for await (const piece of iteratePages((place: PageStart<string>) => app.call('directory.export', place))) {
    if (!piece.ok) return piece;
    if (!(await writePiece(piece.value.text))) break;
  }
  return ok(undefined);
}

/** Prints the directory as a table `id,name,identifier`, or writes it to a file. */
function exportDirectory(
  context: CommandContext,
  { out }: { readonly out?: string | undefined },
): Promise<Result<void>> {
  const { output } = context;
  return withOpenedAccount(context, (app) =>
    out === undefined
      ? streamTable(app, (text) => output.write(text))
      : streamTextToFile(out, (writePiece) => streamTable(app, writePiece)),
  );
}

/** Prints names and their ids; with --json as `{"items":[…],"next":null}`. */
function listDirectory(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const read = await collectItemsFromPages((place: PageStart<string>) =>
      app.call('directory.list', { limit: MAX_PAGE, ...place }),
    );
    const all = await recordListAsExport(app, read);
    if (!all.ok) return all;
    const rows = all.value.items.map(({ id, name, identifier, source, contradiction }) => [
      id,
      name,
      identifier,
      source,
      contradiction === null ? '' : `${contradiction.document}: ${contradiction.name}`,
    ]);
    const table = formatTable(['id', 'name', 'identifier', 'source', 'contradicted by'], rows);
    await output.write(isJson ? `${JSON.stringify(all.value)}\n` : table);
    return ok(undefined);
  });
}

/** Prints ids without a name, those of most records first. */
function listUnnamed(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const all = await collectItemsFromPages((place: PageStart<string>) =>
      app.call('directory.unnamed', { limit: MAX_PAGE, ...place }),
    );
    if (!all.ok) return all;
    const rows = all.value.items.map(({ id, records }) => [id, String(records)]);
    await output.write(isJson ? `${JSON.stringify(all.value)}\n` : formatTable(['id', 'records'], rows));
    return ok(undefined);
  });
}

function toSuggestionRows({ id, names }: NamesSuggestedForId): readonly (readonly string[])[] {
  return names.map(({ name, documents, isMore, line }) => [
    id,
    name,
    `${documents}${isMore ? '+' : ''}`,
    line,
  ]);
}

/** Reads the documents on this computer, then prints what they suggest for ids without a name. */
function listSuggestions(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withOpenedAccount(context, async (app) => {
    const read = await app.call('directory.readDocuments', {});
    if (!read.ok) return read;
    const found = await collectItemsFromPages((place: PageStart<string>) =>
      app.call('directory.suggestions', { limit: MAX_PAGE, ...place }),
    );
    const all = await recordListAsExport(app, found);
    if (!all.ok) return all;
    const table = formatTable(['id', 'name', 'documents', 'line'], all.value.items.flatMap(toSuggestionRows));
    await output.write(isJson ? `${JSON.stringify(all.value)}\n` : table);
    return ok(undefined);
  });
}

interface SetInput {
  readonly id: string;
  readonly name: string;
  readonly identifier?: string | undefined;
}

/** Sets the local name of an id. */
function setName(context: CommandContext, change: SetInput): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const saved = await app.call('directory.set', change);
    return saved.ok ? ok(undefined) : saved;
  });
}

/** Removes the local name of an id. */
function takeBack(context: CommandContext, { id }: { readonly id: string }): Promise<Result<void>> {
  return withOpenedAccount(context, async (app) => {
    const saved = await app.call('directory.set', { id, name: null });
    return saved.ok ? ok(undefined) : saved;
  });
}

const nothing = z.strictObject({});

/** The commands for local names of ids. */
export const DIRECTORY_COMMANDS: readonly CliCommand[] = [
  defineCommand({
    name: ['directory', 'import'],
    about: 'Import names for ids from a table id,name,identifier. They are never sent.',
    parameters: [{ usage: '<file>', about: 'a CSV file in UTF-8' }],
    options: [{ usage: '--dry-run', about: 'only show what would change' }],
    input: z.strictObject({ file: z.string().min(1), dryRun: z.boolean().optional() }),
    run: importDirectory,
  }),
  defineCommand({
    name: ['directory', 'export'],
    about: 'Print the names for ids, and the ids without one, as a table id,name,identifier.',
    parameters: [],
    options: [{ usage: '--out <file>', about: 'write it to this file instead' }],
    input: z.strictObject({ out: z.string().min(1).optional() }),
    run: exportDirectory,
  }),
  defineCommand({
    name: ['directory', 'list'],
    about: 'List the names for ids, with their sources.',
    parameters: [],
    options: [],
    input: nothing,
    run: listDirectory,
  }),
  defineCommand({
    name: ['directory', 'unnamed'],
    about: 'List the ids without a name, those of most records first.',
    parameters: [],
    options: [],
    input: nothing,
    run: listUnnamed,
  }),
  defineCommand({
    name: ['directory', 'suggestions'],
    about:
      'List the names that documents on this computer suggest. They count for nothing until they are set.',
    parameters: [],
    options: [],
    input: nothing,
    run: listSuggestions,
  }),
  defineCommand({
    name: ['directory', 'set'],
    about: 'Give an id a name. It is never sent.',
    parameters: [
      { usage: '<id>', about: 'an id such as user_7Hq2' },
      { usage: '<name>', about: 'the name' },
    ],
    options: [{ usage: '--identifier <text>', about: 'a birth date or a number' }],
    input: z.strictObject({ id: z.string(), name: z.string(), identifier: z.string().optional() }),
    run: setName,
  }),
  defineCommand({
    name: ['directory', 'take-back'],
    about: 'Take the name of an id back.',
    parameters: [{ usage: '<id>', about: 'an id such as user_7Hq2' }],
    options: [],
    input: z.strictObject({ id: z.string() }),
    run: takeBack,
  }),
];
