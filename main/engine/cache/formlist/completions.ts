import type { Output, Parsed } from '#contract/api.ts';
import type {
  CompletionCounts,
  CompletionHistory,
  CompletionLine,
  CompletionOrder,
} from '#contract/completions.ts';
import type { Result } from '#contract/result.ts';
import { resolveId } from '#main/engine/desk/local-ids.ts';
import { memoryPage, readSpot, sortedInMemory, type MemoryOrder, type SpotKey } from '../memory-list.ts';
import { nameKey } from '../worklist/columns.ts';
import { foldText } from '../worklist/searched-text.ts';
import type { FormGround } from './ground.ts';
import {
  countEnded,
  endedRequests,
  openRequests,
  requestName,
  type EndedWindow,
  type Whose,
} from './requests.ts';

type Filter = Parsed<'completions.counts'>['filter'];
type Show = Parsed<'completions.page'>['filter']['show'];
type Line = CompletionLine;

const MOST_IN_HISTORY = 500;

function whose({ desk }: FormGround, { form, patient }: Pick<Filter, 'form' | 'patient'>): Whose {
  return { patient, ...(form === undefined ? {} : { form: resolveId(desk, form) ?? form }) };
}

/** Whether a request fulfils a filter, whatever it shows. */
function finder({ keepsakes }: FormGround, { search, askedUntil }: Filter): (line: Line) => boolean {
  const folded = foldText(search);
  const named = folded === '' ? new Set<string>() : keepsakes.idsNamed(folded);
  const holds = (line: Line): boolean =>
    foldText(line.formName).includes(folded) ||
    [line.form, line.patient, line.requestedBy].some((id) => named.has(id) || foldText(id).includes(folded));
  return (line) =>
    (askedUntil === undefined || (line.requestedAt !== null && line.requestedAt <= askedUntil)) &&
    (folded === '' || holds(line));
}

function isDue({ reminder }: Line, now: number): boolean {
  return reminder !== null && reminder.remindOn <= now;
}

interface Found {
  readonly open: readonly Line[];
  readonly ended: readonly Line[];
}

function found(ground: FormGround, filter: Filter, show: Show, window?: EndedWindow): Found {
  const asked = whose(ground, filter);
  const finds = finder(ground, filter);
  const open = openRequests(ground, asked);
  const ended = show === 'open' || show === 'due' ? [] : endedRequests(ground, asked, open, window);
  return { open: open.filter(finds), ended: ended.filter(finds) };
}

function shownOf({ open, ended }: Found, show: Show, now: number): readonly Line[] {
  if (show === 'due') return open.filter((line) => isDue(line, now));
  if (show === 'all') return [...open, ...ended];
  return show === 'open' ? open : ended;
}

/** Names as lists are ordered by them, each worked out once. */
function nameKeys(nameOf: (id: string) => string): (id: string) => SpotKey {
  const known = new Map<string, SpotKey>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const key = nameKey(nameOf(id)) || nameKey(id) || null;
    known.set(id, key);
    return key;
  };
}

/** The people of an order, by the names that this desk knows, else by their ids. */
function peopleKeys(
  { keepsakes }: FormGround,
  lines: readonly Line[],
  personIn: (line: Line) => string,
): (line: Line) => SpotKey {
  const names = keepsakes.namesOf([...new Set(lines.map(personIn))]);
  const keyOf = nameKeys((id) => names.get(id) ?? id);
  return (line) => keyOf(personIn(line));
}

/** The forms of an order, by their names, else by their ids. */
function formKeys({ cards }: FormGround): (line: Line) => SpotKey {
  const shown = cards.shown();
  const keyOf = nameKeys((id) => shown.get(id)?.record.name ?? id);
  return ({ form }) => keyOf(form);
}

/** What requests are ordered by. */
function keyOf(
  ground: FormGround,
  by: CompletionOrder['by'],
  lines: readonly Line[],
): (line: Line) => SpotKey {
  switch (by) {
    case 'asked':
      return ({ requestedAt }) => requestedAt;
    case 'ended':
      return ({ ended }) => ended?.before ?? null;
    case 'form':
      return formKeys(ground);
    case 'patient':
      return peopleKeys(ground, lines, ({ patient }) => patient);
    case 'asker':
      return peopleKeys(ground, lines, ({ requestedBy }) => requestedBy);
  }
}

function orderOf(
  ground: FormGround,
  { by, descending }: CompletionOrder,
  lines: readonly Line[],
): MemoryOrder<Line> {
  const key = keyOf(ground, by, lines);
  return {
    list: `completions.${by}.${descending ? 'down' : 'up'}`,
    descending,
    spotOf: (line) => ({ key: key(line), name: requestName(line) }),
  };
}

/** Whether whoever asks wants everybody of a form or patient, so that what ended long ago need not be read. */
function isUnsearched({ search, askedUntil }: Filter): boolean {
  return search.trim() === '' && askedUntil === undefined;
}

/** The stretch of what has ended that a page needs; undefined where all of it has to be read. */
function windowFor(
  order: MemoryOrder<Line>,
  { filter, order: { by }, limit, after }: Parsed<'completions.page'>,
): EndedWindow | undefined {
  if ((by !== 'asked' && by !== 'ended') || !isUnsearched(filter)) return undefined;
  const place = readSpot(order.list, after);
  const key = place.ok ? place.value?.key : undefined;
  return typeof key === 'string' ? undefined : { by, descending: order.descending, limit, after: key };
}

/** One page of requests over all forms. */
export function completionsPage(
  ground: FormGround,
  page: Parsed<'completions.page'>,
): Result<Output<'completions.page'>> {
  const { filter, order, limit, after } = page;
  const { show, ...asked } = filter;
  const window = windowFor(orderOf(ground, order, []), page);
  const lines = shownOf(found(ground, asked, show, window), show, ground.now);
  return memoryPage(orderOf(ground, order, lines), lines, { limit, after });
}

/** How many a filter finds, whatever it shows. */
export function countCompletions(ground: FormGround, filter: Filter): CompletionCounts {
  if (isUnsearched(filter)) {
    const { open } = found(ground, filter, 'open');
    const due = open.filter((line) => isDue(line, ground.now)).length;
    return { open: open.length, due, ended: countEnded(ground, whose(ground, filter), open) };
  }
  const all = found(ground, filter, 'all');
  const due = shownOf(all, 'due', ground.now);
  return { open: all.open.length, due: due.length, ended: all.ended.length };
}

/** The middle one of some numbers, of two middle ones what lies between; null of none. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** From the request to the middle of the time in which it ended. */
function durationOf({ requestedAt, ended }: Line): readonly number[] {
  if (requestedAt === null || ended === null) return [];
  return [Math.max(0, Math.round((ended.after + ended.before) / 2) - requestedAt)];
}

/** What happened to the requests of a form, or of a patient. */
export function completionHistory(
  ground: FormGround,
  asked: Parsed<'completions.history'>,
): CompletionHistory {
  const { open, ended } = found(ground, { ...asked, search: '' }, 'all');
  const lines = [...open, ...ended];
  const completed = ended.filter(({ state }) => state === 'ended');
  const newestFirst = sortedInMemory(orderOf(ground, { by: 'asked', descending: true }, lines), lines);
  return {
    items: newestFirst.slice(0, MOST_IN_HISTORY),
    isCut: newestFirst.length > MOST_IN_HISTORY,
    completed: { of: completed.length, median: median(completed.flatMap(durationOf)) },
  };
}
