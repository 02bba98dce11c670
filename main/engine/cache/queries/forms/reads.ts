import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { UnpublishedFormChangesInfo } from '#contract/completion-requests.ts';
import type { FormListRow, FormSearchTerm } from '#contract/forms.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import { findExcerpt, findNameExcerpt, listNormalizedTextsToFind } from '#main/engine/cache/query/excerpt.ts';
import {
  buildExportPiece,
  EXPORT_PIECE_RECORDS,
  getRawWithPendingAsList,
  type RawExportPiece,
} from '#main/engine/cache/queries/export.ts';
import { getInMemoryPage, getInMemoryPageAt } from '#main/engine/cache/query/memory-page.ts';
import { fromColumnDate, truncateTitle } from '#main/engine/cache/tables/columns.ts';
import { resolveServiceId } from '#main/engine/local/ids.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import type { WorklistReadContext } from '../requisitions/reads.ts';
import { filterIdsByIdOrLocalName, listIdSuggestions } from '../requisitions/suggest.ts';
import type { IndexedForm } from './form-index.ts';
import {
  getCompletionRequestHistory,
  getCompletionRequestsPage,
  countCompletionRequests,
} from './completions.ts';
import { exportCompletionRequestsPiece } from './completions-export.ts';
import { listFormOnlyIdsOfFamily, isFormOnlyIdFamily, FORM_SPREADSHEET_COLUMNS } from './export.ts';
import {
  readFormStatesForHistory,
  type ObservedFormsRequest,
  type ObservedFormsPage,
} from './form-states-for-history.ts';
import { type FormQueryContext, countFormsByTab, createFormListOrder, filterFormsInTab } from './list.ts';

type RowMarks = Pick<FormListRow, 'unpublishedSince' | 'isChanged' | 'followUp' | 'hit'>;

function toRow({ record, state, pending, oldestRequestAt }: IndexedForm, marks: RowMarks): FormListRow {
  const { usableBy } = record;
  return {
    id: record.id,
    name: truncateTitle(record.name),
    published: record.publishedVersion !== '',
    hasUnpublishedChanges: record.hasUnpublishedChanges,
    usableByAll: usableBy.usableByAll,
    openRequests: record.requestCompletionFrom.length,
    createdAt: record.createdAt,
    lastUpdatedAt: record.lastUpdatedAt,
    flagged: record.flags.length > 0,
    pending,
    state,
    createdBy: record.createdBy,
    medicalCenters: usableBy.medicalCenters.length,
    specializations: usableBy.specializations.length,
    peerGroups: usableBy.peerGroups.length,
    individuals: usableBy.individuals.length,
    otherLimits: usableBy.otherLimits,
    oldestRequestAt,
    ...marks,
  };
}

/** Returns since when at the latest forms have had unpublished changes, as far as this computer knows. */
function getDrifts({ local }: FormQueryContext, ids: readonly string[]): ReadonlyMap<string, EpochMs> {
  const drifts = local.all(
    sql<{
      form: string;
      since: number;
    }>`SELECT form, since FROM unpublished_form WHERE form IN ${toSqlList(ids)}`,
  );
  return new Map(drifts.map(({ form, since }) => [form, toEpochMs(since)]));
}

function getHits(
  { localData }: FormQueryContext,
  entries: readonly IndexedForm[],
  terms: readonly FormSearchTerm[],
): ReadonlyMap<string, FormListRow['hit']> {
  const texts = listNormalizedTextsToFind(terms);
  if (texts.length === 0) return new Map();
  const names = localData.namesOf([...new Set(entries.flatMap(({ people }) => people))]);
  return new Map(
    entries.map(({ id, record, people }) => {
      const named = people.map((person) => names.get(person) ?? '');
      return [
        id,
        findExcerpt(record.name, [['description' as const, [record.description]]], texts) ??
          findNameExcerpt(record.name, named, texts),
      ];
    }),
  );
}

/** Returns the rows of the list for forms in their order, with what the local store knows about each. */
function toFormListRows(
  context: FormQueryContext,
  entries: readonly IndexedForm[],
  terms: readonly FormSearchTerm[],
): readonly FormListRow[] {
  const filterContext = context.filterContext();
  const hits = getHits(context, entries, terms);
  const drifts = getDrifts(
    context,
    entries.map(({ id }) => id),
  );
  return entries.map((entry) => {
    const remindOn = filterContext.followUp(entry.id);
    return toRow(entry, {
      unpublishedSince: entry.state === 'unpublished_changes' ? (drifts.get(entry.id) ?? null) : null,
      isChanged: filterContext.isChanged(entry.id),
      followUp: remindOn === undefined ? null : { remindOn: fromColumnDate(remindOn) },
      hit: hits.get(entry.id) ?? null,
    });
  });
}

/**
 * Counts the patients who were requested since a time: with pending changes applied, and including ended
 * requests.
 */
function askedSince({ local }: FormQueryContext, { id, record }: IndexedForm, since: EpochMs): number {
  const asked = record.requestCompletionFrom.filter(
    ({ requestedAt }) => requestedAt !== null && requestedAt >= since,
  );
  const ended = local.all(sql<{ patient: string }>`
    SELECT patient FROM completion_request WHERE form = ${id} AND requested_at >= ${since} AND state = 'ended'`);
  return new Set([...asked, ...ended].map(({ patient }) => patient)).size;
}

/**
 * Returns since when at the latest a form has unpublished changes and how many patients were asked since, as far as this
 * computer knows. Error 'not-found' where the form is not cached.
 */
function getUnpublishedFormInfo(
  context: FormQueryContext,
  named: string,
): Result<UnpublishedFormChangesInfo> {
  const id = resolveServiceId(context.local, named);
  const entry = id === undefined ? undefined : context.index.shown().get(id);
  if (entry === undefined) return err('not-found');
  const since =
    entry.state === 'unpublished_changes' ? getDrifts(context, [entry.id]).get(entry.id) : undefined;
  if (since === undefined) return ok({ unpublishedSince: null, askedSince: 0 });
  return ok({ unpublishedSince: since, askedSince: askedSince(context, entry, since) });
}

/** What the reads of forms need: what those of the worklist do, and the context of form queries. */
export interface FormReadContext extends WorklistReadContext {
  readonly forms: FormQueryContext;
}

/** Reads of forms that only the engine calls, not the page. */
export interface FormReadsForEngineOnly {
  'forms.observe': { input: ObservedFormsRequest; output: ObservedFormsPage };
}

function formsPage(
  { forms }: FormReadContext,
  { tab, terms, order, limit, after, at }: ValidatedInput<'forms.page'>,
): Result<CallOutput<'forms.page'>> {
  const [sorted, entries] = [createFormListOrder(order), filterFormsInTab(forms, tab, terms)];
  const page =
    at === undefined
      ? getInMemoryPage(sorted, entries, { limit, after })
      : getInMemoryPageAt(sorted, entries, { limit, at, getId: ({ id }) => id });
  return page.ok ? ok({ ...page.value, items: toFormListRows(forms, page.value.items, terms) }) : page;
}

function rawForms(
  { forms }: FormReadContext,
  filter: ValidatedInput<'forms.export'>['filter'],
  after: string | undefined,
): Result<RawExportPiece> {
  const { cache, overlay } = forms;
  const position = decodeCursor('form', after);
  if (!position.ok) return position;
  const { rows, next } = overlay.form.find(cache, filter, {
    position: position.value,
    limit: EXPORT_PIECE_RECORDS,
  });
  return ok({ raws: rows.flatMap(({ id }) => getRawWithPendingAsList(overlay, 'form', id)), next });
}

function seen(
  { forms, context }: FormReadContext,
  input: ValidatedInput<'ids.suggest'>,
): CallOutput<'ids.suggest'>['items'] {
  const { family } = input;
  if (isFormOnlyIdFamily(family))
    return filterIdsByIdOrLocalName(forms, listFormOnlyIdsOfFamily(forms, family), input);
  return listIdSuggestions(context, { ...input, family });
}

/** The reads of forms, by the names of the contract. */
export const FORM_READ_HANDLERS = {
  'forms.page': formsPage,
  'forms.counts': (
    { forms }: FormReadContext,
    { terms }: ValidatedInput<'forms.counts'>,
  ): Result<CallOutput<'forms.counts'>> => ok(countFormsByTab(forms, terms)),
  'forms.unpublishedChanges': (
    { forms }: FormReadContext,
    { id }: ValidatedInput<'forms.unpublishedChanges'>,
  ): Result<CallOutput<'forms.unpublishedChanges'>> => getUnpublishedFormInfo(forms, id),
  'forms.export': (
    source: FormReadContext,
    { filter, ...asked }: ValidatedInput<'forms.export'>,
  ): Result<CallOutput<'forms.export'>> =>
    buildExportPiece(asked, {
      sheet: FORM_SPREADSHEET_COLUMNS,
      localData: source.forms.localData,
      find: (after) => rawForms(source, filter, after),
    }),
  'forms.observe': ({ forms }: FormReadContext, asked: ObservedFormsRequest): Result<ObservedFormsPage> =>
    ok(readFormStatesForHistory(forms, asked)),
  'completions.page': (
    { forms }: FormReadContext,
    input: ValidatedInput<'completions.page'>,
  ): Result<CallOutput<'completions.page'>> => getCompletionRequestsPage(forms, input),
  'completions.counts': (
    { forms }: FormReadContext,
    { filter }: ValidatedInput<'completions.counts'>,
  ): Result<CallOutput<'completions.counts'>> => ok(countCompletionRequests(forms, filter)),
  'completions.export': (
    { forms }: FormReadContext,
    input: ValidatedInput<'completions.export'>,
  ): Result<CallOutput<'completions.export'>> => exportCompletionRequestsPiece(forms, input),
  'completions.history': (
    { forms }: FormReadContext,
    input: ValidatedInput<'completions.history'>,
  ): Result<CallOutput<'completions.history'>> => ok(getCompletionRequestHistory(forms, input)),
  'ids.suggest': (
    source: FormReadContext,
    input: ValidatedInput<'ids.suggest'>,
  ): Result<CallOutput<'ids.suggest'>> => ok({ items: seen(source, input) }),
};
