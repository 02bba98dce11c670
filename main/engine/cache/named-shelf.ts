import type { EpochMs } from '#contract/time.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import type { Sql } from '#main/engine/store/sql.ts';
import { fold } from './search.ts';
import type { FreshRow, Shelf, StoredRow } from './shelf.ts';
import { sortDate } from './summary.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly createdAt: EpochMs | null;
  readonly lastUpdatedAt: EpochMs | null;
}

/** The queries of one kind; its table names stand in them, so that each has one text that is prepared once. */
export interface NamedQueries<R> {
  readonly find: (id: string) => Sql<StoredRow>;
  readonly putSummary: (fresh: FreshRow<R>, folded: string) => Sql;
  readonly putBody: (row: number, fresh: FreshRow<R>) => Sql;
  readonly remove: (row: number) => Sql;
  readonly putSearch: (row: number, folded: string) => Sql;
  readonly removeSearch: (row: number, folded: string) => Sql;
}

/** The shelf of a kind whose records have a name that is searched for, and two dates. */
export function namedShelf<R extends Named>(
  kind: Shelf['kind'],
  read: Shelf<R>['read'],
  queries: NamedQueries<R>,
): Shelf<R> {
  const putSearch = (db: WritableDb, row: number, before: string | undefined, folded: string): void => {
    if (before === folded) return;
    if (before !== undefined) db.run(queries.removeSearch(row, before));
    db.run(queries.putSearch(row, folded));
  };
  return {
    kind,
    read,
    datesOf: ({ createdAt, lastUpdatedAt }) => ({
      createdAt: sortDate(createdAt),
      updatedAt: sortDate(lastUpdatedAt),
    }),
    find: (db, id) => db.get(queries.find(id)),
    put: (db, stored, fresh) => {
      const folded = fold(fresh.record.name);
      const given = db.run(queries.putSummary(fresh, folded)).lastRow;
      const row = stored?.row ?? given;
      db.run(queries.putBody(row, fresh));
      putSearch(db, row, stored?.folded, folded);
      return row;
    },
    remove: (db, { row, folded }) => {
      db.run(queries.removeSearch(row, folded));
      db.run(queries.remove(row));
    },
  };
}
