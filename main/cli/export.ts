import { open, rename, rm } from 'node:fs/promises';
import type { RequisitionFilter } from '#contract/requisition.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemCode } from '#main/base/json-file.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type OpenDesk } from './desk.ts';

export interface ExportInput {
  readonly format: 'csv' | 'json';
  readonly out?: string | undefined;
  readonly filter: RequisitionFilter;
}

/** Takes a piece of the text; false where nobody wants more. */
type Take = (text: string) => Promise<boolean>;

/** Hands the whole export over, piece by piece; answers how many requisitions there were. */
async function handOver(
  desk: OpenDesk,
  { format, filter }: ExportInput,
  take: Take,
): Promise<Result<number>> {
  let count = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const piece = await desk.call('worklist.export', { format, which: { filter }, ...place });
    if (!piece.ok) return piece;
    if (!(await take(piece.value.text))) break;
    count += piece.value.count;
    after = piece.value.next;
  }
  return ok(count);
}

function unwritable(thrown: unknown): Result<never> {
  const code = systemCode(thrown);
  return err(code === 'ENOSPC' ? 'storage-full' : 'storage-read-only', { detail: `--out: ${code}` });
}

/** Writes a file beside the one that is wanted and puts it in its place when it is whole: nothing is ever half a table. */
async function intoFile(
  file: string,
  write: (take: Take) => Promise<Result<number>>,
): Promise<Result<number>> {
  const part = `${file}.part`;
  try {
    const handle = await open(part, 'w', 0o600);
    const written = await write(async (text) => {
      await handle.appendFile(text);
      return true;
    }).finally(() => handle.close());
    if (written.ok) await rename(part, file);
    else await rm(part, { force: true });
    return written;
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {}); // what could not be written may not be there at all
    return unwritable(thrown);
  }
}

/** Prints requisitions with what is pending in them as a table or as a JSON array, or writes them into a file. */
export function exportRequisitions(context: CommandContext, input: ExportInput): Promise<Result<void>> {
  const { output } = context;
  return withAccount(context, async (desk) => {
    const { out } = input;
    const write = (take: Take): Promise<Result<number>> => handOver(desk, input, take);
    const done = out === undefined ? await write((text) => output.write(text)) : await intoFile(out, write);
    if (!done.ok) return done;
    if (out !== undefined) output.note(`${done.value} requisitions were written.`);
    return ok(undefined);
  });
}
