import type { Kind } from '#contract/records.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Maximum number of ids in a change event. Above it, the change has no ids and readers reload everything.
 */
export const MAX_CHANGED_IDS = 200;
/** Number of revisions that the feed keeps. */
const FEED_LENGTH = 1_000;

/** The ids of the records of one kind that one commit changed, with the commit's revision. */
export interface CommittedChange {
  readonly revision: number;
  readonly kind: Kind;
  /** The changed ids; empty where there were more than `MAX_CHANGED_IDS`. */
  readonly ids: readonly string[];
}

/** Collects the ids of a kind that change in one transaction. */
export class ChangedIdCollector {
  readonly #ids = new Set<string>();
  #tooMany = false;

  add(id: string): void {
    if (this.#tooMany) return;
    this.#ids.add(id);
    if (this.#ids.size <= MAX_CHANGED_IDS) return;
    this.#tooMany = true;
    this.#ids.clear();
  }

  get list(): readonly string[] {
    return [...this.#ids];
  }
}

/** Returns the revision of the newest change; 0 before the first. */
export function getCacheRevision(db: ReadableDb): number {
  return db.get(sql<{ last: number | null }>`SELECT max(revision) AS last FROM change`)?.last ?? 0;
}

/** What changed in the cache after a revision, by kind. */
export interface ChangesSince {
  /** The newest revision of the cache. */
  readonly revision: number;
  /** The changed ids by kind; null where they are not named. Kinds without a change are absent. */
  readonly ids: ReadonlyMap<Kind, ReadonlySet<string> | null>;
}

interface FeedRow {
  readonly revision: number;
  readonly kind: Kind;
  readonly id: string;
  readonly oldest: number;
}

/** Returns the changes after a revision; null where the feed does not reach back that far. */
export function readChangesSince(db: ReadableDb, revision: number): ChangesSince | null {
  const rows = db.all(sql<FeedRow>`
    SELECT revision, kind, id, (SELECT min(revision) FROM change) AS oldest FROM change WHERE revision > ${revision}
    ORDER BY revision`);
  const [first] = rows;
  if (first !== undefined && first.oldest > revision + 1) return null;
  const ids = new Map<Kind, ReadonlySet<string> | null>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const named = new Set(ofKind.map(({ id }) => id));
    ids.set(kind, named.has('') ? null : named);
  }
  return { revision: rows.at(-1)?.revision ?? revision, ids };
}

/** Appends a change to the feed and deletes the oldest. An empty id means 'too many to name'. */
export function appendToChangeFeed(db: WritableDb, { revision, kind, ids }: CommittedChange): void {
  for (const id of ids.length === 0 ? [''] : ids) {
    db.run(sql`INSERT INTO change (revision, kind, id) VALUES (${revision}, ${kind}, ${id})`);
  }
  db.run(sql`DELETE FROM change WHERE revision <= ${revision - FEED_LENGTH}`);
}
