import type { WorklistTerm } from '#contract/worklist.ts';
import { listed, sql, type Sql } from '#main/engine/store/sql.ts';
import { FEW_HITS, rareMatch, trigramSet } from '../search.ts';
import { markedIds, mentioning } from './conditions.ts';
import { byField, type ByField } from '../by-field.ts';
import { readIdWord } from '../terms.ts';
import type { Ground } from './ground.ts';
import { foldText } from './searched-text.ts';

/** Where rows are looked for, and how many are few enough. */
interface Search {
  readonly ground: Ground;
  readonly most: number;
}

/** The rows of a query where they are few, else null. */
function few({ ground, most }: Search, query: Sql<{ row: number }>): readonly number[] | null {
  const rows = ground.cache.all(sql<{ row: number }>`${query} LIMIT ${most + 1}`);
  return rows.length > most ? null : rows.map(({ row }) => row);
}

function withText(search: Search, folded: string): readonly number[] | null {
  const match = rareMatch(search.ground.cache, sql`requisition_search`, trigramSet(folded), search.most);
  if (match === null) return null;
  return few(
    search,
    sql`SELECT rowid AS row FROM requisition_search WHERE requisition_search MATCH ${match}`,
  );
}

function withTextOrPeople(search: Search, value: string): readonly number[] | null {
  const folded = foldText(value);
  const inText = withText(search, folded);
  const named = search.ground.keepsakes.idsNamed(folded);
  if (inText === null || named.size === 0) return inText;
  const ofPeople = few(search, mentioning(named));
  return ofPeople === null ? null : [...new Set([...inText, ...ofPeople])];
}

function patientsEndingIn({ cache }: Ground, end: string): readonly string[] {
  return cache
    .all(sql<{ patient: string }>`
      SELECT DISTINCT patient FROM requisition INDEXED BY requisition_by_patient
      WHERE substr(patient, ${-Array.from(end).length}) = ${end} LIMIT ${FEW_HITS}`)
    .map(({ patient }) => patient);
}

function ofPatient(search: Search, value: string): readonly number[] | null {
  const word = readIdWord(value);
  const ofIds = (ids: Iterable<string>): readonly number[] | null =>
    few(
      search,
      sql`SELECT row FROM requisition INDEXED BY requisition_by_patient WHERE patient IN ${listed(ids)}`,
    );
  if ('whole' in word) return ofIds([word.whole]);
  const ending = word.end === null ? [] : patientsEndingIn(search.ground, word.end);
  if (ending.length === FEW_HITS) return null;
  return ofIds(new Set([...ending, ...search.ground.keepsakes.idsNamed(word.named)]));
}

function ofAnybody(search: Search, value: string): readonly number[] | null {
  const word = readIdWord(value);
  return 'whole' in word ? few(search, mentioning([word.whole])) : null;
}

function fewChanged({ ground, most }: Search): readonly number[] | null {
  const changed = ground.changed();
  return changed.length > most ? null : changed.map(({ row }) => row);
}

function fewMarked(search: Search): readonly number[] | null {
  return few(search, sql`SELECT row FROM requisition WHERE id IN ${listed(markedIds(search.ground, false))}`);
}

type Few = readonly number[] | null;

const ofAnyId = ({ value }: { readonly value: string }, search: Search): Few => ofAnybody(search, value);
const ofMost = (): Few => null;

/** Rows that hold at least all that fulfil a term, where they are few and quickly found; else null. */
const FEW: ByField<Search, Few> = {
  text: ({ value }, search) => withTextOrPeople(search, value),
  code: ({ value }, search) => withText(search, foldText(value)),
  patient: ({ value }, search) => ofPatient(search, value),
  facility: ofAnyId,
  provider: ofAnyId,
  reviewer: ofAnyId,
  changed: ({ value }, search) => (value ? fewChanged(search) : null),
  unsent: ({ value }) => (value ? [] : null),
  followup: ({ value }, search) => (value === 'none' ? null : fewMarked(search)),
  type: ofMost,
  status: ofMost,
  shared: ofMost,
  review: ofMost,
  due: ofMost,
  created: ofMost,
  updated: ofMost,
  since: ofMost,
};

/**
 * The rows among which all that fulfil a filter are, where one of its terms leaves few; null where a walk is quicker. Every
 * term still has to be asked of them.
 * @param most so many are few: sorting them, or looking each of them up, costs less than a walk
 */
export function fewRows(
  ground: Ground,
  terms: readonly WorklistTerm[],
  most = FEW_HITS,
): readonly number[] | null {
  let fewest: readonly number[] | null = null;
  for (const term of terms) {
    const rows = term.isNot ? null : byField(FEW, term, { ground, most });
    if (rows !== null && (fewest === null || rows.length < fewest.length)) fewest = rows;
  }
  return fewest;
}
