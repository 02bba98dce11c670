import { emptySql, Sql, type SqlValue } from './sql.ts';

/**
 * The names of a table's columns, by the keys of their values. `createInsertBuilder` builds the INSERT of a row
 * from them.
 */
export type ColumnNamesByKey<Row> = { readonly [Key in keyof Row]: Sql };

type Writable<Row> = { readonly [Key in keyof Row]: SqlValue };

/**
 * Returns a function that builds the INSERT of a row. Its text is built once, because ingest writes a hundred
 * thousand rows with it.
 * @param conflict what follows the values, see `buildReplaceClause`
 */
export function createInsertBuilder<Row extends Writable<Row>>(
  table: Sql,
  names: ColumnNamesByKey<Row>,
  conflict: Sql = emptySql,
): (row: Row) => Sql {
  const keys = Object.keys(names) as (keyof Row)[]; // `Object.keys` returns plain strings: all are keys of this object.
  const columns = keys.map((key) => names[key].text).join(', ');
  const places = keys.map(() => '?').join(', ');
  const text = `INSERT INTO ${table.text} (${columns}) VALUES (${places})${conflict.text}`;
  return (row) =>
    new Sql(
      text,
      keys.map((key) => row[key]),
    );
}

/** Returns the clause of an INSERT that replaces these columns of the row with the same id. */
export function buildReplaceClause<Row>(names: ColumnNamesByKey<Row>): Sql {
  const columns = Object.values<Sql>(names).map(({ text }) => `${text} = excluded.${text}`);
  return new Sql(` ON CONFLICT (id) DO UPDATE SET ${columns.join(', ')}`, []);
}
