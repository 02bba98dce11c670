/**
 * A sign with which a formula begins, ordinary or full-width, where a cell begins or where a spreadsheet program that
 * splits at another separator would begin one: after a semicolon, a comma, a tab, a line break or a quote.
 * Apostrophes between the two belong to it.
 */
const FORMULA_START = /((?:^|[;"\t\r\n]) *|,)('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Puts an apostrophe before every place of a cell from which a spreadsheet program could run a formula, whatever it
 * takes for the separator. Places with an apostrophe get another one, so that `unescapeFormulaCell` restores the text.
 */
export function escapeFormulaCell(text: string): string {
  return text.replaceAll(FORMULA_START, "$1'$2");
}

/** Restores a text that `escapeFormulaCell` returned. */
export function unescapeFormulaCell(cell: string): string {
  return cell.replaceAll(
    FORMULA_START,
    (_match, before: string, apostrophes: string) => `${before}${apostrophes.slice(1)}`,
  );
}

/**
 * Cells to be quoted besides those with a comma or a quote: with a semicolon or tab, at which other programs split; with
 * a line break of any kind; with white space at the ends, which some programs remove.
 */
export const CELL_NEEDS_QUOTES_PATTERN = /[;\t\r\n]|^\s|\s$/;
