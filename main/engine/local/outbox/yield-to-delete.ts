/**
 * Changes that yield to the delete of their form: they stay in the outbox and are not sent while it waits, so that they
 * are not lost where the delete is discarded. Once the form is deleted they are closed.
 */
import type { Kind, PendingState } from '#contract/records.ts';
import { CHANGE_SCHEMAS, type OperationName } from '#contract/changes.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { StoredChange } from '../protocol.ts';

const DELETE: OperationName = 'forms.delete';
/** The service deletes forms alone (service's document, section 4). */
const DELETABLE: Kind = 'form';
const OPERATIONS: readonly OperationName[] = ['forms.update', 'forms.completion', 'forms.publish'];
/** A change that is being sent, or may have arrived, is settled first: its outcome decides what the delete finds. */
const STATES: readonly PendingState[] = ['saved', 'rejected', 'needs-you'];

type OperationAndState = Pick<StoredChange, 'operation' | 'state'>;

/** Returns whether a change yields to a delete of its record. */
export function yieldsToDelete({ operation, state }: OperationAndState): boolean {
  return OPERATIONS.includes(operation) && STATES.includes(state);
}

/** Returns the delete among the changes of a record. */
export function findDelete(changes: readonly StoredChange[]): StoredChange | undefined {
  return changes.find(({ operation }) => operation === DELETE);
}

/** Returns the change of a record that has to be sent before one of them; undefined where none has to. */
export function findFirstBefore(
  change: StoredChange,
  ofRecord: readonly StoredChange[],
): StoredChange | undefined {
  const deletion = findDelete(ofRecord);
  if (deletion !== undefined && yieldsToDelete(change)) return deletion;
  return ofRecord.find(
    (other) => other.number < change.number && !(deletion !== undefined && yieldsToDelete(other)),
  );
}

/**
 * Returns the condition that a change named `mine`, of an operation and in a state, is the first of its record. It finds
 * what `findFirstBefore` finds.
 */
export function buildIsFirstCondition(of: OperationAndState): Sql {
  const earlier = sql`SELECT 1 FROM operation AS other WHERE other.target = mine.target AND other.number < mine.number`;
  if (CHANGE_SCHEMAS[of.operation].kind !== DELETABLE) return sql`NOT EXISTS (${earlier})`;
  const deletion = sql`
    SELECT 1 FROM operation AS deletion WHERE deletion.target = mine.target AND deletion.operation = ${DELETE}`;
  const isBehindDelete = yieldsToDelete(of) ? sql`EXISTS (${deletion}) OR ` : emptySql;
  return sql`NOT (${isBehindDelete}EXISTS (${earlier} AND NOT (
    other.operation IN ${toSqlList(OPERATIONS)} AND other.state IN ${toSqlList(STATES)} AND EXISTS (${deletion}))))`;
}
