import type { Output, Parsed } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { normalize } from '#main/engine/store/fold.ts';
import { sql } from '#main/engine/store/sql.ts';
import { readTable, TABLE_HEAD, tableLines } from './directory-table.ts';
import { storedName } from './local-name.ts';
import type { Changing, OperationContext } from './protocol.ts';

/** So many names stand in one piece of the exported table. */
const PIECE = 2_000;

/** Names for ids, in the order of the ids. */
export function listDirectory(
  db: ReadableDb,
  { after = '', limit }: Parsed<'directory.list'>,
): Output<'directory.list'> {
  const found = db.all(sql<{ id: string; name: string; savedAt: number }>`
    SELECT id, name, saved_at AS savedAt FROM directory WHERE id > ${after} ORDER BY id LIMIT ${limit + 1}`);
  const items = found.slice(0, limit).map((row) => ({ ...row, savedAt: epochMs(row.savedAt) }));
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Whether this was another name than before. */
function put(db: WritableDb, id: string, name: string, now: EpochMs): boolean {
  const { changes } = db.run(sql`
    INSERT INTO directory (id, name, normalized_name, saved_at) VALUES (${id}, ${name}, ${normalize(name)}, ${now})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name, saved_at = excluded.saved_at
    WHERE name <> excluded.name`);
  return changes > 0;
}

/** Gives an id a name, or takes it away with null. 'invalid-input' where nothing is left of the name, or too much. */
export function setName(
  db: WritableDb,
  { id, name }: Parsed<'directory.set'>,
  { now }: OperationContext,
): Changing<Output<'directory.set'>> {
  if (name === null) {
    const { changes } = db.run(sql`DELETE FROM directory WHERE id = ${id}`);
    return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
  }
  const stored = storedName(name);
  if (!stored.ok) return stored;
  return ok({ answer: {}, ids: put(db, id, stored.value, now) ? [id] : [] });
}

/** Takes in a table, or a piece of one. */
export function importDirectory(
  db: WritableDb,
  { text, firstLine }: Parsed<'directory.import'>,
  { now }: OperationContext,
): Changing<Output<'directory.import'>> {
  const { named, problems } = readTable(text, firstLine);
  const replaced: { id: string; before: string; name: string }[] = [];
  const taken = named.filter(({ id, name }) => {
    const before = db.get(sql<{ name: string }>`SELECT name FROM directory WHERE id = ${id}`)?.name;
    const isTaken = put(db, id, name, now);
    if (isTaken && before !== undefined) replaced.push({ id, before, name });
    return isTaken;
  });
  const ids = taken.map(({ id }) => id);
  const answer = { taken: ids.length, replaced, unchanged: named.length - ids.length, problems };
  return ok({ answer, ids: [...new Set(ids)] });
}

/** The directory as a table, in pieces. */
export function exportDirectory(
  db: ReadableDb,
  { after }: Parsed<'directory.export'>,
): Output<'directory.export'> {
  const { items, next } = listDirectory(db, { after, limit: PIECE });
  return { text: (after === undefined ? TABLE_HEAD : '') + tableLines(items), next };
}
