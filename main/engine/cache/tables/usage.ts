import type { SUGGESTED_LISTS } from '#contract/local-data.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { IndexUpdater } from './table.ts';

/** Diagnoses or scripts. */
export type SuggestionListName = (typeof SUGGESTED_LISTS)[number];

interface CodeEntry {
  readonly list: SuggestionListName;
  readonly code: string;
  readonly description: string;
}

/** Maximum length of a code; longer ones are no useful suggestions. */
const CODE_LENGTH = 1_000;
const DESCRIPTION_LENGTH = 10_000;

/** Returns the diagnoses and scripts of a requisition without duplicates. */
function listCodeEntries({ diagnoses, scripts }: Requisition): ReadonlyMap<string, CodeEntry> {
  const entries: CodeEntry[] = [
    ...diagnoses.map(({ code, description }): CodeEntry => ({ list: 'diagnoses', code, description })),
    ...scripts.map(({ name, description }): CodeEntry => ({ list: 'scripts', code: name, description })),
  ];
  const usable = entries.filter(
    ({ code, description }) =>
      code !== '' && code.length <= CODE_LENGTH && description.length <= DESCRIPTION_LENGTH,
  );
  return new Map(usable.map((entry) => [JSON.stringify([entry.list, entry.code, entry.description]), entry]));
}

function add({ list, code, description }: CodeEntry, db: WritableDb): void {
  db.run(sql`
    INSERT INTO code_usage (list, code, description, uses) VALUES (${list}, ${code}, ${description}, 1)
    ON CONFLICT (list, code, description) DO UPDATE SET uses = uses + 1`);
}

function takeOff({ list, code, description }: CodeEntry, db: WritableDb): void {
  const entry = sql`list = ${list} AND code = ${code} AND description = ${description}`;
  db.run(sql`UPDATE code_usage SET uses = uses - 1 WHERE ${entry}`);
  db.run(sql`DELETE FROM code_usage WHERE ${entry} AND uses <= 0`);
}

const NO_CODES: ReadonlyMap<string, CodeEntry> = new Map();

/** Counts how many cached requisitions have a diagnosis or a script. */
export const codeUsageUpdater: IndexUpdater<Requisition> = (db, _row, { before, after }) => {
  const old = before === null ? NO_CODES : listCodeEntries(before);
  const fresh = after === null ? NO_CODES : listCodeEntries(after);
  for (const [name, entry] of old) if (!fresh.has(name)) takeOff(entry, db);
  for (const [name, entry] of fresh) if (!old.has(name)) add(entry, db);
};
