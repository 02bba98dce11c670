/** Finds the next writes to send or reconcile, whatever number of writes waits. */
import type { PendingState } from '#contract/records.ts';
import { WRITE_OPERATION_NAMES, type Operation } from '#contract/writes.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { StoredOperation } from '../protocol.ts';
import { findOperation } from './operations.ts';

/** The states of writes that are to be sent or reconciled. */
const OPEN_STATES: readonly PendingState[] = ['saved', 'uncertain'];

/** Which writes are examined: those of an operation in a state, behind a number, none of `except`. */
interface ExaminedWrites {
  readonly operation: Operation;
  readonly state: PendingState;
  readonly except: readonly number[];
  readonly after: number;
}

/**
 * Returns the query of the number of the next write that is the first of its record. It ends with the first one in the
 * order of an index, whatever waits behind.
 */
export function buildNextNumberQuery({
  operation,
  state,
  except,
  after,
}: ExaminedWrites): Sql<{ number: number }> {
  const notSkipped = except.length === 0 ? emptySql : sql` AND number NOT IN ${toSqlList(except)}`;
  return sql`
    SELECT number FROM operation AS mine INDEXED BY operation_by_state
    WHERE operation = ${operation} AND state = ${state} AND number > ${after}${notSkipped}
      AND NOT EXISTS (SELECT 1 FROM operation AS other WHERE other.target = mine.target AND other.number < mine.number)
    ORDER BY number LIMIT 1`;
}

/** Merges the writes of these operations, in their order. */
function* iterateInOrder(
  db: ReadableDb,
  operations: readonly Operation[],
  except: readonly number[],
): Generator<StoredOperation> {
  const findNext = (operation: Operation, state: PendingState, after: number): number =>
    db.get(buildNextNumberQuery({ operation, state, except, after }))?.number ?? Infinity;
  const heads = operations.flatMap((operation) =>
    OPEN_STATES.map((state) => ({ operation, state, number: findNext(operation, state, 0) })),
  );
  for (;;) {
    const [first] = heads.toSorted((left, right) => left.number - right.number);
    if (first === undefined || first.number === Infinity) return;
    const found = findOperation(db, first.number);
    if (found !== undefined) yield found;
    first.number = findNext(first.operation, first.state, first.number);
  }
}

const READ_FLAG: Operation = 'notifications.update';
const OTHERS = WRITE_OPERATION_NAMES.filter((operation) => operation !== READ_FLAG);

/**
 * Yields the first write of each record that is to be sent or reconciled, oldest first, none of `except`.
 * Read flags come last: there may be thousands, and an order must not wait for them.
 */
export function* iterateFirstPerRecord(
  db: ReadableDb,
  except: readonly number[],
): Generator<StoredOperation> {
  yield* iterateInOrder(db, OTHERS, except);
  yield* iterateFirstReadFlags(db, except);
}

/** Yields the first write of each record that is a read flag to be sent, oldest first, none of `except`. */
export function iterateFirstReadFlags(db: ReadableDb, except: readonly number[]): Generator<StoredOperation> {
  return iterateInOrder(db, [READ_FLAG], except);
}
