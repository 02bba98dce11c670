import type { Parsed } from '#contract/api.ts';
import type { Suggestion } from '#contract/keepsakes.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { Ground } from './ground.ts';
import { foldText } from './searched-text.ts';

/** Entries that are looked into, the most used first: free text may make every one different. */
const LOOKED_INTO = 20_000;

type Stored = Pick<Suggestion, 'code' | 'description' | 'uses'>;

function nameOf({ code, description }: Pick<Suggestion, 'code' | 'description'>): string {
  return JSON.stringify([code, description]);
}

function holds({ code, description }: Pick<Suggestion, 'code' | 'description'>, folded: string): boolean {
  return foldText(code).includes(folded) || foldText(description).includes(folded);
}

/** Used entries that hold a text, the most used first. They are few kinds, however many requisitions there are. */
function used(
  { cache }: Ground,
  { of, search, limit }: Parsed<'suggestions.list'>,
  except: ReadonlySet<string>,
): readonly Stored[] {
  const folded = foldText(search);
  const found: Stored[] = [];
  // Letters beyond ASCII change their case here alone, so the text is looked for here.
  const all = cache.all(sql<Stored>`SELECT code, description, uses FROM suggestion WHERE list = ${of}
    ORDER BY uses DESC, code, description LIMIT ${LOOKED_INTO}`);
  for (const entry of all) {
    if (found.length === limit) break;
    if (!except.has(nameOf(entry)) && holds(entry, folded)) found.push(entry);
  }
  return found;
}

function usesOf({ cache }: Ground, of: string, { code, description }: Omit<Stored, 'uses'>): number {
  const found = cache.get(sql<{ uses: number }>`SELECT uses FROM suggestion
    WHERE list = ${of} AND code = ${code} AND description = ${description}`);
  return found?.uses ?? 0;
}

/** Diagnoses or scripts that were used before: favourites first, then the most used. */
export function suggestions(ground: Ground, asked: Parsed<'suggestions.list'>): readonly Suggestion[] {
  const { of, limit } = asked;
  const folded = foldText(asked.search);
  const favourites = ground.keepsakes.favourites(of);
  const first = favourites
    .filter((entry) => holds(entry, folded))
    .map((entry) => ({ ...entry, isFavourite: true, uses: usesOf(ground, of, entry) }));
  const rest = used(ground, asked, new Set(favourites.map(nameOf)));
  return [...first, ...rest.map((entry) => ({ ...entry, isFavourite: false }))].slice(0, limit);
}
