import type { WorklistOrder, WorklistTab, WorklistTerm } from '#contract/worklist.ts';
import { inJson, listed, nothing, sql, type Sql } from '#main/engine/store/sql.ts';
import { WALK_BUDGET } from '../page.ts';
import { cachedCount } from '../sync-state.ts';
import { conditionsOf, TAB_CONDITIONS } from './conditions.ts';
import { fewRows } from './few-rows.ts';
import type { Ground, LaidCandidate } from './ground.ts';
import { laidMatches } from './laid-matches.ts';
import { comparePlaces, ORDERED_COLUMNS, type OrderedPlace } from './order.ts';

/** Which requisitions are wanted, and in which order. */
export interface Asked {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistTerm[];
  readonly order: WorklistOrder;
}

export interface AskedWindow {
  readonly place: OrderedPlace | null;
  readonly limit: number;
}

/** A place of a requisition that is found: in the table, or laid over it. */
export interface FoundPlace extends OrderedPlace {
  readonly id: string;
  readonly laid: LaidCandidate | null;
}

/** Rows that one call may look into besides their index before it answers what it has. */
const TERM_BUDGET = 40_000;

/** Where requisitions are drawn from, under which conditions, and how far one call may walk for them. */
export interface WorklistScope {
  /** The rows among which all are, where they are few; else the table is walked in order. */
  readonly few: readonly number[] | null;
  readonly where: Sql;
  readonly budget: number;
}

/** The condition of a filter on the table, without the rows in whose place others stand. */
export function shownUnder(ground: Ground, tab: WorklistTab, terms: readonly WorklistTerm[]): Sql {
  const { hidden } = ground;
  const shown = hidden === null ? nothing : sql` AND row NOT IN ${inJson(hidden)}`;
  return sql`${TAB_CONDITIONS[tab]} AND ${conditionsOf(terms, ground)}${shown}`;
}

function scopeOf(ground: Ground, tab: WorklistTab, terms: readonly WorklistTerm[]): WorklistScope {
  return {
    few: fewRows(ground, terms),
    where: shownUnder(ground, tab, terms),
    budget: terms.length === 0 ? WALK_BUDGET : TERM_BUDGET,
  };
}

/** One of the two stretches of an order: those with the value, then those without. */
type Stretch = 'has' | 'lacks';

interface Leg {
  readonly order: WorklistOrder;
  readonly stretch: Stretch;
  /** Where it begins; null for its own beginning. */
  readonly place: OrderedPlace | null;
}

function beyond({ order, stretch, place }: Leg): Sql {
  if (place === null) return nothing;
  const { column } = ORDERED_COLUMNS[order.by];
  if (stretch === 'lacks')
    return order.descending ? sql` AND row < ${place.row}` : sql` AND row > ${place.row}`;
  const at = sql`(${place.key}, ${place.row})`;
  return order.descending ? sql` AND (${column}, row) < ${at}` : sql` AND (${column}, row) > ${at}`;
}

function upTo({ order, stretch }: Leg, end: OrderedPlace | null): Sql {
  if (end === null) return nothing;
  const { column } = ORDERED_COLUMNS[order.by];
  if (stretch === 'lacks')
    return order.descending ? sql` AND row >= ${end.row}` : sql` AND row <= ${end.row}`;
  const at = sql`(${end.key}, ${end.row})`;
  return order.descending ? sql` AND (${column}, row) >= ${at}` : sql` AND (${column}, row) <= ${at}`;
}

function inOrder({ order }: Leg): Sql {
  const { column } = ORDERED_COLUMNS[order.by];
  return order.descending ? sql` ORDER BY ${column} DESC, row DESC` : sql` ORDER BY ${column}, row`;
}

function from({ by }: WorklistOrder, few: readonly number[] | null): Sql {
  if (few === null) return ORDERED_COLUMNS[by].walk;
  return sql`${listed(few)} AS few CROSS JOIN requisition ON row = few.value`;
}

/** The query of one stretch of an order. */
export function stretchQuery(
  leg: Leg,
  { few, where }: Pick<WorklistScope, 'few' | 'where'>,
  { end, limit }: { readonly end: OrderedPlace | null; readonly limit: number },
): Sql<OrderedPlace & { readonly id: string }> {
  const column = ORDERED_COLUMNS[leg.order.by];
  return sql`
    SELECT row, id, ${column.key} AS key FROM ${from(leg.order, few)}
    WHERE ${column[leg.stretch]}${beyond(leg)}${upTo(leg, end)} AND ${where}${inOrder(leg)} LIMIT ${limit}`;
}

/** The place that a walk along a stretch reaches with its budget, or null where the stretch ends earlier. */
function walkEnd({ cache }: Ground, leg: Leg, { few, budget }: WorklistScope): OrderedPlace | null {
  if (few !== null || cachedCount(cache, 'requisition') <= budget) return null;
  const column = ORDERED_COLUMNS[leg.order.by];
  const end = cache.get(sql<OrderedPlace>`
    SELECT row, ${column.key} AS key FROM ${column.walk} WHERE ${column[leg.stretch]}${beyond(leg)}${inOrder(leg)}
    LIMIT 1 OFFSET ${budget - 1}`);
  return end ?? null;
}

interface Walked {
  readonly places: readonly (OrderedPlace & { readonly id: string })[];
  /** Where the walk ended before the list does; null where it came to the end. */
  readonly end: OrderedPlace | null;
}

/** Places of the table after a place, one stretch after the other, until there are enough or the budget is used up. */
function walk(
  ground: Ground,
  order: WorklistOrder,
  scope: WorklistScope,
  { place, limit }: AskedWindow,
): Walked {
  const places: (OrderedPlace & { readonly id: string })[] = [];
  const legs: Leg[] = [{ order, stretch: 'lacks', place: place?.key === null ? place : null }];
  if (place?.key !== null) legs.unshift({ order, stretch: 'has', place });
  for (const leg of legs) {
    const end = walkEnd(ground, leg, scope);
    places.push(...ground.cache.all(stretchQuery(leg, scope, { end, limit: limit - places.length })));
    if (end !== null) return { places, end };
    if (places.length >= limit) break;
  }
  return { places, end: null };
}

/**
 * The places of a page after a place, pending changes laid over them. May be short while `next` is not null: then its walk
 * reached the budget, so that other reads get their turn.
 */
export function findPlaces(
  ground: Ground,
  { tab, terms, order }: Asked,
  { place, limit }: AskedWindow,
): { readonly places: readonly FoundPlace[]; readonly next: OrderedPlace | null } {
  const compare = comparePlaces(order);
  const scope = scopeOf(ground, tab, terms);
  // One more than asked for tells whether anything follows.
  const { places, end } = walk(ground, order, scope, { place, limit: limit + 1 });
  const { keyOf } = ORDERED_COLUMNS[order.by];
  const laid = laidMatches(ground, tab, terms)
    .map((each): FoundPlace => ({ id: each.id, row: each.row, key: keyOf(each.columns), laid: each }))
    .filter(
      (each) => (place === null || compare(each, place) > 0) && (end === null || compare(each, end) <= 0),
    );
  const stored = places.map((each): FoundPlace => ({ ...each, laid: null }));
  const found = laid.length === 0 ? stored : [...stored, ...laid].toSorted(compare);
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) return { places: found.slice(0, limit), next: last };
  return { places: found, next: end };
}
