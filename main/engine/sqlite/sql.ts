/** What SQLite can be given. Booleans are passed as 0 and 1, so that no query guesses. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * A piece of SQL whose values are bound, never spliced in. Only the `sql` tag makes one. `Row` is what a query answers: a
 * promise of whoever wrote it.
 */
export class Sql<Row = unknown> {
  declare readonly row: Row;
  readonly text: string;
  readonly values: readonly SqlValue[];
  constructor(text: string, values: readonly SqlValue[]) {
    this.text = text;
    this.values = values;
  }
}

// A template without pieces inside always has the same text, and ingest asks for it a hundred thousand times.
const plainTexts = new WeakMap<TemplateStringsArray, string>();

function plainText(strings: TemplateStringsArray): string {
  const known = plainTexts.get(strings);
  if (known !== undefined) return known;
  const text = strings.join('?');
  plainTexts.set(strings, text);
  return text;
}

function withPieces<Row>(strings: TemplateStringsArray, parts: readonly (SqlValue | Sql)[]): Sql<Row> {
  const values: SqlValue[] = [];
  const text = strings.reduce((before, string, index) => {
    const part = parts[index - 1] ?? null;
    if (part instanceof Sql) {
      values.push(...part.values);
      return before + part.text + string;
    }
    values.push(part);
    return `${before}?${string}`;
  });
  return new Sql(text, values);
}

/**
 * Writes a query. Every `${value}` is bound; another `sql` piece is put in place with its own values. Column and
 * table names are part of the text, so they can only be constants.
 */
export function sql<Row = unknown>(
  strings: TemplateStringsArray,
  ...parts: readonly (SqlValue | Sql)[]
): Sql<Row> {
  if (parts.some((part) => part instanceof Sql)) return withPieces(strings, parts);
  return new Sql(plainText(strings), parts as readonly SqlValue[]); // the line above saw that no piece is among them
}

/** The piece that adds nothing, for a condition that does not apply. */
export const nothing = new Sql('', []);

/** A condition where a value is given, else nothing. */
export function when<T>(value: T | undefined, condition: (value: T) => Sql): Sql {
  return value === undefined ? nothing : condition(value);
}

/** The values as a list of rows, for `IN`: bound as one value, however many they are. */
export function listed(values: Iterable<string | number>): Sql {
  return inJson(JSON.stringify([...values]));
}

/** As `listed`, of values that are a JSON array already. */
export function inJson(values: string): Sql {
  return sql`(SELECT value FROM json_each(${values}))`;
}
