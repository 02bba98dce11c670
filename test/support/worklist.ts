import type { Kind } from '#contract/ids.ts';
import type { WorklistOrder, WorklistTab, WorklistTerm } from '#contract/worklist.ts';
import { hashOf } from '#main/engine/store/text-hash.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import { sql } from '#main/engine/store/sql.ts';
import { valueOf } from './engine.ts';
import type { CacheAndDesk } from './overlay.ts';

/** Newest update first: the order that most tests do not care about. */
export const NEWEST: WorklistOrder = { by: 'updated', descending: true };

/** Gives an id a name, as the desk keeps it. */
export function nameId({ desk }: CacheAndDesk, id: string, name: string): void {
  desk.run(sql`INSERT OR REPLACE INTO directory (id, name, name_folded, saved_at)
    VALUES (${id}, ${name}, ${name.toLowerCase()}, 0)`);
}

/** Marks a record as followed up. */
export function followUp(
  { desk }: CacheAndDesk,
  id: string,
  remindOn: number | null,
  kind: Kind = 'requisition',
): void {
  desk.run(sql`INSERT OR REPLACE INTO follow_up (kind, id, note, marked_at, remind_on)
    VALUES (${kind}, ${id}, '', 0, ${remindOn})`);
}

/** Notes that a version of a record was looked at. */
export function lookAt({ desk }: CacheAndDesk, resource: JsonObject): void {
  const raw = JSON.stringify(resource);
  desk.run(sql`INSERT INTO look (kind, id, hash, raw, looked_at)
    VALUES (${String(resource['object'])}, ${String(resource['id'])}, ${hashOf(raw)}, ${raw}, 0)`);
}

/** What of the worklist is asked for. */
export interface Asked {
  readonly tab?: WorklistTab;
  readonly terms?: readonly WorklistTerm[];
  readonly order?: WorklistOrder;
  readonly limit?: number;
}

/** Every line of the worklist, taken in pages. */
export function worklist(cache: CacheAndDesk, asked: Asked = {}) {
  const { tab = 'all', terms = [], order = NEWEST, limit = 500 } = asked;
  const items = [];
  let after: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const place = after === undefined ? {} : { after };
    const page = valueOf(cache.read('worklist.page', { tab, terms, order, limit, ...place }));
    if (page.items.length > limit) throw new Error('the page is too long');
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
  throw new Error('the list does not end');
}

/** The ids of the worklist in their order. */
export function worklistIds(cache: CacheAndDesk, asked: Asked = {}): readonly string[] {
  return worklist(cache, asked).map(({ id }) => id);
}

/** How many each tab holds. */
export function worklistCounts(cache: CacheAndDesk, terms: readonly WorklistTerm[] = []) {
  const { counts, next } = valueOf(cache.read('worklist.counts', { terms }));
  if (next !== null) throw new Error('so few are counted at once');
  return counts;
}
