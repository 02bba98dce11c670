import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { UnnamedIdWithRecordCount } from '#contract/directory.ts';
import { ID_PREFIXES, type IdFamily } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getCacheRevision } from '#main/engine/cache/ingest/change-feed.ts';
import type { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** People and places (service's document, section 2.1). */
const FAMILIES: readonly IdFamily[] = ['user', 'facility', 'medicalCenter'];

interface CountedIds {
  readonly revision: number;
  readonly ids: readonly UnnamedIdWithRecordCount[];
}

/** For each open cache the last count of the records of each id: counting reads the whole index. */
const lastCounted = new WeakMap<ReadableDb, CountedIds>();

function countFamily(db: ReadableDb, prefix: string): readonly UnnamedIdWithRecordCount[] {
  // The character after the underscore: every id with the prefix sorts before it.
  const end = `${prefix.slice(0, -1)}\u0060`;
  return db.all(sql<UnnamedIdWithRecordCount>`
    SELECT id, count(*) AS records FROM id_reference WHERE id >= ${prefix} AND id < ${end} GROUP BY id`);
}

function countIds(db: ReadableDb): readonly UnnamedIdWithRecordCount[] {
  const revision = getCacheRevision(db);
  const known = lastCounted.get(db);
  if (known?.revision === revision) return known.ids;
  const ids = FAMILIES.flatMap((family) => countFamily(db, ID_PREFIXES[family])).toSorted(
    (left, right) => right.records - left.records || (left.id < right.id ? -1 : 1),
  );
  lastCounted.set(db, { revision, ids });
  return ids;
}

/** Returns the ids of people and places without a name, those of most records first. */
export function listUnnamedIds(
  db: ReadableDb,
  localData: Pick<LocalAnnotationsReader, 'allNamed'>,
  { after = '0', limit }: ValidatedInput<'directory.unnamed'>,
): Result<CallOutput<'directory.unnamed'>> {
  if (!/^\d{1,9}$/.test(after)) return err('invalid-input', { detail: 'after: not a cursor of this list' });
  const from = Number(after);
  const named = localData.allNamed();
  const unnamed = countIds(db).filter(({ id }) => !named.has(id));
  const end = from + limit;
  return ok({
    items: unnamed.slice(from, end),
    next: unnamed.length > end ? String(end) : null,
    total: unnamed.length,
  });
}
