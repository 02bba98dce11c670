import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { SavedView } from '#contract/local-data.ts';
import { err, ok } from '#contract/result.ts';
import type { WorklistSort } from '#contract/requisitions.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { createUlid } from '../ids.ts';
import type { ChangeOrError, ChangeSeed } from './protocol.ts';

const MAX_VIEWS = 100;

interface ViewRow extends Omit<SavedView, 'order'> {
  readonly sortedBy: WorklistSort['by'];
  readonly descending: number;
}

/** Returns the saved views in the order of their creation. */
export function listSavedViews(db: ReadableDb): CallOutput<'views.list'> {
  const rows = db.all(sql<ViewRow>`
    SELECT id, name, query, tab, sorted_by AS sortedBy, descending FROM saved_view ORDER BY id`);
  const items = rows.map(({ sortedBy, descending, ...view }) => ({
    ...view,
    order: { by: sortedBy, descending: descending === 1 },
  }));
  return { items };
}

function hasRoom(db: ReadableDb, id: string): boolean {
  const others = db.get(sql<{ count: number }>`SELECT count(*) AS count FROM saved_view WHERE id <> ${id}`);
  return (others?.count ?? 0) < MAX_VIEWS;
}

/** Saves a view under its id, or a new one without. Returns 'invalid-input' where there are too many. */
export function saveView(
  db: WritableDb,
  { id = '', ...view }: ParsedInput<'views.save'>,
  { now, randomHex }: ChangeSeed,
): ChangeOrError<CallOutput<'views.save'>> {
  const stored = { ...view, id: id === '' ? createUlid(now, randomHex) : id };
  if (!hasRoom(db, stored.id)) {
    return err('invalid-input', { detail: `there are ${MAX_VIEWS} views, which is the maximum` });
  }
  const { name, query, tab, order } = stored;
  db.run(sql`
    INSERT OR REPLACE INTO saved_view (id, name, query, tab, sorted_by, descending, saved_at)
    VALUES (${stored.id}, ${name}, ${query}, ${tab}, ${order.by}, ${order.descending ? 1 : 0}, ${now})`);
  return ok({ answer: stored, ids: [stored.id] });
}

/** Removes a view. */
export function removeView(
  db: WritableDb,
  { id }: ParsedInput<'views.remove'>,
): ChangeOrError<CallOutput<'views.remove'>> {
  const { changes } = db.run(sql`DELETE FROM saved_view WHERE id = ${id}`);
  return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
}
