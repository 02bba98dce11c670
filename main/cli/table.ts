import { isAnyId } from '#contract/ids.ts';
import { visibleId } from '#contract/visible-id.ts';
import { oneLine } from './output.ts';

const WIDEST = 44;
const GAP = '  ';

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = isAnyId(text) ? visibleId(text) : oneLine(text.slice(0, 500));
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1).toWellFormed()}…` : line;
}

/**
 * Rows under their headings, in columns as wide as they have to be.
 * @param rows one value per heading; what is no text is shown as JSON
 */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
