import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import { resolveServiceId } from '../ids.ts';
import type { StoredChange } from '../protocol.ts';
import {
  deleteStoredChange,
  listStoredChangesOfRecord,
  listStoredChangesWithSaveIdsOf,
  reinsertRemovedChange,
  type StoredChangeWithSaveId,
} from './stored-changes.ts';

/** The changes of a record right before a discard and right after it. */
interface Discard {
  readonly target: string;
  readonly before: readonly StoredChangeWithSaveId[];
  readonly after: readonly StoredChange[];
}

/** Maximum number of discards that can be undone. */
const MAX_DISCARDS = 50;

/** Returns the number of the newest change of a record that has left the outbox; 0 where there is none. */
function findNewestClosed(db: ReadableDb, target: string): number {
  const row = db.get(
    sql<{ newest: number | null }>`SELECT max(number) AS newest FROM acknowledged WHERE target = ${target}`,
  );
  return row?.newest ?? 0;
}

/** Returns whether the content of one of these discarded changes was saved again, by the id of its save. */
function isSavedAgain(db: ReadableDb, before: Discard['before']): boolean {
  const saveIds = before.flatMap(({ saveId }) => (saveId === null ? [] : [saveId]));
  const found = db.get(sql`
    SELECT 1 FROM joined_save
    WHERE save_id IN ${toSqlList(saveIds)} AND number NOT IN ${toSqlList(before.map(({ number }) => number))}`);
  return found !== undefined;
}

/**
 * Brings back the changes of a record as they were before a discard. Returns 'changed-since', and changes nothing, where
 * one of them was sent, changed or saved again since, or another one was saved: the discard then no longer stands by itself.
 */
function restore(db: WritableDb, { target, before, after }: Discard): Result<null> {
  const isUnchanged =
    !isSavedAgain(db, before) &&
    resolveServiceId(db, target) === target &&
    isDeepStrictEqual(listStoredChangesOfRecord(db, target), after);
  const newest = Math.max(...before.map(({ number }) => number));
  if (!isUnchanged || findNewestClosed(db, target) > newest) return err('changed-since');
  for (const { number } of after) deleteStoredChange(db, number);
  for (const change of before) {
    db.run(sql`DELETE FROM acknowledged WHERE number = ${change.number}`);
    reinsertRemovedChange(db, change);
  }
  return ok(null);
}

/**
 * Discards that the user can undo, by the number of the discarded change. In memory only: they end when the account is
 * closed.
 */
export class UndoableDiscards {
  readonly #discards = new Map<number, Discard>();

  /** Runs a discard of a change, and remembers the changes of its record from before. */
  run<T>(db: WritableDb, { number, target }: StoredChange, discard: () => Result<T>): Result<T> {
    const before = listStoredChangesWithSaveIdsOf(db, target);
    const done = discard();
    if (!done.ok) return done;
    this.#discards.set(number, { target, before, after: listStoredChangesOfRecord(db, target) });
    const [oldest] = this.#discards.keys();
    if (this.#discards.size > MAX_DISCARDS && oldest !== undefined) this.#discards.delete(oldest);
    return done;
  }

  /** Undoes the discard of a change. Returns 'changed-since' where it can no longer be undone. */
  undo(db: WritableDb, number: number): Result<Pick<StoredChange, 'kind' | 'target'>> {
    const discard = this.#discards.get(number);
    const [first] = discard?.before ?? [];
    if (discard === undefined || first === undefined) return err('changed-since');
    const restored = restore(db, discard);
    if (!restored.ok) return restored;
    this.#discards.delete(number);
    return ok({ kind: first.kind, target: first.target });
  }

  clear(): void {
    this.#discards.clear();
  }
}
