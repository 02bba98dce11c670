import type { FormFilter } from '#contract/forms.ts';
import type { NotificationFilter } from '#contract/notifications.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import type { RequisitionFilter } from '#contract/requisitions.ts';
import { ok, type Result } from '#contract/result.ts';
import type { CommandContext } from './command.ts';
import { withOpenedAccount } from './session.ts';
import { streamTextToFile, type WriteTextPiece } from './output.ts';

export interface ExportInput<F, Format = 'csv' | 'json'> {
  readonly format: Format;
  readonly out?: string | undefined;
  readonly filter: F;
}

interface ExportPiece<Cursor> {
  readonly text: string;
  /** Number of exported items in this piece of the text. */
  readonly count: number;
  readonly next: Cursor | null;
}

/** Requests the piece of an export after a cursor; without one, the first piece. */
type RequestPiece<Cursor> = (place: PageStart<Cursor>) => Promise<Result<ExportPiece<Cursor>>>;

/** Passes the whole export on, piece by piece; returns the number of items. */
async function streamPieces<Cursor>(
  ask: RequestPiece<Cursor>,
  writePiece: WriteTextPiece,
): Promise<Result<number>> {
  let count = 0;
  for await (const piece of iteratePages(ask)) {
    if (!piece.ok) return piece;
    if (!(await writePiece(piece.value.text))) break;
    count += piece.value.count;
  }
  return ok(count);
}

/**
 * Prints an export, or writes it to a file and prints the number of items.
 * @param out the file; undefined for stdout
 * @param what the items, in the plural
 */
export async function printOrWriteExport<Cursor>(
  { output }: CommandContext,
  out: string | undefined,
  what: string,
  ask: RequestPiece<Cursor>,
): Promise<Result<void>> {
  const write = (writePiece: WriteTextPiece): Promise<Result<number>> => streamPieces(ask, writePiece);
  const done =
    out === undefined ? await write((text) => output.write(text)) : await streamTextToFile(out, write);
  if (!done.ok) return done;
  if (out !== undefined) output.note(`${done.value} ${what} were written.`);
  return ok(undefined);
}

/**
 * Prints requisitions with their pending changes as a table or as a JSON array, or those on the service as a FHIR R4
 * bundle; or writes them to a file.
 */
export function exportRequisitions(
  context: CommandContext,
  { format, out, filter }: ExportInput<RequisitionFilter, 'csv' | 'json' | 'fhir'>,
): Promise<Result<void>> {
  return withOpenedAccount(context, (app) =>
    printOrWriteExport<string>(context, out, 'requisitions', (place) =>
      app.call('worklist.export', { format, which: { filter }, ...place }),
    ),
  );
}

/** Prints forms with their pending changes as a table or as a JSON array, or writes them to a file. */
export function exportForms(
  context: CommandContext,
  { format, out, filter }: ExportInput<FormFilter>,
): Promise<Result<void>> {
  return withOpenedAccount(context, (app) =>
    printOrWriteExport<string>(context, out, 'forms', (place) =>
      app.call('forms.export', { format, filter, ...place }),
    ),
  );
}

/** Prints notifications with their pending changes as a table or as a JSON array, or writes them to a file. */
export function exportNotifications(
  context: CommandContext,
  { format, out, filter }: ExportInput<NotificationFilter>,
): Promise<Result<void>> {
  return withOpenedAccount(context, (app) =>
    printOrWriteExport<string>(context, out, 'notifications', (place) =>
      app.call('inbox.export', { format, which: { filter }, ...place }),
    ),
  );
}
