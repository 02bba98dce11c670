import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { savedViewSchema, type SavedView, type SavedViewQuery } from '#contract/saved-views.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { createUlid } from '../ids.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';
import { parseStoredJson } from './stored-json.ts';

const MAX_VIEWS = 100;

interface WorklistViewRow {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly tab: SavedViewQuery<'requisitions'>['tab'];
  readonly sortedBy: SavedViewQuery<'requisitions'>['order']['by'];
  readonly descending: number;
}

interface ScreenViewRow {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
}

/** The views of the worklist have a table of their own, which a former program goes on reading. */
function listWorklistViews(db: ReadableDb): readonly SavedView[] {
  const rows = db.all(sql<WorklistViewRow>`
    SELECT id, name, query AS text, tab, sorted_by AS sortedBy, descending FROM saved_view`);
  return rows.map(({ id, name, text, tab, sortedBy, descending }) => ({
    id,
    name,
    screen: 'requisitions',
    query: { text, tab, order: { by: sortedBy, descending: descending === 1 } },
  }));
}

function listScreenViews(db: ReadableDb): readonly SavedView[] {
  const rows = db.all(sql<ScreenViewRow>`SELECT id, screen, name, query FROM screen_view`);
  return rows.flatMap(({ query, ...row }) => {
    const view = savedViewSchema.safeParse({ ...row, query: parseStoredJson(query) });
    return view.success ? [view.data] : [];
  });
}

/** Returns the saved views of all screens in the order of their creation, which their ids have. */
export function listSavedViews(db: ReadableDb): CallOutput<'views.list'> {
  const items = [...listWorklistViews(db), ...listScreenViews(db)];
  return { items: items.toSorted((left, right) => (left.id < right.id ? -1 : 1)) };
}

function hasRoom(db: ReadableDb, id: string): boolean {
  const others = db.get(sql<{ count: number }>`
    SELECT (SELECT count(*) FROM saved_view WHERE id <> ${id})
      + (SELECT count(*) FROM screen_view WHERE id <> ${id}) AS count`);
  return (others?.count ?? 0) < MAX_VIEWS;
}

function store(db: WritableDb, { id, name, ...view }: SavedView, now: number): void {
  if (view.screen !== 'requisitions') {
    db.run(sql`
      INSERT OR REPLACE INTO screen_view (id, screen, name, query, saved_at)
      VALUES (${id}, ${view.screen}, ${name}, ${JSON.stringify(view.query)}, ${now})`);
    return;
  }
  const { text, tab, order } = view.query;
  db.run(sql`
    INSERT OR REPLACE INTO saved_view (id, name, query, tab, sorted_by, descending, saved_at)
    VALUES (${id}, ${name}, ${text}, ${tab}, ${order.by}, ${order.descending ? 1 : 0}, ${now})`);
}

/** Saves a view under its id, or a new one without. Returns 'invalid-input' where there are too many. */
export function saveView(
  db: WritableDb,
  { id = '', ...view }: ValidatedInput<'views.save'>,
  { now, randomHex }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'views.save'>> {
  const stored: SavedView = { ...view, id: id === '' ? createUlid(now, randomHex) : id };
  if (!hasRoom(db, stored.id)) {
    return err('invalid-input', { detail: `there are ${MAX_VIEWS} views, which is the maximum` });
  }
  store(db, stored, now);
  return ok({ answer: stored, ids: [stored.id] });
}

/** Removes a view. */
export function removeSavedView(
  db: WritableDb,
  { id }: ValidatedInput<'views.remove'>,
): ResultAndChangedIdsOrError<CallOutput<'views.remove'>> {
  const worklist = db.run(sql`DELETE FROM saved_view WHERE id = ${id}`);
  const others = db.run(sql`DELETE FROM screen_view WHERE id = ${id}`);
  return ok({ answer: {}, ids: worklist.changes + others.changes > 0 ? [id] : [] });
}
