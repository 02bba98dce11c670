import type { Parsed } from '#contract/api.ts';
import type { Suggestion } from '#contract/keepsakes.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { QueryContext } from './ground.ts';
import { normalizeText } from './searched-text.ts';

/** Entries that are looked into, the most used first: free text may make every one different. */
const MAX_EXAMINED = 20_000;

type Stored = Pick<Suggestion, 'code' | 'description' | 'uses'>;

function getName({ code, description }: Pick<Suggestion, 'code' | 'description'>): string {
  return JSON.stringify([code, description]);
}

function holds(
  { code, description }: Pick<Suggestion, 'code' | 'description'>,
  normalizedText: string,
): boolean {
  return normalizeText(code).includes(normalizedText) || normalizeText(description).includes(normalizedText);
}

/** Used entries that hold a text, the most used first. They are few kinds, however many requisitions there are. */
function used(
  { cache }: QueryContext,
  { of, search, limit }: Parsed<'suggestions.list'>,
  except: ReadonlySet<string>,
): readonly Stored[] {
  const normalizedText = normalizeText(search);
  const found: Stored[] = [];
  // Letters beyond ASCII change their case here alone, so the text is looked for here.
  const all = cache.all(sql<Stored>`SELECT code, description, uses FROM code_usage WHERE list = ${of}
    ORDER BY uses DESC, code, description LIMIT ${MAX_EXAMINED}`);
  for (const entry of all) {
    if (found.length === limit) break;
    if (!except.has(getName(entry)) && holds(entry, normalizedText)) found.push(entry);
  }
  return found;
}

function toCodeUsage(
  { cache }: QueryContext,
  of: string,
  { code, description }: Omit<Stored, 'uses'>,
): number {
  const found = cache.get(sql<{ uses: number }>`SELECT uses FROM code_usage
    WHERE list = ${of} AND code = ${code} AND description = ${description}`);
  return found?.uses ?? 0;
}

/** Diagnoses or scripts that were used before: favourites first, then the most used. */
export function suggestions(context: QueryContext, asked: Parsed<'suggestions.list'>): readonly Suggestion[] {
  const { of, limit } = asked;
  const normalizedText = normalizeText(asked.search);
  const favourites = context.localData.favourites(of);
  const first = favourites
    .filter((entry) => holds(entry, normalizedText))
    .map((entry) => ({ ...entry, isFavourite: true, uses: toCodeUsage(context, of, entry) }));
  const rest = used(context, asked, new Set(favourites.map(getName)));
  return [...first, ...rest.map((entry) => ({ ...entry, isFavourite: false }))].slice(0, limit);
}
