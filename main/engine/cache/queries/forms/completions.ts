import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import {
  formatCompletionRequestKey,
  type CompletionRequestCounts,
  type CompletionRequestsAndMedian,
  type CompletionRequestRow,
  type CompletionRequestSort,
} from '#contract/completion-requests.ts';
import { isSortByTime } from '#contract/paging.ts';
import type { Result } from '#contract/result.ts';
import { resolveServiceId } from '#main/engine/local/ids.ts';
import {
  getInMemoryPage,
  getInMemoryPageAt,
  decodeInMemoryCursor,
  sortInMemory,
  type InMemorySortOrder,
  type InMemorySortValue,
} from '#main/engine/cache/query/memory-page.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import type { FormQueryContext } from './list.ts';
import {
  countEndedCompletionRequests,
  listEndedCompletionRequests,
  listOpenCompletionRequests,
  getCompletionRequestHash,
  type EndedRequestsWindow,
  type FormPatientFilter,
} from './requests.ts';

type Filter = ValidatedInput<'completions.counts'>['filter'];
type Show = ValidatedInput<'completions.page'>['filter']['show'];
type Line = CompletionRequestRow;

const MAX_IN_HISTORY = 500;
/** Up to this rank a page reads only a part of the ended requests; one behind it reads all of them. */
const MAX_WINDOW_RANK = 10_000;

function whose(
  { local }: FormQueryContext,
  { form, patient }: Pick<Filter, 'form' | 'patient'>,
): FormPatientFilter {
  return { patient, ...(form === undefined ? {} : { form: resolveServiceId(local, form) ?? form }) };
}

/** Whether a request was made at or before a time; true where no time is given. */
export function wasAskedUntil({ requestedAt }: Line, until: number | undefined): boolean {
  return until === undefined || (requestedAt !== null && requestedAt <= until);
}

/** Returns a test of whether a request matches a filter, ignoring the filter's `show`. */
function finder({ localData }: FormQueryContext, { search, askedUntil }: Filter): (row: Line) => boolean {
  const normalizedText = normalizeText(search);
  const named = normalizedText === '' ? new Set<string>() : localData.idsNamed(normalizedText);
  const holds = (row: Line): boolean =>
    normalizeText(row.formName).includes(normalizedText) ||
    [row.form, row.patient, row.requestedBy].some(
      (id) => named.has(id) || normalizeText(id).includes(normalizedText),
    );
  return (row) => wasAskedUntil(row, askedUntil) && (normalizedText === '' || holds(row));
}

/** Whether the reminder of a request is due. */
export function isDue({ reminder }: Line, now: number): boolean {
  return reminder !== null && reminder.remindOn <= now;
}

interface Found {
  readonly open: readonly Line[];
  readonly ended: readonly Line[];
}

function found(context: FormQueryContext, filter: Filter, show: Show, window?: EndedRequestsWindow): Found {
  const asked = whose(context, filter);
  const finds = finder(context, filter);
  const open = listOpenCompletionRequests(context, asked);
  const ended =
    show === 'open' || show === 'due' ? [] : listEndedCompletionRequests(context, asked, open, window);
  return { open: open.filter(finds), ended: ended.filter(finds) };
}

function getShown({ open, ended }: Found, show: Show, now: number): readonly Line[] {
  if (show === 'due') return open.filter((row) => isDue(row, now));
  if (show === 'all') return [...open, ...ended];
  return show === 'open' ? open : ended;
}

/** Returns a function from ids to the sort keys of their names, which computes each key once. */
function nameKeys(nameOf: (id: string) => string): (id: string) => InMemorySortValue {
  const known = new Map<string, InMemorySortValue>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const key = toNameSortKey(nameOf(id)) || toNameSortKey(id) || null;
    known.set(id, key);
    return key;
  };
}

/** Returns sort keys for persons: their local names, otherwise their ids. */
function peopleKeys(
  { localData }: FormQueryContext,
  rows: readonly Line[],
  personIn: (row: Line) => string,
): (row: Line) => InMemorySortValue {
  const names = localData.namesOf([...new Set(rows.map(personIn))]);
  const toKey = nameKeys((id) => names.get(id) ?? id);
  return (row) => toKey(personIn(row));
}

/** Returns sort keys for forms: their names, otherwise their ids. */
function formKeys({ index }: FormQueryContext): (row: Line) => InMemorySortValue {
  const shown = index.shown();
  const toKey = nameKeys((id) => shown.get(id)?.record.name ?? id);
  return ({ form }) => toKey(form);
}

/** Returns the function that gives a completion request's value in a sort order. */
function toKey(
  context: FormQueryContext,
  by: CompletionRequestSort['by'],
  rows: readonly Line[],
): (row: Line) => InMemorySortValue {
  switch (by) {
    case 'asked':
      return ({ requestedAt }) => requestedAt;
    case 'ended':
      return ({ ended }) => ended?.before ?? null;
    case 'form':
      return formKeys(context);
    case 'patient':
      return peopleKeys(context, rows, ({ patient }) => patient);
    case 'requester':
      return peopleKeys(context, rows, ({ requestedBy }) => requestedBy);
  }
}

function toOrder(
  context: FormQueryContext,
  { by, descending }: CompletionRequestSort,
  rows: readonly Line[],
): InMemorySortOrder<Line> {
  const key = toKey(context, by, rows);
  return {
    list: `completions.${by}.${descending ? 'down' : 'up'}`,
    descending,
    isByTime: isSortByTime(by),
    getPosition: (row) => ({ key: key(row), name: getCompletionRequestHash(row) }),
  };
}

/** Whether a filter has no search and no date, so that only one page of the ended requests has to be read. */
function isUnsearched({ search, askedUntil }: Filter): boolean {
  return search.trim() === '' && askedUntil === undefined;
}

/** Returns the part of the ended requests that a page needs; undefined where all of them have to be read. */
function windowFor(
  order: InMemorySortOrder<Line>,
  { filter, order: { by }, limit, after, at }: ValidatedInput<'completions.page'>,
): EndedRequestsWindow | undefined {
  if ((by !== 'asked' && by !== 'ended') || !isUnsearched(filter)) return undefined;
  if (at !== undefined) {
    if (!('rank' in at) || at.rank > MAX_WINDOW_RANK) return undefined;
    return { by, descending: order.descending, limit: at.rank + limit, after: undefined };
  }
  const position = decodeInMemoryCursor(order.list, after);
  const key = position.ok ? position.value?.key : undefined;
  return typeof key === 'string' ? undefined : { by, descending: order.descending, limit, after: key };
}

/** Returns one page of completion requests over all forms. */
export function getCompletionRequestsPage(
  context: FormQueryContext,
  page: ValidatedInput<'completions.page'>,
): Result<CallOutput<'completions.page'>> {
  const { filter, order, limit, after, at } = page;
  const { show, ...asked } = filter;
  const window = windowFor(toOrder(context, order, []), page);
  const rows = getShown(found(context, asked, show, window), show, context.now);
  const sorted = toOrder(context, order, rows);
  return at === undefined
    ? getInMemoryPage(sorted, rows, { limit, after })
    : getInMemoryPageAt(sorted, rows, { limit, at, getId: formatCompletionRequestKey });
}

/** Counts the requests that match a filter, ignoring the filter's `show`. */
export function countCompletionRequests(context: FormQueryContext, filter: Filter): CompletionRequestCounts {
  if (isUnsearched(filter)) {
    const { open } = found(context, filter, 'open');
    const due = open.filter((row) => isDue(row, context.now)).length;
    return {
      open: open.length,
      due,
      ended: countEndedCompletionRequests(context, whose(context, filter), open),
    };
  }
  const all = found(context, filter, 'all');
  const due = getShown(all, 'due', context.now);
  return { open: all.open.length, due: due.length, ended: all.ended.length };
}

/** Returns the median of some numbers; null of none. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** Returns how long a completion request was open: until the middle of the span in which it ended. */
function toDuration({ requestedAt, ended }: Line): readonly number[] {
  if (requestedAt === null || ended === null) return [];
  return [Math.max(0, Math.round((ended.after + ended.before) / 2) - requestedAt)];
}

/** Returns the history of the requests of a form or of a patient. */
export function getCompletionRequestHistory(
  context: FormQueryContext,
  asked: ValidatedInput<'completions.history'>,
): CompletionRequestsAndMedian {
  const { open, ended } = found(context, { ...asked, search: '' }, 'all');
  const rows = [...open, ...ended];
  const completed = ended.filter(({ state }) => state === 'ended');
  const newestFirst = sortInMemory(toOrder(context, { by: 'asked', descending: true }, rows), rows);
  return {
    items: newestFirst.slice(0, MAX_IN_HISTORY),
    isCut: newestFirst.length > MAX_IN_HISTORY,
    completed: { of: completed.length, median: median(completed.flatMap(toDuration)) },
  };
}
