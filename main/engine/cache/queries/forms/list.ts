import {
  type FormTab,
  type FormSearchTerm,
  FORM_TABS,
  type FormTabCounts,
  type FormSort,
} from '#contract/forms.ts';
import { isSortByTime } from '#contract/paging.ts';
import type { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import {
  type FilterContext,
  callTermHandler,
  type TermHandlersByField,
  type TermOfField,
  createIdMatcher,
  matchesFollowUpTerm,
  isDateWithinTermSpan,
} from '#main/engine/cache/query/filter.ts';
import type { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import type { InMemorySortOrder, InMemorySortValue } from '#main/engine/cache/query/memory-page.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { InMemoryFormIndex, listIdsInUsableBy, type IndexedForm } from './form-index.ts';

interface FormQueryContextParts {
  readonly cache: ReadableDb;
  readonly local: ReadOnlyLocalStoreView;
  readonly overlay: PendingOverlay;
  readonly localData: LocalAnnotationsReader;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The state that the queries of forms and of completion requests share: the index of forms, the local data
 * and the time.
 */
export class FormQueryContext {
  readonly cache: ReadableDb;
  readonly local: ReadableDb;
  readonly overlay: PendingOverlay;
  readonly localData: LocalAnnotationsReader;
  readonly index: InMemoryFormIndex;
  readonly #now: () => number;

  constructor({ cache, local, overlay, localData, now }: FormQueryContextParts) {
    this.cache = cache;
    this.local = local;
    this.overlay = overlay;
    this.localData = localData;
    this.index = new InMemoryFormIndex(cache, overlay);
    this.#now = now;
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#now();
  }

  /**
   * Returns what the terms of a filter are tested with besides the form: time, local names, changed
   * forms.
   */
  filterContext(): FilterContext {
    const { localData } = this;
    const [stored, shown] = [this.index.stored(), this.index.shown()];
    const [looks, followUps] = [localData.viewedVersions('form'), localData.followUps('form')];
    return {
      now: this.now,
      idsNamed: (normalizedText) => localData.idsNamed(normalizedText),
      isChanged: (id) => {
        const [looked, hash] = [looks.get(id), stored.get(id)?.hash];
        return looked !== undefined && hash !== undefined && looked !== hash;
      },
      isUnsent: (id) => (shown.get(id)?.pending ?? null) !== null,
      followUp: (id) => followUps.get(id),
    };
  }
}

interface Asking {
  readonly entry: IndexedForm;
  readonly filterContext: FilterContext;
}

type IdTerm = TermOfField<'for', FormSearchTerm>;
type SpanTerm = TermOfField<'created', FormSearchTerm>;

function isFound({ text, people }: IndexedForm, value: string, filterContext: FilterContext): boolean {
  const normalizedText = normalizeText(value);
  if (text.includes(normalizedText)) return true;
  const named = filterContext.idsNamed(normalizedText);
  return named.size > 0 && people.some((id) => named.has(id));
}

/**
 * Returns who may use a form: everyone, some users, or none, because it is not for all and every set is empty
 * (section 2.2).
 */
function getUsable({ record }: IndexedForm): TermOfField<'usable', FormSearchTerm>['value'] {
  const { usableByAll, otherLimits } = record.usableBy;
  if (usableByAll) return 'all';
  return otherLimits === 0 && listIdsInUsableBy(record).length === 0 ? 'none' : 'some';
}

function findIds({ record }: IndexedForm, field: IdTerm['field']): readonly string[] {
  if (field === 'for') return listIdsInUsableBy(record);
  return field === 'creator'
    ? [record.createdBy]
    : record.requestCompletionFrom.map(({ patient }) => patient);
}

function findDate({ record, oldestRequestAt }: IndexedForm, field: SpanTerm['field']): number | null {
  const dates = { waiting: oldestRequestAt, created: record.createdAt, updated: record.lastUpdatedAt };
  return dates[field];
}

function ofId({ field, value }: IdTerm, { entry, filterContext }: Asking): boolean {
  return findIds(entry, field).some(createIdMatcher(value, filterContext));
}

function ofDate(term: SpanTerm, { entry }: Asking): boolean {
  return isDateWithinTermSpan(findDate(entry, term.field), term);
}

const TERM_TESTS: TermHandlersByField<Asking, boolean, FormSearchTerm> = {
  text: ({ value }, { entry, filterContext }) => isFound(entry, value, filterContext),
  state: ({ value }, { entry }) => entry.state === value,
  usable: ({ value }, { entry }) => getUsable(entry) === value,
  for: ofId,
  asked: ofId,
  creator: ofId,
  waiting: ofDate,
  created: ofDate,
  updated: ofDate,
  changed: ({ value }, { entry, filterContext }) => filterContext.isChanged(entry.id) === value,
  unsent: ({ value }, { entry, filterContext }) => filterContext.isUnsent(entry.id) === value,
  followup: (term, { entry, filterContext }) =>
    matchesFollowUpTerm(filterContext.followUp(entry.id), term, filterContext),
};

/** Whether a form matches all terms of a filter. */
function matches(
  entry: IndexedForm,
  terms: readonly FormSearchTerm[],
  filterContext: FilterContext,
): boolean {
  return terms.every((term) => callTermHandler(TERM_TESTS, term, { entry, filterContext }) !== term.isNot);
}

/** Whether a form belongs to a tab. */
function isInTab({ state, record }: IndexedForm, tab: FormTab): boolean {
  if (tab === 'all') return true;
  return tab === 'asked' ? record.requestCompletionFrom.length > 0 : state === tab;
}

const KEYS: Readonly<Record<FormSort['by'], (entry: IndexedForm) => InMemorySortValue>> = {
  updated: ({ record }) => record.lastUpdatedAt,
  created: ({ record }) => record.createdAt,
  name: ({ nameKey }) => nameKey || null,
  requests: ({ record }) => record.requestCompletionFrom.length || null,
  waiting: ({ oldestRequestAt }) => oldestRequestAt,
};

/** Returns the sort order of the list of forms. */
export function createFormListOrder({ by, descending }: FormSort): InMemorySortOrder<IndexedForm> {
  const toKey = KEYS[by];
  return {
    list: `forms.${by}.${descending ? 'down' : 'up'}`,
    descending,
    isByTime: isSortByTime(by),
    getPosition: (entry) => ({ key: toKey(entry), name: entry.id }),
  };
}

/** Returns all forms that match the search terms, unsorted, with pending changes applied. */
export function filterIndexedForms(
  context: FormQueryContext,
  terms: readonly FormSearchTerm[],
): readonly IndexedForm[] {
  const entries = [...context.index.shown().values()];
  if (terms.length === 0) return entries;
  const filterContext = context.filterContext();
  return entries.filter((entry) => matches(entry, terms, filterContext));
}

/** Returns the forms of one tab that match the search terms: all, unsorted, filtered in memory. */
export function filterFormsInTab(
  context: FormQueryContext,
  tab: FormTab,
  terms: readonly FormSearchTerm[],
): readonly IndexedForm[] {
  return filterIndexedForms(context, terms).filter((entry) => isInTab(entry, tab));
}

/** Counts, for each tab, the forms that match the search terms. */
export function countFormsByTab(context: FormQueryContext, terms: readonly FormSearchTerm[]): FormTabCounts {
  const counts = { all: 0, never_published: 0, unpublished_changes: 0, published: 0, asked: 0 };
  for (const entry of filterIndexedForms(context, terms)) {
    for (const tab of FORM_TABS) if (isInTab(entry, tab)) counts[tab] += 1;
  }
  return counts;
}
