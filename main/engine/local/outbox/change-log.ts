import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Returns the number of the newest entry about pending changes in the outbox; 0 where there is none. */
export function getLastPendingChangeLogNumber(local: ReadableDb): number {
  return (
    local.get(sql<{ last: number | null }>`SELECT max(sequence) AS last FROM operation_change`)?.last ?? 0
  );
}

/**
 * Returns the ids of the records whose pending changes have changed since an entry, and the number of the
 * newest entry; null where older entries were already deleted.
 */
export function readIdsWithChangedPending(
  local: ReadableDb,
  after: number,
): { readonly last: number; readonly targets: ReadonlySet<string> } | null {
  const changes = local.all(sql<{ sequence: number; target: string }>`
    SELECT sequence, target FROM operation_change WHERE sequence > ${after} ORDER BY sequence`);
  const [first] = changes;
  // Entries are numbered without gaps (a rollback gives its numbers back), so a gap shows deleted ones.
  if (first !== undefined && first.sequence > after + 1) return null;
  return { last: changes.at(-1)?.sequence ?? after, targets: new Set(changes.map(({ target }) => target)) };
}
