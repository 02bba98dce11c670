import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { EntrySuggestion } from '#contract/local-data.ts';
import { ID_PREFIXES, type IdFamily } from '#contract/records.ts';
import { ID_ROLE_BITS } from '#main/engine/cache/tables/id-references.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { WorklistQueryContext } from './context.ts';

type Seen = CallOutput<'ids.suggest'>['items'][number];

const ROLE_BITS = {
  patient: ID_ROLE_BITS.patient,
  provider: ID_ROLE_BITS.provider,
  any: ID_ROLE_BITS.patient | ID_ROLE_BITS.provider | ID_ROLE_BITS.other | ID_ROLE_BITS.attendee,
} as const;

/** Maximum number of distinct ids that one call examines. */
const MAX_EXAMINED = 50_000;

/** Returns the query of the ids of a family to which records refer in a role, sorted. */
function seenQuery(prefix: string, role: number): Sql<{ id: string }> {
  // The character after the underscore: every id with the prefix sorts before it.
  const end = `${prefix.slice(0, -1)}\u0060`;
  return sql`
    SELECT id FROM (
      SELECT number, id FROM referenced_id WHERE id >= ${prefix} AND id < ${end} ORDER BY id LIMIT ${MAX_EXAMINED}
    ) AS seen
    WHERE EXISTS (SELECT 1 FROM numbered_reference WHERE numbered_reference.number = seen.number AND role & ${role} <> 0) ORDER BY id`;
}

const byLetters = new Intl.Collator();

/** Sorts ids with a local name first, by their names, then the others by id. */
function byName(left: Seen, right: Seen): number {
  if (left.name === null || right.name === null) {
    return Number(left.name === null) - Number(right.name === null) || (left.id < right.id ? -1 : 1);
  }
  return byLetters.compare(left.name, right.name) || (left.id < right.id ? -1 : 1);
}

type Asked = ValidatedInput<'ids.suggest'>;
type PrefixedAsked = Omit<Asked, 'family'> & { readonly family: Extract<Asked['family'], IdFamily> };

/** Returns those of these ids whose id or local name contains the text. */
export function filterIdsByIdOrLocalName(
  { localData }: Pick<WorklistQueryContext, 'localData'>,
  seen: readonly string[],
  { search, limit }: Pick<Asked, 'search' | 'limit'>,
): readonly Seen[] {
  const normalizedText = normalizeText(search);
  const named = localData.idsNamed(normalizedText);
  const ids = seen.filter((id) => named.has(id) || normalizeText(id).includes(normalizedText));
  const names = localData.namesOf(ids);
  return ids
    .map((id) => ({ id, name: names.get(id) ?? null }))
    .toSorted(byName)
    .slice(0, limit);
}

/** As `filterIdsByIdOrLocalName`, for all ids of a family in the cache. */
export function listCachedIdSuggestions(
  context: WorklistQueryContext,
  { family, as, ...asked }: PrefixedAsked,
): readonly Seen[] {
  const role = family === 'user' ? ROLE_BITS[as] : ROLE_BITS.any;
  const seen = context.cache.all(seenQuery(ID_PREFIXES[family], role)).map(({ id }) => id);
  return filterIdsByIdOrLocalName(context, seen, asked);
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
