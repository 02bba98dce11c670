import type { SUGGESTED_ENTRY_LISTS } from '#contract/local-data.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { DerivedTableUpdater } from './table.ts';

/** Diagnoses, scripts or tests. */
export type SuggestionListName = (typeof SUGGESTED_ENTRY_LISTS)[number];

interface CodeEntry {
  readonly list: SuggestionListName;
  readonly code: string;
  readonly description: string;
}

/** Maximum length of a code; longer ones are no useful suggestions. */
const CODE_LENGTH = 1_000;
const DESCRIPTION_LENGTH = 10_000;

/** Longer names of requisitions are no names of tests. */
const TEST_LENGTH = 200;

/** Returns the diagnoses and scripts of a requisition without duplicates, and its name with its type. */
function listCodeEntries({ diagnoses, scripts, name, type }: Requisition): ReadonlyMap<string, CodeEntry> {
  const entries: CodeEntry[] = [
    ...diagnoses.map(({ code, description }): CodeEntry => ({ list: 'diagnoses', code, description })),
    ...scripts.map(
      (script): CodeEntry => ({ list: 'scripts', code: script.name, description: script.description }),
    ),
    ...(name.length <= TEST_LENGTH ? [{ list: 'tests' as const, code: name, description: type }] : []),
  ];
  const usable = entries.filter(
    ({ code, description }) =>
      code !== '' && code.length <= CODE_LENGTH && description.length <= DESCRIPTION_LENGTH,
  );
  return new Map(usable.map((entry) => [JSON.stringify([entry.list, entry.code, entry.description]), entry]));
}

function changeUses(db: WritableDb, { list, code, description }: CodeEntry, amount: number): void {
  if (amount > 0) {
    db.run(sql`
      INSERT INTO code_usage (list, code, description, uses) VALUES (${list}, ${code}, ${description}, ${amount})
      ON CONFLICT (list, code, description) DO UPDATE SET uses = uses + excluded.uses`);
  } else if (amount < 0) {
    const entry = sql`list = ${list} AND code = ${code} AND description = ${description}`;
    db.run(sql`UPDATE code_usage SET uses = uses + ${amount} WHERE ${entry}`);
    db.run(sql`DELETE FROM code_usage WHERE ${entry} AND uses <= 0`);
  }
}

interface QueuedChange {
  readonly entry: CodeEntry;
  difference: number;
}

// A page repeats few codes many times, so that one statement for each code and page is enough.
const queues = new WeakMap<WritableDb, Map<string, QueuedChange>>();

function queueChange(db: WritableDb, name: string, entry: CodeEntry, amount: 1 | -1): void {
  const queue = queues.get(db) ?? new Map<string, QueuedChange>();
  queues.set(db, queue);
  const queued = queue.get(name) ?? { entry, difference: 0 };
  queued.difference += amount;
  queue.set(name, queued);
}

const NO_CODES: ReadonlyMap<string, CodeEntry> = new Map();

/**
 * Counts how many cached requisitions have a diagnosis, a script or a name. The counts are queued for
 * `storeQueuedCodeUsageCounts`.
 */
export const codeUsageUpdater: DerivedTableUpdater<Requisition> = (db, _row, { before, after }) => {
  const old = before === null ? NO_CODES : listCodeEntries(before);
  const fresh = after === null ? NO_CODES : listCodeEntries(after);
  for (const [name, entry] of old) if (!fresh.has(name)) queueChange(db, name, entry, -1);
  for (const [name, entry] of fresh) if (!old.has(name)) queueChange(db, name, entry, 1);
};

/** Stores the queued counts. Call it at the end of each page and before every commit. */
export function storeQueuedCodeUsageCounts(db: WritableDb): void {
  for (const { entry, difference } of queues.get(db)?.values() ?? []) changeUses(db, entry, difference);
  queues.delete(db);
}

/** Forgets the queued counts of rows that were rolled back. */
export function forgetQueuedCodeUsageCounts(db: WritableDb): void {
  queues.delete(db);
}
