import { err, ok, type Result } from '#contract/result.ts';
import { writeSchema, type Operation, type Write } from '#contract/writes.ts';
import type { CommandContext } from './context.ts';
import { withAccount } from './desk.ts';
import { readGivenData } from './given-data.ts';
import { issueText } from './issue-words.ts';

export interface WriteInput {
  readonly operation: Operation;
  /** JSON, `@FILE`, or `-` for stdin. */
  readonly data: string;
}

/** The write that was given, checked as the outbox will check it; else which fields are not as they should be. */
async function givenWrite({ host }: CommandContext, { operation, data }: WriteInput): Promise<Result<Write>> {
  const given = await readGivenData(data, host.stdin);
  if (!given.ok) return given;
  const checked = writeSchema.safeParse({ operation, data: given.value });
  if (checked.success) return ok(checked.data);
  const words = checked.error.issues.map(
    // The path begins with the name of the data itself.
    (issue) => `--data${issueText(issue, issue.path.slice(1), given.value)}`,
  );
  const issues = words.join('; ');
  return err('invalid-input', { detail: issues.slice(0, 500) });
}

/** Keeps a write in the outbox and prints its number and the record's id. Nobody else is asked for anything. */
export async function write(context: CommandContext, input: WriteInput): Promise<Result<void>> {
  const { output, isJson } = context;
  const given = await givenWrite(context, input);
  if (!given.ok) return given;
  return withAccount(context, async (app) => {
    const saved = await app.call('writes.save', given.value);
    if (!saved.ok) return saved;
    const { number, id } = saved.value;
    const words = `Kept in the outbox as number ${number}, record ${id}.`;
    await output.write(`${isJson ? JSON.stringify({ number, id }) : words}\n`);
    return ok(undefined);
  });
}
