/** Finds the next changes to send or reconcile, however many changes wait. */
import type { PendingState } from '#contract/records.ts';
import { OPERATION_NAMES, type OperationName } from '#contract/changes.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { StoredChange } from '../protocol.ts';
import { buildIsFirstCondition } from './yield-to-delete.ts';
import { findStoredChange } from './stored-changes.ts';

/** The states of changes that are to be sent or reconciled. */
const OPEN_STATES: readonly PendingState[] = ['saved', 'uncertain'];

/** Which changes are examined: those of an operation in a state, behind a number, none of `except`. */
interface ExaminedChanges {
  readonly operation: OperationName;
  readonly state: PendingState;
  readonly except: readonly number[];
  readonly after: number;
}

/**
 * Returns the query of the number of the next change that is the first of its record. It ends with the first one in the
 * order of an index, whatever waits behind.
 */
export function buildNextNumberQuery({
  operation,
  state,
  except,
  after,
}: ExaminedChanges): Sql<{ number: number }> {
  const notSkipped = except.length === 0 ? emptySql : sql` AND number NOT IN ${toSqlList(except)}`;
  return sql`
    SELECT number FROM operation AS mine INDEXED BY operation_by_state
    WHERE operation = ${operation} AND state = ${state} AND number > ${after}${notSkipped}
      AND ${buildIsFirstCondition({ operation, state })}
    ORDER BY number LIMIT 1`;
}

/** Merges the changes of these operations, in their order. */
function* iterateInOrder(
  db: ReadableDb,
  operations: readonly OperationName[],
  except: readonly number[],
): Generator<StoredChange> {
  const findNext = (operation: OperationName, state: PendingState, after: number): number =>
    db.get(buildNextNumberQuery({ operation, state, except, after }))?.number ?? Infinity;
  const heads = operations.flatMap((operation) =>
    OPEN_STATES.map((state) => ({ operation, state, number: findNext(operation, state, 0) })),
  );
  for (;;) {
    const [first] = heads.toSorted((left, right) => left.number - right.number);
    if (first === undefined || first.number === Infinity) return;
    const found = findStoredChange(db, first.number);
    if (found !== undefined) yield found;
    first.number = findNext(first.operation, first.state, first.number);
  }
}

const READ_FLAG: OperationName = 'notifications.update';
const OTHERS = OPERATION_NAMES.filter((operation) => operation !== READ_FLAG);

/**
 * Yields the first change of each record that is to be sent or reconciled, oldest first, none of `except`.
 * Read flags come last: there may be thousands, and an order must not wait for them.
 */
export function* iterateFirstPerRecord(db: ReadableDb, except: readonly number[]): Generator<StoredChange> {
  yield* iterateInOrder(db, OTHERS, except);
  yield* iterateFirstReadFlags(db, except);
}

/** Yields the first change of each record that is a read flag to be sent, oldest first, none of `except`. */
export function iterateFirstReadFlags(db: ReadableDb, except: readonly number[]): Generator<StoredChange> {
  return iterateInOrder(db, [READ_FLAG], except);
}
