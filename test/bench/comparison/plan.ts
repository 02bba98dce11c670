import type { Condition, StoredRequisition } from './peer.ts';

/** The columns that are measured by a list. */
export const LIST_COLUMNS = ['page', 'filter', 'common', 'rare'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** A list to ask for, and the ids that are right. */
export interface Question {
  readonly condition: Condition;
  readonly limit: number;
  readonly ids: readonly string[];
}

/** Everything a subject is asked, with the answers of a plain model. No two questions are the same. */
export interface Plan {
  /** Asked before anything is timed; not asked again. */
  readonly checks: Readonly<Record<ListColumn, readonly Question[]>>;
  readonly timed: Readonly<Record<ListColumn, readonly Question[]>>;
  /** Records that are read by their ids, with the names that they have. */
  readonly gets: readonly { readonly id: string; readonly name: string }[];
  /** The first page after the update, and names that it brings. */
  readonly afterUpdate: {
    readonly page: Question;
    readonly gets: readonly { readonly id: string; readonly name: string }[];
  };
}

/** Number of questions of each column before the clock runs, and with it. */
const CHECKS = 3;
const TIMED = 21;
const QUESTIONS = CHECKS + TIMED;
const GETS = 101;
/** The middle one of the lengths of a page. They differ so that no result is found in a cache of results. */
const PAGE_ROWS = 50;
const AFTER_UPDATE_GETS = 20;
const MIN_WORD_LETTERS = 4;

/** The rare texts; each is added to few records, because the demo clinic's sentences come from a short list. */
export const RARE_TEXTS: readonly string[] = Array.from(
  { length: QUESTIONS },
  (_none, index) => `qx${7_000 + index * 37}k`,
);

/** Returns a pattern that matches a text literally. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Returns whether a record belongs to a list. */
export function matches(record: StoredRequisition, condition: Condition): boolean {
  if (condition.kind === 'filter')
    return record.patient === condition.patient && record.type === condition.type;
  return condition.kind === 'all' || record.text.includes(condition.text);
}

function ask(newestFirst: readonly StoredRequisition[], condition: Condition, limit: number): Question {
  const ids: string[] = [];
  for (const record of newestFirst) {
    if (ids.length === limit) break;
    if (matches(record, condition)) ids.push(record.id);
  }
  return { condition, limit, ids };
}

/** Returns the words that most records contain, most frequent first. */
function findCommonWords(records: readonly StoredRequisition[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of records) {
    for (const word of new Set(text.match(/\p{L}+/gu))) {
      if (word.length >= MIN_WORD_LETTERS) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
}

/** Returns `count` records that lie evenly in a list. */
function pickEvenly<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_none, index) => list[Math.floor(index * step)],
  ).filter((picked) => picked !== undefined);
}

/** Returns the conditions of the patients and types with most records. */
function findFilters(records: readonly StoredRequisition[]): readonly Condition[] {
  const groups = Map.groupBy(records, ({ patient, type }) => `${patient} ${type}`);
  return [...groups.values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap(([record]) => (record === undefined ? [] : [record]))
    .slice(0, QUESTIONS)
    .map(({ patient, type }) => ({ kind: 'filter', patient, type }));
}

function sortNewestFirst(records: readonly StoredRequisition[]): readonly StoredRequisition[] {
  return records.toSorted((one, other) => other.updated - one.updated);
}

function mapColumns<T>(map: (column: ListColumn) => T): Readonly<Record<ListColumn, T>> {
  return { page: map('page'), filter: map('filter'), common: map('common'), rare: map('rare') };
}

/**
 * Makes the questions of a comparison.
 * @param records all records that are ingested; no two have the same time of change
 * @param changed the records of the update, each newer than all others
 */
export function makePlan(records: readonly StoredRequisition[], changed: readonly StoredRequisition[]): Plan {
  const newestFirst = sortNewestFirst(records);
  const searches = (texts: readonly string[]): readonly Condition[] =>
    texts.slice(0, QUESTIONS).map((text) => ({ kind: 'search', text }));
  const conditions: Readonly<Record<ListColumn, readonly Condition[]>> = {
    page: Array.from({ length: QUESTIONS }, () => ({ kind: 'all' })),
    filter: findFilters(records),
    common: searches(findCommonWords(records)),
    rare: searches(RARE_TEXTS),
  };
  const all = mapColumns((column) =>
    conditions[column].map((condition, index) =>
      ask(newestFirst, condition, PAGE_ROWS - (TIMED >> 1) - CHECKS + index),
    ),
  );
  const changedIds = new Set(changed.map(({ id }) => id));
  const later = sortNewestFirst([...records.filter(({ id }) => !changedIds.has(id)), ...changed]);
  return {
    checks: mapColumns((column) => all[column].slice(0, CHECKS)),
    timed: mapColumns((column) => all[column].slice(CHECKS)),
    gets: pickEvenly(records, GETS).map(({ id, name }) => ({ id, name })),
    afterUpdate: {
      page: ask(later, { kind: 'all' }, PAGE_ROWS * 2),
      gets: pickEvenly(changed, AFTER_UPDATE_GETS).map(({ id, name }) => ({ id, name })),
    },
  };
}
