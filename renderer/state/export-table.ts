import type { CallInput } from '#contract/api.ts';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from './bridge.ts';

/** Maximum number of pieces in a table. */
const MAX_PIECES = 5_000;

interface TextPiece<Cursor> {
  readonly text: string;
  readonly next: Cursor | null;
}

/** Requests the piece at a cursor; the first call gets none. */
type AskPiece<Cursor> = (place: PageStart<Cursor>) => Promise<Result<TextPiece<Cursor>>>;

async function fetchWholeText<Cursor>(ask: AskPiece<Cursor>): Promise<Result<string>> {
  const pieces: string[] = [];
  for await (const piece of iteratePages(ask)) {
    if (!piece.ok) return piece;
    pieces.push(piece.value.text);
    if (piece.value.next === null) return ok(pieces.join(''));
    if (pieces.length === MAX_PIECES) break;
  }
  return err('internal', { detail: 'a text without an end' });
}

/**
 * Fetches a table that is returned in pieces, and asks the user where to save it.
 * @param suggested the name of the file that the dialog suggests
 * @param ask requests the piece at a cursor; the first call gets none
 * @returns where it was saved; null where the user cancelled the dialog; `internal` where the table has no end
 */
export async function exportTable<Cursor>(
  calls: Pick<ProcedureCalls, 'files.saveText'>,
  suggested: CallInput<'files.saveText'>['suggested'],
  ask: AskPiece<Cursor>,
): Promise<Result<string | null>> {
  const table = await fetchWholeText(ask);
  if (!table.ok) return table;
  const saved = await calls['files.saveText']({ suggested, text: table.value });
  if (!saved.ok) return saved;
  return ok(saved.value.isSaved ? saved.value.path : null);
}
