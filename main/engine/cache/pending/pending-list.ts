import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { ChangedSince } from '../ingest/change-feed.ts';
import type { ListedKind, ListedRow } from '../query/list-definition.ts';
import { byNewest, findPage, type Window } from '../query/page.ts';
import type { Found } from '../tables/cursor.ts';
import { rawBody, storedRows, type StoredPosition } from '../tables/bodies.ts';
import { readWithPending, applyPending, type Waiting } from './pending.ts';

/**
 * First row number of records that the service does not know yet. It is beyond all others, so that cursors
 * work for them too.
 */
const UNSENT_ROWS = 900_000_000_000_000;

/** A row that is in no table, its searched text, and the record that both are made from. */
export interface PendingRow<R, Row> {
  readonly row: Row;
  readonly normalizedText: string;
  readonly record: R;
}

/** The parts of a list definition that are needed to make a row of a record. */
type RowMaking<R extends { readonly id: string }, Row extends ListedRow> = Pick<
  ListedKind<never, R, Row>,
  'kind' | 'read' | 'complete' | 'rowOf' | 'toNormalized'
>;

/** What a pending row was made from, so that it is made again only after a change. */
interface Known<R, Row> {
  readonly waiting: Waiting;
  readonly stored: StoredPosition | undefined;
  readonly pending: PendingRow<R, Row> | null;
}

/**
 * The rows of one kind with pending changes applied. Their number is limited by the outbox, so they are kept
 * in memory and the cache's file is never written for them.
 */
class PendingRows<R extends { readonly id: string }, Row extends ListedRow> {
  readonly #kind: RowMaking<R, Row>;
  #known: ReadonlyMap<string, Known<R, Row>> = new Map();
  #rows: readonly PendingRow<R, Row>[] = [];
  #hidden: string | null = null;

  constructor(kind: RowMaking<R, Row>) {
    this.#kind = kind;
  }

  /** All rows, newest first. */
  get rows(): readonly PendingRow<R, Row>[] {
    return this.#rows;
  }

  /** The numbers of the table rows that they replace, as a JSON array; null where there are none. */
  get hidden(): string | null {
    return this.#hidden;
  }

  /** Reads the pending changes of this kind again, and the stored state of the records among them that may have changed. */
  update(db: ReadableDb, waiting: readonly Waiting[], mayHaveChanged: (id: string) => boolean): void {
    const isAsked = (id: string): boolean => !this.#known.has(id) || mayHaveChanged(id);
    const asked = waiting.map(({ id }) => id).filter(isAsked);
    const fresh = storedRows(db, this.#kind.kind, asked);
    const getStored = (id: string): StoredPosition | undefined =>
      isAsked(id) ? fresh.get(id) : this.#known.get(id)?.stored;
    this.#known = new Map(waiting.map((each) => [each.id, this.#knownOf(db, each, getStored(each.id))]));
    const shown = [...this.#known.values()].filter(({ pending }) => pending !== null);
    const positions = shown.flatMap((known) => known.stored?.row ?? []);
    this.#rows = shown
      .flatMap(({ pending }) => pending ?? [])
      .toSorted((left, right) => byNewest(left.row, right.row));
    this.#hidden = positions.length === 0 ? null : JSON.stringify(positions);
  }

  #knownOf(db: ReadableDb, waiting: Waiting, stored: StoredPosition | undefined): Known<R, Row> {
    const before = this.#known.get(waiting.id);
    const isSame = before?.stored?.row === stored?.row && before?.stored?.hash === stored?.hash;
    if (before?.waiting === waiting && isSame) return before;
    return { waiting, stored, pending: this.#apply(db, waiting, stored) };
  }

  #apply(db: ReadableDb, waiting: Waiting, stored: StoredPosition | undefined): PendingRow<R, Row> | null {
    const { kind, read, complete, rowOf: toRow, toNormalized } = this.#kind;
    const raw = stored === undefined ? null : (JSON.parse(rawBody(db, kind, stored.row)) as JsonObject); // only objects are stored
    const pending = applyPending(raw, waiting);
    const reading = pending === null ? null : readWithPending(kind, pending, read);
    if (reading?.ok !== true) return null;
    const row = stored?.row ?? UNSENT_ROWS + (waiting.writes[0]?.number ?? 0);
    const isCached = stored !== undefined && complete !== undefined;
    const record = isCached ? complete(db, stored.row, reading.record) : reading.record;
    return {
      row: toRow(record, { row, pending: waiting.pending }),
      normalizedText: toNormalized(record),
      record,
    };
  }
}

/** The list of one kind as it will be: the rows of its table, and in the place of those with pending changes the changed ones. */
export class PendingList<F, R extends { readonly id: string }, Row extends ListedRow> {
  readonly #kind: ListedKind<F, R, Row>;
  readonly #pending: PendingRows<R, Row>;

  constructor(kind: ListedKind<F, R, Row>) {
    this.#kind = kind;
    this.#pending = new PendingRows(kind);
  }

  /** The rows with pending changes, whatever the filter. */
  get withPending(): Pick<PendingRows<R, Row>, 'rows' | 'hidden'> {
    return this.#pending;
  }

  /**
   * Takes over the pending changes of all kinds and what changed in the cache; null where that is unknown.
   */
  update(db: ReadableDb, waiting: readonly Waiting[], changed: ChangedSince | null): void {
    const { kind } = this.#kind;
    const mine = waiting.filter((each) => each.kind === kind);
    const ids = changed === null ? null : changed.ids.get(kind);
    this.#pending.update(db, mine, (id) => ids === null || ids?.has(id) === true);
  }

  /** Returns the rows of a page, for callers that need the bodies. */
  find(db: ReadableDb, filter: F, window: Window): Found<Row> {
    const scope = this.#kind.scopeOf(db, filter);
    const pending = { rows: this.#found(filter), hidden: this.#pending.hidden };
    return findPage(db, this.#kind, { ...window, scope, pending });
  }

  #found(filter: F): readonly Row[] {
    const finds = this.#kind.finds(filter);
    return this.#pending.rows
      .filter(({ row, normalizedText }) => finds(row, normalizedText))
      .map(({ row }) => row);
  }
}
