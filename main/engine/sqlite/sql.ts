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

interface ComposedText {
  /** The texts of the nested pieces, in order; null for a bound value. */
  readonly pieces: readonly (string | null)[];
  readonly text: string;
}

// The last composed text of each template. Ingest nests the same pieces for every record; the same string is
// also found faster among the prepared statements than an equal one that was just composed.
const composedTexts = new WeakMap<TemplateStringsArray, ComposedText>();

function isComposedOf(pieces: readonly (string | null)[], parts: readonly (SqlValue | Sql)[]): boolean {
  return parts.every((part, index) => pieces[index] === (part instanceof Sql ? part.text : null));
}

function composeText(strings: TemplateStringsArray, parts: readonly (SqlValue | Sql)[]): string {
  const known = composedTexts.get(strings);
  if (known !== undefined && isComposedOf(known.pieces, parts)) return known.text;
  const pieces = parts.map((part) => (part instanceof Sql ? part.text : null));
  const text = strings.reduce((before, string, index) => `${before}${pieces[index - 1] ?? '?'}${string}`);
  composedTexts.set(strings, { pieces, text });
  return text;
}

function withPieces<Row>(strings: TemplateStringsArray, parts: readonly (SqlValue | Sql)[]): Sql<Row> {
  const values: SqlValue[] = [];
  for (const part of parts) {
    if (part instanceof Sql) values.push(...part.values);
    else values.push(part);
  }
  return new Sql(composeText(strings, parts), values);
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
  return new Sql(plainText(strings), parts as readonly SqlValue[]); // No part is an `Sql` here, as was checked above.
}

/** A piece of SQL without text, in place of a condition that does not apply. */
export const emptySql = new Sql('', []);

/** Returns the condition for a value, or `emptySql` where the value is undefined. */
export function buildConditionOrEmptySql<T>(value: T | undefined, condition: (value: T) => Sql): Sql {
  return value === undefined ? emptySql : condition(value);
}

/** Returns a list of values for `IN`, bound as one JSON value whatever their number. */
export function toSqlList(values: Iterable<string | number>): Sql {
  return jsonToSqlInList(JSON.stringify([...values]));
}

/** As `toSqlList`, for values that are already a JSON array. */
export function jsonToSqlInList(values: string): Sql {
  return sql`(SELECT value FROM json_each(${values}))`;
}
