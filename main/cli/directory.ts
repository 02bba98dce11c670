import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Output } from '#contract/api.ts';
import { type DirectoryEntry, type DirectoryImport, toPieces } from '#contract/local-data.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemCode } from '#main/base/json-file.ts';
import { command, type Command, type CommandContext } from './command.ts';
import { withAccount, type OpenApp } from './session.ts';
import { intoFile, type Take, table } from './output.ts';

const MAX_PAGE = 5_000;

const WHY: Readonly<Record<DirectoryImport['problems'][number]['why'], string>> = {
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
    return err('file-unreadable', { detail: systemCode(thrown) });
  }
}

async function takeIn(app: OpenApp, text: string): Promise<Result<DirectoryImport>> {
  let [taken, unchanged] = [0, 0];
  const replaced: DirectoryImport['replaced'][number][] = [];
  const problems: DirectoryImport['problems'][number][] = [];
  for (const piece of toPieces(text)) {
    const done = await app.call('directory.import', piece);
    if (!done.ok) return done;
    taken += done.value.taken;
    unchanged += done.value.unchanged;
    replaced.push(...done.value.replaced);
    problems.push(...done.value.problems);
  }
  return ok({ taken, replaced, unchanged, problems });
}

/** Takes a table `id,name` in. Broken lines are named and the others taken; 'invalid-input' where all are broken. */
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
    const words = `${taken} taken, ${unchanged} unchanged`;
    await output.write(`${isJson ? JSON.stringify(done.value) : words}\n`);
    if (!isJson) for (const { id, before, name } of replaced) output.note(`${id}: ${before} became ${name}`);
    if (!isJson) for (const { line, why } of problems) output.note(`line ${line}: ${WHY[why]}`);
    const isAllBroken = problems.length > 0 && taken + unchanged === 0;
    return isAllBroken ? err('invalid-input', { detail: 'no line could be taken' }) : ok(undefined);
  });
}

/** Hands the whole table over, piece by piece. */
async function handOver(app: OpenApp, take: Take): Promise<Result<void>> {
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const piece: Result<Output<'directory.export'>> = await app.call('directory.export', place);
    if (!piece.ok) return piece;
    if (!(await take(piece.value.text))) break;
    after = piece.value.next;
  }
  return ok(undefined);
}

/** Prints the directory as a table `id,name`, or writes it into a file. */
function exportDirectory(
  context: CommandContext,
  { out }: { readonly out?: string | undefined },
): Promise<Result<void>> {
  const { output } = context;
  return withAccount(context, (app) =>
    out === undefined
      ? handOver(app, (text) => output.write(text))
      : intoFile(out, (take) => handOver(app, take)),
  );
}

/** Prints names and their ids; with --json as `{"items":[…],"next":null}`. */
function listDirectory(context: CommandContext): Promise<Result<void>> {
  const { output, isJson } = context;
  return withAccount(context, async (app) => {
    const all: DirectoryEntry[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const place: { after?: string } = after === undefined ? {} : { after };
      const page: Result<Output<'directory.list'>> = await app.call('directory.list', {
        ...place,
        limit: MAX_PAGE,
      });
      if (!page.ok) return page;
      all.push(...page.value.items);
      after = page.value.next;
    }
    const rows = all.map(({ id, name }) => [id, name]);
    await output.write(
      isJson ? `${JSON.stringify({ items: all, next: null })}\n` : table(['id', 'name'], rows),
    );
    return ok(undefined);
  });
}

/** Names for ids, which this desk alone keeps. */
export const directoryCommands: readonly Command[] = [
  command({
    name: ['directory', 'import'],
    about: 'Take in names for ids from a table id,name. Nothing of it is ever sent.',
    words: [{ form: '<file>', about: 'a CSV file in UTF-8' }],
    options: [],
    input: z.strictObject({ file: z.string().min(1) }),
    run: importDirectory,
  }),
  command({
    name: ['directory', 'export'],
    about: 'Print the names for ids as a table id,name.',
    words: [],
    options: [{ form: '--out <file>', about: 'write it into this file instead' }],
    input: z.strictObject({ out: z.string().min(1).optional() }),
    run: exportDirectory,
  }),
  command({
    name: ['directory', 'list'],
    about: 'List the names for ids.',
    words: [],
    options: [],
    input: z.strictObject({}),
    run: listDirectory,
  }),
];
