/** Values that SQLite accepts. Booleans are passed as 0 and 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * A piece of SQL whose values are bound, never inserted into the text. Only the `sql` tag and the column lists of
 * `columns.ts` create one. `Row` is the type of a result row, as declared by the query; it is not checked.
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

// Cache of the texts of templates without nested pieces. Ingest uses the same template a hundred thousand
// times.
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
 * Builds a query. Every `${value}` is bound; a nested `sql` piece is inserted with its own values. Names of
 * columns and tables are part of the text, so they can only be constants.
 */
export function sql<Row = unknown>(
  strings: TemplateStringsArray,
  ...parts: readonly (SqlValue | Sql)[]
): Sql<Row> {
  if (parts.some((part) => part instanceof Sql)) return withPieces(strings, parts);
  return new Sql(plainText(strings), parts as readonly SqlValue[]); // without `Sql`, see above
}

/** The empty piece, for a condition that does not apply. */
export const emptySql = new Sql('', []);

/** Returns the condition for a value, or `emptySql` where the value is undefined. */
export function ifDefined<T>(value: T | undefined, condition: (value: T) => Sql): Sql {
  return value === undefined ? emptySql : condition(value);
}

/** Returns a list of values for `IN`, bound as one JSON value whatever their number. */
export function toSqlList(values: Iterable<string | number>): Sql {
  return jsonToSqlList(JSON.stringify([...values]));
}

/** As `toSqlList`, for values that are already a JSON array. */
export function jsonToSqlList(values: string): Sql {
  return sql`(SELECT value FROM json_each(${values}))`;
}
