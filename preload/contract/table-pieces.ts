/** As many characters of a table as one call takes (`directory.import`), with room for what stands beside them. */
const MAX_CHARACTERS = 150_000;
const LINE_BREAK = /\r\n|\r|\n/;

/** A part of a table that ends at the end of a line. */
export interface TablePiece {
  readonly text: string;
  /** The number of its first line in the whole table, from 1. */
  readonly firstLine: number;
}

/** Parts a table into pieces that one call each takes. No line of a name is that long: of one that is, the beginning tells enough. */
export function* toPieces(table: string): Generator<TablePiece> {
  let piece: string[] = [];
  let length = 0;
  let firstLine = 1;
  for (const whole of table.split(LINE_BREAK)) {
    const row = whole.slice(0, MAX_CHARACTERS);
    if (length + row.length > MAX_CHARACTERS) {
      yield { text: piece.join('\n'), firstLine };
      firstLine += piece.length;
      piece = [];
      length = 0;
    }
    piece.push(row);
    length += row.length + 1;
  }
  yield { text: piece.join('\n'), firstLine };
}
