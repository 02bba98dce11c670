import type { Output, Parsed } from '#contract/api.ts';
import { ID_PREFIXES, type IdFamily } from '#contract/ids.ts';
import { sql, type Sql } from '#main/engine/store/sql.ts';
import { ROLES } from '../mentions.ts';
import type { QueryContext } from './ground.ts';
import { normalizeText } from './searched-text.ts';

type Seen = Output<'ids.suggest'>['items'][number];

const ROLE_BITS = {
  patient: ROLES.patient,
  provider: ROLES.provider,
  any: ROLES.patient | ROLES.provider | ROLES.other | ROLES.attendee,
} as const;

/** Different ids that one answer looks at. */
const MAX_EXAMINED = 50_000;

/**
 * The different ids of a family, in their order. Each is found from the one before it, so that one that is mentioned a
 * thousand times costs no more than any.
 */
function seenQuery(prefix: string, role: number): Sql<{ id: string }> {
  // The character behind the underscore: nothing that begins with the prefix sorts after it.
  const end = `${prefix.slice(0, -1)}\u0060`;
  return sql`
    WITH RECURSIVE seen (id) AS (
      SELECT min(id) FROM id_reference WHERE id >= ${prefix} AND id < ${end}
      UNION ALL
      SELECT (SELECT min(id) FROM id_reference WHERE id > seen.id AND id < ${end}) FROM seen WHERE seen.id IS NOT NULL
      LIMIT ${MAX_EXAMINED}
    )
    SELECT id FROM seen WHERE id IS NOT NULL
      AND EXISTS (SELECT 1 FROM id_reference WHERE id_reference.id = seen.id AND role & ${role} <> 0)`;
}

const byLetters = new Intl.Collator();

/** Ids with a name first, by their names; the others by themselves. */
function byName(left: Seen, right: Seen): number {
  if (left.name === null || right.name === null) {
    return Number(left.name === null) - Number(right.name === null) || (left.id < right.id ? -1 : 1);
  }
  return byLetters.compare(left.name, right.name) || (left.id < right.id ? -1 : 1);
}

type Asked = Parsed<'ids.suggest'>;
type PrefixedAsked = Omit<Asked, 'family'> & { readonly family: Extract<Asked['family'], IdFamily> };

/** Of these ids those whose id or local name holds the text. */
export function idsLike(
  { localData }: Pick<QueryContext, 'localData'>,
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

/** The same of all ids of a family that are seen in the cache. */
export function idsSeen(context: QueryContext, { family, as, ...asked }: PrefixedAsked): readonly Seen[] {
  const role = family === 'user' ? ROLE_BITS[as] : ROLE_BITS.any;
  const seen = context.cache.all(seenQuery(ID_PREFIXES[family], role)).map(({ id }) => id);
  return idsLike(context, seen, asked);
}
