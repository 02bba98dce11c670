import type { Sql } from './sql.ts';

/** One step of the schema. Numbers are consecutive from 1; a step that was released never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly schema: Sql;
}
