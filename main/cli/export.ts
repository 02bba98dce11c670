import type { FormFilter } from '#contract/forms.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { CommandContext } from './command.ts';
import { withAccount, type OpenCliApp } from './session.ts';
import { writeToFile, type TextSink } from './output.ts';

export interface ExportInput<F> {
  readonly format: 'csv' | 'json';
  readonly out?: string | undefined;
  readonly filter: F;
}

interface ExportPiece {
  readonly text: string;
  readonly count: number;
  readonly next: string | null;
}

/** Requests the piece of an export after a cursor; without one, the first piece. */
type RequestPiece = (app: OpenCliApp, place: PageStart<string>) => Promise<Result<ExportPiece>>;

/** Passes the whole export on, piece by piece; returns the number of records. */
async function streamPieces(app: OpenCliApp, ask: RequestPiece, take: TextSink): Promise<Result<number>> {
  let count = 0;
  for await (const piece of iteratePages((place: PageStart<string>) => ask(app, place))) {
    if (!piece.ok) return piece;
    if (!(await take(piece.value.text))) break;
    count += piece.value.count;
  }
  return ok(count);
}

/** Prints an export, or writes it to a file and prints the number of records. */
function outputExport(
  context: CommandContext,
  out: string | undefined,
  what: string,
  ask: RequestPiece,
): Promise<Result<void>> {
  const { output } = context;
  return withAccount(context, async (app) => {
    const write = (take: TextSink): Promise<Result<number>> => streamPieces(app, ask, take);
    const done =
      out === undefined ? await write((text) => output.write(text)) : await writeToFile(out, write);
    if (!done.ok) return done;
    if (out !== undefined) output.note(`${done.value} ${what} were written.`);
    return ok(undefined);
  });
}

/** Prints requisitions with their pending changes as a table or as a JSON array, or writes them to a file. */
export function exportRequisitions(
  context: CommandContext,
  { format, out, filter }: ExportInput<RequisitionFilter>,
): Promise<Result<void>> {
  return outputExport(context, out, 'requisitions', (app, place) =>
    app.call('worklist.export', { format, which: { filter }, ...place }),
  );
}

/** Prints forms with their pending changes as a table or as a JSON array, or writes them to a file. */
export function exportForms(
  context: CommandContext,
  { format, out, filter }: ExportInput<FormFilter>,
): Promise<Result<void>> {
  return outputExport(context, out, 'forms', (app, place) =>
    app.call('forms.export', { format, filter, ...place }),
  );
}
