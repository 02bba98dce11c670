import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { ChangesSince } from '../ingest/change-feed.ts';
import type { ListDefinition, ListRowIdAndState } from '../query/list-definition.ts';
import { compareNewestFirst, findPage, findNewestRows, type PageWindow } from '../query/page.ts';
import type { FoundPage } from '../tables/cursor.ts';
import { getCachedRawText, getRowsAndHashes, type RowAndResourceHash } from '../tables/bodies.ts';
import type { RowWithPendingChanges } from '../tables/pending-tables.ts';
import {
  parseRecordAllowingLocalId,
  applyPendingChanges,
  type PendingChangesOfRecord,
  type PendingChangesByRecord,
} from './pending.ts';

/**
 * First row number of records that the service does not know yet. It is beyond all others, so that cursors
 * work for them too.
 */
const UNSENT_ROWS = 900_000_000_000_000;

/** What a pending row was made from, so that it is made again only after a change. */
interface Known<R> {
  readonly waiting: PendingChangesOfRecord;
  readonly stored: RowAndResourceHash | undefined;
  readonly pending: RowWithPendingChanges<R> | null;
}

/** Which rows of a list to return: those that meet a condition, up to a maximum number. */
export interface RowConditionAndLimit {
  /** Returns the SQL condition; its argument is the table with the ids in the rows, stored or pending. */
  readonly where: (references: Sql) => Sql;
  readonly limit: number;
}

/** The rows of several groups: each belongs to the groups that the expression names. */
export interface GroupedRowsQuery {
  /** The expression for the name of the group that a row is in. */
  readonly group: Sql;
  /** Returns the FROM clause for a table; `references` has the ids in its rows. */
  readonly from: (table: Sql, references: Sql) => Sql;
  readonly where: Sql;
  /** A further condition on stored rows, which an index answers. */
  readonly storedWhere?: Sql;
  /** Maximum number of rows of each group. */
  readonly limit: number;
}

/** What changed since the last update of a list. */
export interface ListWithPendingChangesUpdate {
  /** All pending changes of the outbox, by record. */
  readonly waiting: PendingChangesByRecord;
  /** The ids of the records whose pending changes changed; null where that is unknown. */
  readonly touched: ReadonlySet<string> | null;
  /** What changed in the cache; null where that is unknown. */
  readonly changed: ChangesSince | null;
}

/**
 * The list of one kind with pending changes applied: the rows of its table, with changed rows in the place of
 * those that have pending changes. The outbox limits the number of changed rows. Their records are kept in
 * memory; their columns are in a TEMP table, so that the SQL of the stored rows finds them.
 */
export class ListWithPendingChanges<F, R extends { readonly id: string }, Row extends ListRowIdAndState> {
  readonly #kind: ListDefinition<F, R, Row>;
  readonly #known = new Map<string, Known<R>>();
  readonly #rows = new Map<number, RowWithPendingChanges<R>>();
  #revision = 0;
  /** The numbers of the rows that are in the TEMP table, and of those that `write` has to write again. */
  readonly #written = new Set<number>();
  readonly #changed = new Set<number>();

  constructor(kind: ListDefinition<F, R, Row>) {
    this.#kind = kind;
  }

  /** The rows with pending changes by their numbers, whatever the filter. */
  get rows(): ReadonlyMap<number, RowWithPendingChanges<R>> {
    return this.#rows;
  }

  /** A counter that increases whenever a row with pending changes changes. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether there are rows with pending changes. */
  get hasPending(): boolean {
    return this.#rows.size > 0;
  }

  /** Returns the newest rows of the list, stored or pending, that meet a condition. */
  newest(db: ReadableDb, { where, limit }: RowConditionAndLimit): readonly Row[] {
    const { table, pendingTable } = this.#kind;
    return findNewestRows(db, this.#kind, {
      from: table,
      where: where(sql`id_reference`),
      pendingWhere: this.hasPending ? where(pendingTable.references) : null,
      window: { position: null, limit, end: null },
    });
  }

  /** Returns the newest rows of each group, stored or pending, by the names of the groups. */
  newestOfEach(db: ReadableDb, query: GroupedRowsQuery): ReadonlyMap<string, readonly Row[]> {
    const { table, pendingTable } = this.#kind;
    const { group, from, where, storedWhere, limit } = query;
    const read = (
      source: Sql,
      pending: Sql,
      condition: Sql,
    ): readonly (Row & { readonly inGroup: string })[] =>
      db.all(sql<Row & { readonly inGroup: string }>`SELECT * FROM (
        SELECT ${this.#kind.columns}, ${pending} AS pending, ${group} AS inGroup, row_number() OVER (
          PARTITION BY ${group} ORDER BY ${this.#kind.order} DESC, row DESC) AS place
        FROM ${source} WHERE ${condition}) WHERE place <= ${limit}`);
    const others = this.hasPending ? sql` AND ${pendingTable.notReplaced}` : emptySql;
    const stored = from(table, sql`id_reference`);
    const rows = [...read(stored, sql`NULL`, sql`${where}${storedWhere ?? emptySql}${others}`)];
    if (this.hasPending)
      rows.push(...read(from(pendingTable.from, pendingTable.references), sql`pending`, where));
    const groups = Map.groupBy(rows.toSorted(compareNewestFirst), ({ inGroup }) => inGroup);
    return new Map([...groups].map(([name, found]) => [name, found.slice(0, limit)]));
  }

  /** Returns the rows of a page without their records, for callers that read the raw resources. */
  find(db: ReadableDb, filter: F, window: PageWindow): FoundPage<Row> {
    const scope = this.#kind.toScope(db, filter);
    return findPage(db, this.#kind, { ...window, scope, hasPending: this.hasPending });
  }

  /** As `find`, of the records as the service has them, whatever is pending. */
  findStored(db: ReadableDb, filter: F, window: PageWindow): FoundPage<Row> {
    const scope = this.#kind.toScope(db, filter);
    return findPage(db, this.#kind, { ...window, scope, hasPending: false });
  }

  /**
   * Takes over what changed in the outbox and in the cache. Returns whether `write` has something to write.
   */
  update(db: ReadableDb, changes: ListWithPendingChangesUpdate): boolean {
    const { kind } = this.#kind;
    const { waiting, changed } = changes;
    const cached = changed === null ? null : changed.ids.get(kind);
    const isAsked = (id: string): boolean =>
      !this.#known.has(id) || cached === null || cached?.has(id) === true;
    const ids = this.#listAffected(changes);
    const asked = ids.filter((id) => waiting.get(id)?.kind === kind && isAsked(id));
    const fresh = getRowsAndHashes(db, kind, asked);
    let hasChanged = false;
    for (const id of ids) {
      const own = waiting.get(id);
      const stored = isAsked(id) ? fresh.get(id) : this.#known.get(id)?.stored;
      const known = own?.kind === kind ? this.#knownOf(db, own, stored) : undefined;
      if (this.#replace(id, known)) hasChanged = true;
    }
    if (hasChanged) this.#revision += 1;
    return hasChanged;
  }

  /** Replaces what is known of one record. Returns whether its row in the TEMP table changes. */
  #replace(id: string, known: Known<R> | undefined): boolean {
    const old = this.#known.get(id)?.pending ?? null;
    const pending = known?.pending ?? null;
    if (known === undefined) this.#known.delete(id);
    else this.#known.set(id, known);
    if (old === pending) return false;
    // A record that has just got its service id may have taken over the row of its local id.
    if (old !== null && this.#rows.get(old.row) === old) this.#rows.delete(old.row);
    if (pending !== null) this.#rows.set(pending.row, pending);
    for (const row of [old, pending]) if (row !== null) this.#changed.add(row.row);
    return true;
  }

  /** Returns the ids of the records whose row may differ from the one before, in the order of their changes. */
  #listAffected({ waiting, touched, changed }: ListWithPendingChangesUpdate): readonly string[] {
    const cached = changed === null ? null : changed.ids.get(this.#kind.kind);
    if (touched === null || cached === null) return [...new Set([...this.#known.keys(), ...waiting.keys()])];
    const known = [...(cached ?? [])].filter((id) => this.#known.has(id));
    return [...new Set([...touched, ...known])];
  }

  /** Writes the rows that changed into the TEMP table. Returns their numbers. */
  write(db: WritableDb): readonly number[] {
    const { pendingTable } = this.#kind;
    for (const row of this.#changed) {
      if (this.#written.delete(row)) pendingTable.remove(db, row);
      const pending = this.#rows.get(row);
      if (pending === undefined) continue;
      pendingTable.put(db, pending);
      this.#written.add(row);
    }
    const written = [...this.#changed];
    this.#changed.clear();
    return written;
  }

  /** Empties the list and its TEMP table, whatever is in it. */
  clear(db: WritableDb): void {
    this.#kind.pendingTable.clear(db);
    for (const content of [this.#known, this.#rows, this.#written, this.#changed]) content.clear();
    this.#revision += 1;
  }

  #knownOf(
    db: ReadableDb,
    waiting: PendingChangesOfRecord,
    stored: RowAndResourceHash | undefined,
  ): Known<R> {
    const before = this.#known.get(waiting.id);
    const isSame = before?.stored?.row === stored?.row && before?.stored?.hash === stored?.hash;
    if (before?.waiting === waiting && isSame) return before;
    return { waiting, stored, pending: this.#apply(db, waiting, stored) };
  }

  #apply(
    db: ReadableDb,
    waiting: PendingChangesOfRecord,
    stored: RowAndResourceHash | undefined,
  ): RowWithPendingChanges<R> | null {
    const { kind, read, complete } = this.#kind;
    const raw =
      stored === undefined ? null : (JSON.parse(getCachedRawText(db, kind, stored.row)) as JsonObject); // The cache stores JSON objects only.
    const pending = applyPendingChanges(raw, waiting);
    const reading = pending === null ? null : parseRecordAllowingLocalId(kind, pending, read);
    if (reading?.ok !== true) return null;
    const row = stored?.row ?? UNSENT_ROWS + (waiting.changes[0]?.number ?? 0);
    const isCached = stored !== undefined && complete !== undefined;
    const record = isCached ? complete(db, reading.record) : reading.record;
    return { row, pending: waiting.pending, record };
  }
}
