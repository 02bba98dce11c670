import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import { changeToSaveSchema, type OperationName, type ChangeToSave } from '#contract/changes.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { CommandContext } from './command.ts';
import { withOpenedAccount } from './session.ts';

/** Maximum size of the JSON, larger than any valid change. */
const MAX_BYTES = 16 * 1024 * 1024;

async function readAll(source: AsyncIterable<Buffer | string>): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) return err('invalid-input', { detail: '--data: more than 16 MiB' });
    chunks.push(bytes);
  }
  return ok(Buffer.concat(chunks).toString('utf8'));
}

type Stdin = AsyncIterable<Buffer | string> | null;

async function toText(given: string, stdin: Stdin): Promise<Result<string>> {
  try {
    if (given === '-')
      return stdin === null
        ? err('invalid-input', { detail: '--data: stdin cannot be read here, use @FILE' })
        : await readAll(stdin);
    return given.startsWith('@') ? await readAll(createReadStream(given.slice(1))) : ok(given);
  } catch (thrown) {
    return err('file-unreadable', { detail: `--data: ${getSystemErrorCode(thrown)}` });
  }
}

/**
 * Reads the JSON that was given to a command.
 * @param given JSON itself, `@FILE`, or `-` for stdin
 * @param stdin null where it cannot be read
 * @returns the value; 'invalid-input' where it is no JSON, 'file-unreadable' where it cannot be read
 */
export async function readJsonArgument(given: string, stdin: Stdin): Promise<Result<unknown>> {
  const text = await toText(given, stdin);
  if (!text.ok) return text;
  try {
    // Editors on Windows write a byte order mark before the text.
    return ok(JSON.parse(text.value.replace(/^\uFEFF/, '')));
  } catch {
    // The parser's message would quote the text.
    return err('invalid-input', { detail: '--data: not JSON' });
  }
}

type Issue = z.core.$ZodIssue;

/** Names of the JSON types for error messages. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object with fields',
};

function getValueAt(given: unknown, path: Issue['path']): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<PropertyKey, unknown>>)[part]
        : undefined, // The type matches any object.
    given,
  );
}

function toMessage(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'is missing' : `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `does not take ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    default:
      return issue.message;
  }
}

/** Returns the name of a list's element: its position, counted from 1, and its value where that is an id. */
function getMember(part: PropertyKey, value: unknown): string {
  if (typeof part !== 'number') return String(part);
  const isId = typeof value === 'string' && /^[a-z]{2,8}_[\w.~-]{1,40}$/.test(value);
  return isId ? `number ${part + 1}, ${value}` : `number ${part + 1}`;
}

/**
 * Returns what is wrong with the given data: the position, and what is expected there. Of the data only ids
 * are quoted.
 * @param path the path of the issue in `given`
 */
export function formatValidationIssue(issue: Issue, path: Issue['path'], given: unknown): string {
  const value = getValueAt(given, path);
  const where = path.map((part, index) => ` ${getMember(part, getValueAt(given, path.slice(0, index + 1)))}`);
  return `${where.join('')}: ${toMessage(issue, value)}`;
}

export interface WriteInput {
  readonly operation: OperationName;
  /** The change's data: JSON, `@FILE`, or `-` for stdin. */
  readonly data: string;
}

/** Returns the given change, validated as the outbox will validate it; otherwise which fields are invalid. */
async function readGivenChange(
  { environment }: CommandContext,
  { operation, data }: WriteInput,
): Promise<Result<ChangeToSave>> {
  const given = await readJsonArgument(data, environment.stdin);
  if (!given.ok) return given;
  const checked = changeToSaveSchema.safeParse({ operation, data: given.value });
  if (checked.success) return ok(checked.data);
  const words = checked.error.issues.map(
    // The first element of the issue's path is `data` itself.
    (issue) => `--data${formatValidationIssue(issue, issue.path.slice(1), given.value)}`,
  );
  const issues = words.join('; ');
  return err('invalid-input', { detail: issues.slice(0, 500) });
}

/** Saves a pending change in the outbox and prints its number and the record's id. No request is sent. */
export async function saveChangeFromCli(context: CommandContext, input: WriteInput): Promise<Result<void>> {
  const { output, isJson } = context;
  const given = await readGivenChange(context, input);
  if (!given.ok) return given;
  return withOpenedAccount(context, async (app) => {
    const saved = await app.call('outbox.save', given.value);
    if (!saved.ok) return saved;
    const { number, id } = saved.value;
    const words = `Saved in the outbox as number ${number}, record ${id}.`;
    await output.write(`${isJson ? JSON.stringify({ number, id }) : words}\n`);
    return ok(undefined);
  });
}
