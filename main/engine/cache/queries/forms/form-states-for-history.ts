import { getFormPublicationState } from '#contract/forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { getRowsAndHashes } from '#main/engine/cache/tables/bodies.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { ObservedForm } from '#main/engine/local/data/observed-forms.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import {
  listFormIdsWithEndedRequests,
  isCompletionRequestListComplete,
  listEndedRequestsOfForm,
  listCompletionRequestsInForm,
} from '#main/engine/cache/tables/ended-requests.ts';
import { getSyncStartTimes } from '#main/engine/cache/tables/sync-state.ts';
import type { FormQueryContext } from './list.ts';

/** Which forms' states to return, for the history of completion requests in the local store. */
export type ObservedFormsRequest =
  | { readonly ids: readonly string[] }
  /** Those that the service no longer has, among these forms and those with ended requests. */
  | { readonly goneAmong: readonly string[] }
  /** The next cached forms, ordered by id, behind `after`. */
  | { readonly after: string };

/** The states of forms on the service, for the history that the service does not keep. */
export interface ObservedFormsPage {
  readonly forms: readonly ObservedForm[];
  /** Cursor for all forms; null at the end, and where only some were requested. */
  readonly next: string | null;
}

/** Maximum number of forms in one result, where all are requested. */
const BATCH = 200;

interface StoredForm {
  readonly row: number;
  readonly id: string;
  readonly fetchedAt: number;
}

/**
 * Returns the states of those of these forms that are cached. Only these forms are read and parsed: the thread of long
 * reads, which calls this, has no index of all forms in memory.
 */
function readFormStates({ cache }: FormQueryContext, ids: readonly string[]): readonly ObservedForm[] {
  const found = cache.all(sql<StoredForm>`
    SELECT row, id, fetched_at AS fetchedAt FROM form JOIN form_body USING (row) WHERE id IN ${toSqlList(ids)}`);
  const byId = new Map(found.map((form) => [form.id, form]));
  return ids.flatMap((id) => {
    const form = byId.get(id);
    const record = form === undefined ? null : readRecordAtRow(cache, 'form', form.row, parseForm);
    if (form === undefined || record === null) return [];
    return {
      form: id,
      fetchedAt: form.fetchedAt,
      lastUpdatedAt: record.lastUpdatedAt,
      hasUnpublishedChanges: getFormPublicationState(record) === 'unpublished_changes',
      requests: listCompletionRequestsInForm(record),
      isWhole: isCompletionRequestListComplete(record),
      ended: listEndedRequestsOfForm(cache, id),
    };
  });
}

/** Returns the ids of all forms in quarantine: unreadable here, but still on the service. */
function unreadable({ cache }: FormQueryContext): ReadonlySet<string> {
  const rows = cache.all(
    sql<{ id: string }>`SELECT id FROM quarantine WHERE kind = 'form' AND id IS NOT NULL`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns those of these forms that the service no longer has. Empty where the cache has never completed a
 * sweep of the whole list: it may still be filling.
 */
function gone(context: FormQueryContext, ids: readonly string[]): readonly ObservedForm[] {
  if (getSyncStartTimes(context.cache, 'form').lastWholeAt === null) return [];
  const [stored, odd] = [getRowsAndHashes(context.cache, 'form', ids), unreadable(context)];
  return ids
    .filter((id) => !stored.has(id) && !odd.has(id))
    .map((form) => ({
      form,
      fetchedAt: null,
      lastUpdatedAt: null,
      hasUnpublishedChanges: false,
      requests: [],
      isWhole: true,
      ended: listEndedRequestsOfForm(context.cache, form),
    }));
}

function readNextFormStates(context: FormQueryContext, after: string): ObservedFormsPage {
  const found = context.cache.all(sql<{ id: string }>`
    SELECT id FROM form WHERE id > ${after} ORDER BY id LIMIT ${BATCH + 1}`);
  const ids = found.map(({ id }) => id);
  const batch = ids.slice(0, BATCH);
  return { forms: readFormStates(context, batch), next: ids.length > BATCH ? (batch.at(-1) ?? null) : null };
}

/** Returns the states of forms. A form that is neither cached nor known to be removed is left out. */
export function readFormStatesForHistory(
  context: FormQueryContext,
  asked: ObservedFormsRequest,
): ObservedFormsPage {
  if ('after' in asked) return readNextFormStates(context, asked.after);
  if ('goneAmong' in asked) {
    const ids = new Set([...asked.goneAmong, ...listFormIdsWithEndedRequests(context.cache)]);
    return { forms: gone(context, [...ids]), next: null };
  }
  return { forms: [...readFormStates(context, asked.ids), ...gone(context, asked.ids)], next: null };
}
