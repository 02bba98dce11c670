import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { templateSchema } from '#contract/templates.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { createUlid } from '../ids.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';
import { parseStoredJson } from './stored-json.ts';

const MAX_TEMPLATES = 200;
const byLetters = new Intl.Collator();

/** Returns the templates by name. One that this version cannot read is left out. */
export function listTemplates(db: ReadableDb): CallOutput<'templates.list'> {
  const rows = db.all(
    sql<{ id: string; name: string; fields: string }>`SELECT id, name, fields FROM template`,
  );
  const items = rows.flatMap(({ id, name, fields }) => {
    const template = templateSchema.safeParse({ id, name, fields: parseStoredJson(fields) });
    return template.success ? [template.data] : [];
  });
  return { items: items.toSorted((left, right) => byLetters.compare(left.name, right.name)) };
}

/** Saves a template under its id, or a new one without. Returns 'invalid-input' where there are too many. */
export function saveTemplate(
  db: WritableDb,
  { id = '', name, fields }: ValidatedInput<'templates.save'>,
  { now, randomHex }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'templates.save'>> {
  const stored = { id: id === '' ? createUlid(now, randomHex) : id, name: name.toWellFormed(), fields };
  const others = db.get(
    sql<{ count: number }>`SELECT count(*) AS count FROM template WHERE id <> ${stored.id}`,
  );
  if ((others?.count ?? 0) >= MAX_TEMPLATES)
    return err('invalid-input', { detail: `there are ${MAX_TEMPLATES} templates, which is the maximum` });
  db.run(sql`INSERT OR REPLACE INTO template (id, name, fields, saved_at)
    VALUES (${stored.id}, ${stored.name}, ${JSON.stringify(fields)}, ${now})`);
  return ok({ answer: stored, ids: [stored.id] });
}

/** Removes a template. */
export function removeTemplate(
  db: WritableDb,
  { id }: ValidatedInput<'templates.remove'>,
): ResultAndChangedIdsOrError<CallOutput<'templates.remove'>> {
  const { changes } = db.run(sql`DELETE FROM template WHERE id = ${id}`);
  return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
}
