import type { ValidatedInput } from '#contract/api.ts';
import type { FormSearchTerm, FormTab } from '#contract/forms.ts';
import { isDue, wasAskedUntil } from '#main/engine/cache/queries/forms/completions.ts';
import { filterFormsInTab, type FormQueryContext } from '#main/engine/cache/queries/forms/list.ts';
import { listOpenRequestsOfChangedForms } from '#main/engine/cache/queries/forms/requests.ts';
import { matchesFollowUpTerm } from '#main/engine/cache/query/filter.ts';
import { PENDING_FORM_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { buildConditionOrEmptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';

type Filter = ValidatedInput<'home.counts'>['completions'][number];
type FollowUpTerm = Extract<FormSearchTerm, { field: 'followup' }>;

/** The stored requests that a filter asks for; those of forms with pending changes are not among them. */
function buildRequestCondition({ askedUntil }: Filter): Sql {
  const untilThen = buildConditionOrEmptySql(
    askedUntil,
    (until) => sql` AND requested_at <> 0 AND requested_at <= ${until}`,
  );
  return sql`form NOT IN (SELECT row FROM ${PENDING_FORM_TABLE.from})${untilThen}`;
}

function countStoredOpen({ cache }: FormQueryContext, filter: Filter): number {
  const counted = cache.get(
    sql<{ count: number }>`SELECT count(*) AS count FROM open_request WHERE ${buildRequestCondition(filter)}`,
  );
  return counted?.count ?? 0;
}

function countStoredDue({ cache, local, now }: FormQueryContext, filter: Filter): number {
  const due = local.all(
    sql<{ form: string; patient: string }>`
      SELECT form, patient FROM completion_reminder WHERE remind_on <= ${now}`,
  );
  if (due.length === 0) return 0;
  const counted = cache.get(sql<{ count: number }>`
    SELECT count(*) AS count FROM json_each(${JSON.stringify(due)}) AS reminder
      CROSS JOIN form AS reminded ON reminded.id = reminder.value ->> 'form'
      CROSS JOIN open_request ON form = reminded.row AND patient = reminder.value ->> 'patient'
    WHERE ${buildRequestCondition(filter)}`);
  return counted?.count ?? 0;
}

/**
 * Counts the open completion requests of each filter, pending ones included, from the table of requests: only forms with pending
 * changes are read.
 */
export function countOpenRequests(context: FormQueryContext, filters: readonly Filter[]): readonly number[] {
  const { now } = context;
  const changed = filters.length === 0 ? [] : listOpenRequestsOfChangedForms(context);
  return filters.map((filter) => {
    const { show, askedUntil } = filter;
    const ofChanged = changed.filter(
      (request) => wasAskedUntil(request, askedUntil) && (show === 'open' || isDue(request, now)),
    );
    const stored = show === 'open' ? countStoredOpen(context, filter) : countStoredDue(context, filter);
    return stored + ofChanged.length;
  });
}

/** Returns the only term of a filter if it is met by forms with a follow-up alone; null otherwise. */
function getFollowUpTerm(
  tab: FormTab,
  terms: readonly FormSearchTerm[],
  context: FormQueryContext,
): FollowUpTerm | null {
  const [term] = terms;
  if (tab !== 'all' || terms.length !== 1 || term?.field !== 'followup' || term.isNot) return null;
  return matchesFollowUpTerm(undefined, term, context) ? null : term;
}

/** Counts the forms of a filter. Those with a follow-up are found by its id, so that the other forms are not read. */
export function countForms(
  context: FormQueryContext,
  tab: FormTab,
  terms: readonly FormSearchTerm[],
): number {
  const term = getFollowUpTerm(tab, terms, context);
  if (term === null) return filterFormsInTab(context, tab, terms).length;
  const { cache, localData, overlay } = context;
  const ids = [...localData.followUps('form')]
    .filter(([, remindOn]) => matchesFollowUpTerm(remindOn, term, context))
    .map(([id]) => id);
  if (ids.length === 0) return 0;
  const stored = cache.all(sql<{ id: string }>`
    SELECT form.id FROM json_each(${JSON.stringify(ids)}) AS followed CROSS JOIN form ON form.id = followed.value`);
  const known = new Set(stored.map(({ id }) => id));
  for (const { record } of overlay.form.rows.values()) known.add(record.id);
  return ids.filter((id) => known.has(id)).length;
}
