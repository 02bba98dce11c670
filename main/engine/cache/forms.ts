import type { FormFilter, FormRow } from '#contract/form.ts';
import type { Place } from './cursor.ts';
import type { ReadableDb } from './db.ts';
import { countScope, findPage, type Found, type Listed, type Scope, type Window } from './page.ts';
import { fold, rarePhrase } from './search.ts';
import { sql } from './sql.ts';
import { readDate } from './summary.ts';
import { cachedCount } from './sync-state.ts';

interface SummaryRow extends Place {
  readonly id: string;
  readonly name: string;
  readonly published: 0 | 1;
  readonly unpublished: 0 | 1;
  readonly byAll: 0 | 1;
  readonly openRequests: number;
  readonly createdAt: number | null;
  readonly flagged: 0 | 1;
}

/** The list of forms: newest update first, without a date last. */
export const FORMS: Listed<SummaryRow> = {
  kind: 'form',
  columns: sql<SummaryRow>`row, last_updated_at AS at, id, name, published, has_unpublished_changes AS unpublished,
  usable_by_all AS byAll, open_requests AS openRequests, created_at AS createdAt, flagged`,
  order: sql`last_updated_at`,
  walk: sql`form INDEXED BY form_walk`,
};

function hydrate(row: SummaryRow): FormRow {
  return {
    id: row.id,
    name: row.name,
    published: row.published === 1,
    hasUnpublishedChanges: row.unpublished === 1,
    usableByAll: row.byAll === 1,
    openRequests: row.openRequests,
    createdAt: readDate(row.createdAt),
    lastUpdatedAt: readDate(row.at),
    flagged: row.flagged === 1,
  };
}

/** The rows of a filter: all, or those whose name contains the search text. */
export function formScope(db: ReadableDb, filter: FormFilter): Scope {
  const needle = fold(filter.search ?? '');
  if (needle === '') return { from: FORMS.walk, where: sql`TRUE`, walks: false };
  const contains = sql`instr(form.name_folded, ${needle}) > 0`;
  const phrase = rarePhrase(db, sql`form_search`, needle);
  if (phrase === null) return { from: FORMS.walk, where: contains, walks: true };
  const hits = sql`(SELECT rowid AS hit FROM form_search WHERE form_search MATCH ${phrase})`;
  return { from: sql`${hits} CROSS JOIN form ON row = hit`, where: contains, walks: false };
}

/** Places and row numbers of a page, for whoever wants the bodies. */
export function findForms(db: ReadableDb, filter: FormFilter, window: Window): Found<SummaryRow> {
  return findPage(db, FORMS, { scope: formScope(db, filter), ...window });
}

/** One page of summaries, newest update first. May be short while `next` is not null (see `findPage`). */
export function formPage(
  db: ReadableDb,
  filter: FormFilter,
  window: Window,
): { items: readonly FormRow[]; next: string | null } {
  const { rows, next } = findForms(db, filter, window);
  return { items: rows.map(hydrate), next };
}

/** How many forms a filter finds: all of them from a counter, else up to the cap. */
export function countForms(db: ReadableDb, filter: FormFilter): { count: number; capped: boolean } {
  if (!filter.search) return { count: cachedCount(db, 'form'), capped: false };
  return countScope(db, formScope(db, filter));
}
