import type { ValidatedInput } from '#contract/api.ts';
import type { FormSort, FormTab, FormSearchTerm } from '#contract/forms.ts';
import type { Kind } from '#contract/records.ts';
import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { OpenAccount } from '#main/engine/account.ts';
import type { CacheReadName } from '#main/engine/cache/protocol.ts';
import { createHomeHandlers } from '#main/engine/handlers/home.ts';
import { createWorklistHandlers } from '#main/engine/handlers/records.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { unwrap } from './results.ts';
import type { CacheAndLocal } from './overlay.ts';

/** Newest update first: for tests that do not depend on the order. */
export const NEWEST = { by: 'updated', descending: true } as const satisfies WorklistSort & FormSort;

/** Gives an id a local name. */
export function nameId({ app }: CacheAndLocal, id: string, name: string): void {
  app.run(sql`INSERT OR REPLACE INTO directory (id, name, normalized_name, saved_at)
    VALUES (${id}, ${name}, ${name.toLowerCase()}, 0)`);
}

/** Marks a record for follow-up. */
export function followUp(
  { app }: CacheAndLocal,
  id: string,
  remindOn: number | null,
  kind: Kind = 'requisition',
): void {
  app.run(sql`INSERT OR REPLACE INTO follow_up (kind, id, note, marked_at, remind_on)
    VALUES (${kind}, ${id}, '', 0, ${remindOn})`);
}

/** Marks a version of a record as viewed. */
export function markVersionViewed({ app }: CacheAndLocal, resource: JsonObject): void {
  const raw = JSON.stringify(resource);
  app.run(sql`INSERT INTO viewed_version (kind, id, hash, raw, viewed_at)
    VALUES (${String(resource['object'])}, ${String(resource['id'])}, ${hashResourceText(raw)}, ${raw}, 0)`);
}

/** Reads a list page by page to its end. */
function readAll<Row>(
  limit: number,
  ask: (place: { readonly limit: number; readonly after?: string }) => {
    readonly items: readonly Row[];
    readonly next: string | null;
  },
): readonly Row[] {
  const items: Row[] = [];
  let after: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const page = ask({ limit, ...(after === undefined ? {} : { after }) });
    if (page.items.length > limit) throw new Error('the page is too long');
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
  throw new Error('the list does not end');
}

/** A query of the worklist. */
export interface WorklistQueryInput {
  readonly tab?: WorklistTab;
  readonly terms?: readonly WorklistSearchTerm[];
  readonly order?: WorklistSort;
  readonly limit?: number;
}

/** Every row of the worklist, read page by page. */
export function worklist(cache: CacheAndLocal, asked: WorklistQueryInput = {}) {
  const { tab = 'all', terms = [], order = NEWEST, limit = 500 } = asked;
  return readAll(limit, (place) => unwrap(cache.read('worklist.page', { tab, terms, order, ...place })));
}

function toAccount(cache: CacheAndLocal): OpenAccount {
  const read = async (name: CacheReadName, asked: never) => cache.read(name, asked);
  return { cache: { read } } as unknown as OpenAccount; // the handlers use nothing else
}

/** A page of the worklist as the engine returns it: the segments in which the reader answers are joined. */
export function getWorklistPage(cache: CacheAndLocal, input: ValidatedInput<'worklist.page'>) {
  return createWorklistHandlers((work) => work(toAccount(cache)))['worklist.page'](input);
}

/** The counts of the home screen as the engine returns them; of kinds that are not asked for, none. */
export function getHomeCounts(cache: CacheAndLocal, asked: Partial<ValidatedInput<'home.counts'>> = {}) {
  const input = { requisitions: [], forms: [], notifications: [], completions: [], ...asked };
  return createHomeHandlers((work) => work(toAccount(cache)))['home.counts'](input);
}

/** A query of the list of forms. */
export interface FormListQueryInput {
  readonly tab?: FormTab;
  readonly terms?: readonly FormSearchTerm[];
  readonly order?: FormSort;
  readonly limit?: number;
}

/** Every row of the list of forms, read page by page. */
export function toFormListRows(cache: CacheAndLocal, asked: FormListQueryInput = {}) {
  const { tab = 'all', terms = [], order = NEWEST, limit = 500 } = asked;
  return readAll(limit, (place) => unwrap(cache.read('forms.page', { tab, terms, order, ...place })));
}

/** The ids of the worklist in their order. */
export function worklistIds(cache: CacheAndLocal, asked: WorklistQueryInput = {}): readonly string[] {
  return worklist(cache, asked).map(({ id }) => id);
}

/** The number of rows of each tab. */
export function worklistCounts(cache: CacheAndLocal, terms: readonly WorklistSearchTerm[] = []) {
  const { counts, next } = unwrap(cache.read('worklist.counts', { terms }));
  if (next !== null) throw new Error('so few are counted at once');
  return counts;
}
