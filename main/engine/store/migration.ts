import type { Connection } from './db.ts';
import type { Sql } from './sql.ts';

/** One step of the schema. Numbers are consecutive from 1; a step that was released never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly schema: Sql;
  /** What of it cannot be said in SQL: runs after the schema, in the same transaction. */
  readonly fill?: (db: Connection) => void;
}
