import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { EntrySuggestion } from '#contract/local-data.ts';
import { ID_PREFIXES, type IdFamily } from '#contract/records.ts';
import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import { ID_ROLE_BITS } from '#main/engine/cache/tables/id-references.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import type { IdRange } from '#main/engine/cache/pending/local-names.ts';
import { sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import type { WorklistQueryContext } from './context.ts';

type Seen = CallOutput<'ids.suggest'>['items'][number];

const ROLE_BITS = {
  patient: ID_ROLE_BITS.patient,
  provider: ID_ROLE_BITS.provider,
  any: ID_ROLE_BITS.patient | ID_ROLE_BITS.provider | ID_ROLE_BITS.other | ID_ROLE_BITS.attendee,
} as const;

/** Maximum number of distinct ids that one call examines. */
const MAX_EXAMINED = 50_000;

/** Returns the query of the ids of a range to which records refer in a role, sorted. */
function seenQuery({ from, end }: IdRange, role: number): Sql<{ id: string }> {
  return sql`
    SELECT id FROM (
      SELECT number, id FROM referenced_id WHERE id >= ${from} AND id < ${end} ORDER BY id LIMIT ${MAX_EXAMINED}
    ) AS seen
    WHERE EXISTS (SELECT 1 FROM numbered_reference WHERE numbered_reference.number = seen.number AND role & ${role} <> 0) ORDER BY id`;
}

const byLetters = new Intl.Collator();

function isExact({ id, name }: Seen, normalizedText: string): boolean {
  return normalizeText(name ?? id).includes(normalizedText) || normalizeText(id).includes(normalizedText);
}

/** Returns suggestions that have a text as it is before those whose name has it without accents alone. */
function putExactFirst(suggestions: readonly Seen[], normalizedText: string): readonly Seen[] {
  const exact = new Set(suggestions.filter((each) => isExact(each, normalizedText)));
  return [...exact, ...suggestions.filter((each) => !exact.has(each))];
}

/** Sorts ids with a local name first, by their names, then the others by id. */
function byName(left: Seen, right: Seen): number {
  if (left.name === null || right.name === null) {
    return Number(left.name === null) - Number(right.name === null) || (left.id < right.id ? -1 : 1);
  }
  return byLetters.compare(left.name, right.name) || (left.id < right.id ? -1 : 1);
}

type Asked = ValidatedInput<'ids.suggest'>;
type PrefixedAsked = Omit<Asked, 'family'> & { readonly family: Extract<Asked['family'], IdFamily> };

/** Returns those of these ids whose id or local name contains the text, with and without accents; those that have it as it is first. */
export function filterIdsByIdOrLocalName(
  { localData }: Pick<WorklistQueryContext, 'localData'>,
  seen: readonly string[],
  { search, limit }: Pick<Asked, 'search' | 'limit'>,
): readonly Seen[] {
  const normalizedText = normalizeText(search);
  const named = localData.idsNamed(normalizedText);
  const ids = seen.filter((id) => named.has(id) || normalizeText(id).includes(normalizedText));
  const names = localData.namesOf(ids);
  const sorted = ids.map((id) => ({ id, name: names.get(id) ?? null })).toSorted(byName);
  return putExactFirst(sorted, normalizedText).slice(0, limit);
}

/** The role that excludes another one, where the records of an id show it alone. Ids of any other role may be of both. */
const OTHER_ROLE_BITS = { patient: ID_ROLE_BITS.provider, provider: ID_ROLE_BITS.patient, any: 0 } as const;

/** Number of ids whose roles are read at once. */
const IDS_PER_PIECE = 100;
/** Maximum number of namesakes that are added to a list of suggestions. */
const MAX_NAMESAKES = 50;

/** Returns those of these ids to which no record refers in a role. */
function withoutRole(
  { cache }: Pick<WorklistQueryContext, 'cache'>,
  ids: readonly string[],
  role: number,
): readonly string[] {
  if (role === 0 || ids.length === 0) return ids;
  const found = cache.all(sql<{ id: string }>`
    SELECT id FROM referenced_id WHERE id IN ${toSqlList(ids)} AND EXISTS (
      SELECT 1 FROM numbered_reference WHERE numbered_reference.number = referenced_id.number AND role & ${role} <> 0)`);
  const others = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !others.has(id));
}

/** Which ids a search may suggest that have a local name. */
interface NamedIdsAsked {
  readonly range: IdRange;
  readonly normalizedText: string;
  /** Ids with this role in a record are left out. */
  readonly withoutRole: number;
  readonly limit: number;
}

/** Returns the first named ids that match a text and are not listed: those whose names begin with it, then by name. */
function findNamedIds(
  context: WorklistQueryContext,
  { range, normalizedText, withoutRole: role, limit }: NamedIdsAsked,
  listed: ReadonlySet<string>,
): readonly string[] {
  if (limit <= 0) return [];
  const { localData } = context;
  const taken = new Set(listed);
  const found: string[] = [];
  // Ids are compared last, and only where names leave room: their index is larger.
  for (const list of [
    () => localData.names.idsBeginning(normalizedText, range, IDS_PER_PIECE),
    () => localData.idsNamed(normalizedText),
    () => localData.names.namedIdsContaining(normalizedText, range, IDS_PER_PIECE),
  ]) {
    if (found.length >= limit) break;
    const ids = [...list()].filter((id) => id >= range.from && id < range.end && !taken.has(id));
    for (const id of ids) taken.add(id);
    for (let at = 0; at < ids.length && found.length < limit; at += IDS_PER_PIECE)
      found.push(...withoutRole(context, ids.slice(at, at + IDS_PER_PIECE), role));
  }
  return found.slice(0, limit);
}

function toSuggestions({ localData }: WorklistQueryContext, ids: readonly string[]): readonly Seen[] {
  const names = localData.namesOf(ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? null }));
}

/** Returns those who have the name of a suggested one, and may be meant by the search. */
function listNamesakes(
  context: WorklistQueryContext,
  { range, withoutRole: role }: NamedIdsAsked,
  suggested: readonly Seen[],
  inRole: ReadonlySet<string>,
): readonly Seen[] {
  const listed = new Set(suggested.map(({ id }) => id));
  const names = suggested.flatMap(({ name }) => (name === null ? [] : [name]));
  const found = context.localData.names
    .idsWithSameNames(names, range, MAX_NAMESAKES + listed.size)
    .filter((id) => !listed.has(id));
  const mayBeMeant = new Set(withoutRole(context, found, role));
  return toSuggestions(
    context,
    found.filter((id) => inRole.has(id) || mayBeMeant.has(id)),
  );
}

/**
 * As `filterIdsByIdOrLocalName`, for all ids of a family that the cache or the local names have. First are those to which records refer in
 * the role. An id with a local name alone may be in any role; one that records have as a provider alone is no suggested patient, and
 * the other way round. People of one name are next to each other, and none of them is cut off.
 */
export function listIdSuggestions(
  context: WorklistQueryContext,
  { family, as, ...asked }: PrefixedAsked,
): readonly Seen[] {
  const prefix = ID_PREFIXES[family];
  // The character after the underscore: every id with the prefix sorts before it.
  const range = { from: prefix, end: `${prefix.slice(0, -1)}\u0060` };
  const role = family === 'user' ? as : 'any';
  const seen = context.cache.all(seenQuery(range, ROLE_BITS[role])).map(({ id }) => id);
  const known = filterIdsByIdOrLocalName(context, seen, asked);
  const normalizedText = normalizeText(asked.search);
  const search: NamedIdsAsked = {
    range,
    normalizedText,
    withoutRole: OTHER_ROLE_BITS[role],
    limit: asked.limit - known.filter((each) => isExact(each, normalizedText)).length,
  };
  const others = findNamedIds(context, search, new Set(known.map(({ id }) => id)));
  const found = putExactFirst([...known, ...toSuggestions(context, others)], normalizedText);
  const suggested = found.slice(0, asked.limit);
  const all = [...suggested, ...listNamesakes(context, search, suggested, new Set(seen))];
  return [
    ...Map.groupBy(all, ({ id, name }) => (name === null ? id : removeCaseAccentsAndWidth(name))).values(),
  ].flat();
}

/**
 * Maximum number of entries that are examined, the most used first: free text may make every entry different.
 */
const MAX_EXAMINED_CODES = 20_000;

type Stored = Pick<EntrySuggestion, 'code' | 'description' | 'uses'>;

function getName({ code, description }: Pick<EntrySuggestion, 'code' | 'description'>): string {
  return JSON.stringify([code, description]);
}

function holds(
  { code, description }: Pick<EntrySuggestion, 'code' | 'description'>,
  normalizedText: string,
): boolean {
  return normalizeText(code).includes(normalizedText) || normalizeText(description).includes(normalizedText);
}

/**
 * Returns diagnoses or scripts of cached requisitions that contain a text, the most used first. There are few
 * different ones, whatever the number of requisitions.
 */
function used(
  { cache }: WorklistQueryContext,
  { of, search, limit }: ValidatedInput<'suggestions.list'>,
  except: ReadonlySet<string>,
): readonly Stored[] {
  const normalizedText = normalizeText(search);
  const found: Stored[] = [];
  // SQLite only changes the case of ASCII letters, so the text is compared here.
  const all = cache.all(sql<Stored>`SELECT code, description, uses FROM code_usage WHERE list = ${of}
    ORDER BY uses DESC, code, description LIMIT ${MAX_EXAMINED_CODES}`);
  for (const entry of all) {
    if (found.length === limit) break;
    if (!except.has(getName(entry)) && holds(entry, normalizedText)) found.push(entry);
  }
  return found;
}

function toCodeUsage(
  { cache }: WorklistQueryContext,
  of: string,
  { code, description }: Omit<Stored, 'uses'>,
): number {
  const found = cache.get(sql<{ uses: number }>`SELECT uses FROM code_usage
    WHERE list = ${of} AND code = ${code} AND description = ${description}`);
  return found?.uses ?? 0;
}

/** Returns diagnoses or scripts that were used before: favourites first, then the most used. */
export function listCodeSuggestions(
  context: WorklistQueryContext,
  asked: ValidatedInput<'suggestions.list'>,
): readonly EntrySuggestion[] {
  const { of, limit } = asked;
  const normalizedText = normalizeText(asked.search);
  const favourites = context.localData.favourites(of);
  const first = favourites
    .filter((entry) => holds(entry, normalizedText))
    .map((entry) => ({ ...entry, isFavourite: true, uses: toCodeUsage(context, of, entry) }));
  const rest = used(context, asked, new Set(favourites.map(getName)));
  return [...first, ...rest.map((entry) => ({ ...entry, isFavourite: false }))].slice(0, limit);
}
