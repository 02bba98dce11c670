import type { RequisitionFilter } from '#contract/requisition.ts';
import { ok, type Result } from '#contract/result.ts';
import type { CommandContext } from './context.ts';
import { withAccount, type OpenDesk } from './desk.ts';
import { intoFile, type Take } from './into-file.ts';

export interface ExportInput {
  readonly format: 'csv' | 'json';
  readonly out?: string | undefined;
  readonly filter: RequisitionFilter;
}

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
