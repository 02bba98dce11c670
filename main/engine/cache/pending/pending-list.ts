import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { ChangesSince } from '../ingest/change-feed.ts';
import type { ListDefinition, ListedRow } from '../query/list-definition.ts';
import { findPage, findNewestRows, type PageWindow } from '../query/page.ts';
import type { FoundPage } from '../tables/cursor.ts';
import { getRawBody, getStoredVersions, type StoredVersion } from '../tables/bodies.ts';
import type { PendingRow } from '../tables/pending-tables.ts';
import { parseWithPendingId, applyPendingWrites, type PendingWrites } from './pending.ts';

/**
 * First row number of records that the service does not know yet. It is beyond all others, so that cursors
 * work for them too.
 */
const UNSENT_ROWS = 900_000_000_000_000;

/** What a pending row was made from, so that it is made again only after a change. */
interface Known<R> {
  readonly waiting: PendingWrites;
  readonly stored: StoredVersion | undefined;
  readonly pending: PendingRow<R> | null;
}

/** Which rows with pending changes to return. */
export interface PendingRowFilter {
  /** Returns the condition, for the table of id references that belongs to the rows. */
  readonly where: (references: Sql) => Sql;
  readonly limit: number;
}

/** Rows by their numbers. */
type Rows<R> = ReadonlyMap<number, PendingRow<R>>;

/** Returns the rows of the first map that the second lacks or has in another version. */
function notIn<R>(rows: Rows<R>, others: Rows<R>): readonly PendingRow<R>[] {
  return [...rows.values()].filter((pending) => others.get(pending.row) !== pending);
}

/**
 * The list of one kind with pending changes applied: the rows of its table, with changed rows in the place of
 * those that have pending changes. The outbox limits the number of changed rows. Their records are kept in
 * memory; their columns are in a TEMP table, so that the SQL of the stored rows finds them.
 */
export class PendingList<F, R extends { readonly id: string }, Row extends ListedRow> {
  readonly #kind: ListDefinition<F, R, Row>;
  #known: ReadonlyMap<string, Known<R>> = new Map();
  #rows: Rows<R> = new Map();
  /** The rows that are in the TEMP table. */
  #written: Rows<R> = new Map();

  constructor(kind: ListDefinition<F, R, Row>) {
    this.#kind = kind;
  }

  /** The rows with pending changes, whatever the filter. The same object until one of them changes. */
  get rows(): Rows<R> {
    return this.#rows;
  }

  /** Whether there are rows with pending changes. */
  get hasPending(): boolean {
    return this.#rows.size > 0;
  }

  /** Returns the newest rows that meet a condition. */
  newest(db: ReadableDb, { where, limit }: PendingRowFilter): readonly Row[] {
    const { table, pendingTable } = this.#kind;
    return findNewestRows(db, this.#kind, {
      from: table,
      where: where(sql`id_reference`),
      pendingWhere: this.hasPending ? where(pendingTable.references) : null,
      window: { position: null, limit, end: null },
    });
  }

  /** Returns the rows of a page without their records, for callers that read the raw resources. */
  find(db: ReadableDb, filter: F, window: PageWindow): FoundPage<Row> {
    const scope = this.#kind.toScope(db, filter);
    return findPage(db, this.#kind, { ...window, scope, hasPending: this.hasPending });
  }

  /**
   * Takes over the pending changes (of all kinds) and what changed in the cache; `changed` is null where that
   * is unknown. Returns whether `write` has something to write.
   */
  update(db: ReadableDb, waiting: readonly PendingWrites[], changed: ChangesSince | null): boolean {
    const { kind } = this.#kind;
    const mine = waiting.filter((each) => each.kind === kind);
    const ids = changed === null ? null : changed.ids.get(kind);
    const isAsked = (id: string): boolean => !this.#known.has(id) || ids === null || ids?.has(id) === true;
    const asked = mine.map(({ id }) => id).filter(isAsked);
    const fresh = getStoredVersions(db, kind, asked);
    const getStored = (id: string): StoredVersion | undefined =>
      isAsked(id) ? fresh.get(id) : this.#known.get(id)?.stored;
    this.#known = new Map(mine.map((each) => [each.id, this.#knownOf(db, each, getStored(each.id))]));
    const pending = [...this.#known.values()].flatMap((known) => known.pending ?? []);
    const rows: Rows<R> = new Map(pending.map((each) => [each.row, each]));
    if (rows.size === this.#rows.size && notIn(rows, this.#rows).length === 0) return false;
    this.#rows = rows;
    return true;
  }

  /** Writes the rows that changed into the TEMP table. */
  write(db: WritableDb): void {
    const { pendingTable } = this.#kind;
    for (const { row } of notIn(this.#written, this.#rows)) pendingTable.remove(db, row);
    for (const pending of notIn(this.#rows, this.#written)) pendingTable.put(db, pending);
    this.#written = this.#rows;
  }

  /** Empties the list and its TEMP table, whatever is in it. */
  clear(db: WritableDb): void {
    this.#kind.pendingTable.clear(db);
    this.#known = new Map();
    this.#rows = new Map();
    this.#written = new Map();
  }

  #knownOf(db: ReadableDb, waiting: PendingWrites, stored: StoredVersion | undefined): Known<R> {
    const before = this.#known.get(waiting.id);
    const isSame = before?.stored?.row === stored?.row && before?.stored?.hash === stored?.hash;
    if (before?.waiting === waiting && isSame) return before;
    return { waiting, stored, pending: this.#apply(db, waiting, stored) };
  }

  #apply(db: ReadableDb, waiting: PendingWrites, stored: StoredVersion | undefined): PendingRow<R> | null {
    const { kind, read, complete } = this.#kind;
    const raw = stored === undefined ? null : (JSON.parse(getRawBody(db, kind, stored.row)) as JsonObject); // only objects are stored
    const pending = applyPendingWrites(raw, waiting);
    const reading = pending === null ? null : parseWithPendingId(kind, pending, read);
    if (reading?.ok !== true) return null;
    const row = stored?.row ?? UNSENT_ROWS + (waiting.writes[0]?.number ?? 0);
    const isCached = stored !== undefined && complete !== undefined;
    const record = isCached ? complete(db, reading.record) : reading.record;
    return { row, pending: waiting.pending, record };
  }
}
