import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type DirectoryImport, splitDirectoryTable } from '#contract/local-data.ts';
import { collectPages, iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { defineCommand, type Command, type CommandContext } from './command.ts';
import { withAccount, type OpenCliApp } from './session.ts';
import { writeToFile, type TextSink, formatTable } from './output.ts';

const MAX_PAGE = 5_000;

const LINE_PROBLEMS: Readonly<Record<DirectoryImport['problems'][number]['why'], string>> = {
  'not-two-columns': 'not an id and a name',
  'not-an-id': 'the first column is not an id such as user_7Hq2',
  'no-name': 'there is no name',
  'name-too-long': 'the name is too long',
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

async function takeIn(app: OpenCliApp, text: string): Promise<Result<DirectoryImport>> {
  let [taken, unchanged] = [0, 0];
  const replaced: DirectoryImport['replaced'][number][] = [];
  const problems: DirectoryImport['problems'][number][] = [];
  for (const piece of splitDirectoryTable(text)) {
    const done = await app.call('directory.import', piece);
    if (!done.ok) return done;
    taken += done.value.taken;
    unchanged += done.value.unchanged;
    replaced.push(...done.value.replaced);
    problems.push(...done.value.problems);
  }
  return ok({ taken, replaced, unchanged, problems });
}

/**
 * Imports a table `id,name`. Invalid lines are reported and the others imported; 'invalid-input' where all
 * are invalid.
 */
function importDirectory(
  context: CommandContext,
  { file }: { readonly file: string },
): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccount(context, async (app) => {
    const text = await readTable(file);
    if (!text.ok) return text;
    const done = await takeIn(app, text.value);
    if (!done.ok) return done;
    const { taken, replaced, unchanged, problems } = done.value;
    const words = `${taken} imported, ${unchanged} unchanged`;
    await output.write(`${isJson ? JSON.stringify(done.value) : words}\n`);
    if (!isJson) for (const { id, before, name } of replaced) output.note(`${id}: ${before} became ${name}`);
    if (!isJson) for (const { line, why } of problems) output.note(`line ${line}: ${LINE_PROBLEMS[why]}`);
    const isAllBroken = problems.length > 0 && taken + unchanged === 0;
    return isAllBroken ? err('invalid-input', { detail: 'no line could be imported' }) : ok(undefined);
  });
}

/** Passes the whole table on, piece by piece. */
async function streamTable(app: OpenCliApp, take: TextSink): Promise<Result<void>> {
  for await (const piece of iteratePages((place: PageStart<string>) => app.call('directory.export', place))) {
    if (!piece.ok) return piece;
    if (!(await take(piece.value.text))) break;
  }
  return ok(undefined);
}

/** Prints the directory as a table `id,name`, or writes it to a file. */
function exportDirectory(
  context: CommandContext,
  { out }: { readonly out?: string | undefined },
): Promise<Result<void>> {
  const { output } = context;
  return withAccount(context, (app) =>
    out === undefined
      ? streamTable(app, (text) => output.write(text))
      : writeToFile(out, (take) => streamTable(app, take)),
  );
}

/** Prints names and their ids; with --json as `{"items":[…],"next":null}`. */
function listDirectory(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccount(context, async (app) => {
    const all = await collectPages((place: PageStart<string>) =>
      app.call('directory.list', { limit: MAX_PAGE, ...place }),
    );
    if (!all.ok) return all;
    const rows = all.value.items.map(({ id, name }) => [id, name]);
    await output.write(isJson ? `${JSON.stringify(all.value)}\n` : formatTable(['id', 'name'], rows));
    return ok(undefined);
  });
}

/** The commands for local names of ids. */
export const directoryCommands: readonly Command[] = [
  defineCommand({
    name: ['directory', 'import'],
    about: 'Import names for ids from a table id,name. They are never sent.',
    parameters: [{ form: '<file>', about: 'a CSV file in UTF-8' }],
    options: [],
    input: z.strictObject({ file: z.string().min(1) }),
    run: importDirectory,
  }),
  defineCommand({
    name: ['directory', 'export'],
    about: 'Print the names for ids as a table id,name.',
    parameters: [],
    options: [{ form: '--out <file>', about: 'write it to this file instead' }],
    input: z.strictObject({ out: z.string().min(1).optional() }),
    run: exportDirectory,
  }),
  defineCommand({
    name: ['directory', 'list'],
    about: 'List the names for ids.',
    parameters: [],
    options: [],
    input: z.strictObject({}),
    run: listDirectory,
  }),
];
