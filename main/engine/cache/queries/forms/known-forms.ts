import type { SeenForm } from '#main/engine/local/data/known-forms.ts';
import { listed, sql } from '#main/engine/sqlite/sql.ts';
import {
  formsLeft,
  namesAllRequests,
  requestsLeft,
  getRequests,
} from '#main/engine/cache/tables/ended-requests.ts';
import { toSyncTimes } from '#main/engine/cache/tables/sync-state.ts';
import type { FormCard } from './cards.ts';
import type { FormQueryContext } from './list.ts';

/** Which forms this desk is about to take note of. */
export type AskedForms =
  | { readonly ids: readonly string[] }
  /** Of these, and of those that requests have left, the ones that are gone from the service. */
  | { readonly goneAmong: readonly string[] }
  /** All that are here, by their ids from after one on. */
  | { readonly after: string };

/** How forms stand, as the service says, for the history that it does not keep. */
export interface SeenForms {
  readonly forms: readonly SeenForm[];
  /** Where all go on; null at their end, and where only some were asked for. */
  readonly next: string | null;
}

/** Forms of one answer, where all are asked for. */
const BATCH = 200;

function seen(context: FormQueryContext, cards: readonly FormCard[]): readonly SeenForm[] {
  const { cache } = context;
  const ids = cards.map(({ id }) => id);
  const dates = cache.all(sql<{ id: string; fetchedAt: number }>`
    SELECT id, fetched_at AS fetchedAt FROM form JOIN form_body USING (row) WHERE id IN ${listed(ids)}`);
  const fetchedAt = new Map(dates.map((date) => [date.id, date.fetchedAt]));
  return cards.map(({ id, record, state }) => ({
    form: id,
    fetchedAt: fetchedAt.get(id) ?? 0,
    isDrifting: state === 'unpublished_changes',
    requests: getRequests(record),
    isWhole: namesAllRequests(record),
    left: requestsLeft(cache, id),
  }));
}

/** Forms that cannot be read stay on the service all the same. */
function unreadable({ cache }: FormQueryContext): ReadonlySet<string> {
  const rows = cache.all(
    sql<{ id: string }>`SELECT id FROM quarantine WHERE kind = 'form' AND id IS NOT NULL`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Of these forms those that are gone. A cache that has not seen the whole list since it was made knows of none: it may be filling
 * again.
 */
function gone(context: FormQueryContext, ids: readonly string[]): readonly SeenForm[] {
  if (toSyncTimes(context.cache, 'form').lastWholeAt === null) return [];
  const [stored, odd] = [context.cards.stored(), unreadable(context)];
  return ids
    .filter((id) => !stored.has(id) && !odd.has(id))
    .map((form) => ({
      form,
      fetchedAt: null,
      isDrifting: false,
      requests: [],
      isWhole: true,
      left: requestsLeft(context.cache, form),
    }));
}

function nextForms(context: FormQueryContext, after: string): SeenForms {
  const ids = [...context.cards.stored().keys()].filter((id) => id > after).toSorted();
  const batch = ids.slice(0, BATCH);
  return { forms: someForms(context, batch), next: ids.length > BATCH ? (batch.at(-1) ?? null) : null };
}

function someForms(context: FormQueryContext, ids: readonly string[]): readonly SeenForm[] {
  const stored = context.cards.stored();
  return seen(
    context,
    ids.flatMap((id) => stored.get(id) ?? []),
  );
}

/** How forms stand. One that is neither here nor known to be gone is left out. */
export function seenForms(context: FormQueryContext, asked: AskedForms): SeenForms {
  if ('after' in asked) return nextForms(context, asked.after);
  if ('goneAmong' in asked) {
    const ids = new Set([...asked.goneAmong, ...formsLeft(context.cache)]);
    return { forms: gone(context, [...ids]), next: null };
  }
  return { forms: [...someForms(context, asked.ids), ...gone(context, asked.ids)], next: null };
}
