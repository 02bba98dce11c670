import type { ReadableDb } from '#main/engine/store/db.ts';
import type { ChangedSince } from '../changes.ts';
import type { ListedKind, ListedRow } from '../listed-kind.ts';
import { countScope, findPage, withoutHidden, type Found, type Window } from '../page.ts';
import { cachedCount } from '../sync-state.ts';
import { PendingRows } from './laid-rows.ts';
import type { Waiting } from './waiting.ts';

/** The list of one kind as it will be: the rows of its table, and in the place of those with pending changes the changed ones. */
export class PendingList<F, R extends { readonly id: string }, Row extends ListedRow, Item> {
  readonly #kind: ListedKind<F, R, Row, Item>;
  readonly #pending: PendingRows<R, Row>;

  constructor(kind: ListedKind<F, R, Row, Item>) {
    this.#kind = kind;
    this.#pending = new PendingRows(kind);
  }

  /** The rows with pending changes, whatever the filter. */
  get withPending(): Pick<PendingRows<R, Row>, 'rows' | 'hidden'> {
    return this.#pending;
  }

  /** Takes in what waits by now, for whatever kind, and what changed in the cache; null where nobody can tell. */
  update(db: ReadableDb, waiting: readonly Waiting[], changed: ChangedSince | null): void {
    const { kind } = this.#kind;
    const mine = waiting.filter((each) => each.kind === kind);
    const ids = changed === null ? null : changed.ids.get(kind);
    this.#pending.update(db, mine, (id) => ids === null || ids?.has(id) === true);
  }

  /** The rows of a page, for whoever wants the bodies. */
  find(db: ReadableDb, filter: F, window: Window): Found<Row> {
    const scope = this.#kind.scopeOf(db, filter);
    const pending = { rows: this.#found(filter), hidden: this.#pending.hidden };
    return findPage(db, this.#kind, { ...window, scope, pending });
  }

  /** One page as the contract has it, newest first. May be short while `next` is not null (see `findPage`). */
  page(db: ReadableDb, filter: F, window: Window): { items: readonly Item[]; next: string | null } {
    const { rows, next } = this.find(db, filter, window);
    return { items: rows.map((row) => this.#kind.hydrate(row)), next };
  }

  /** How many a filter finds: all of them from a counter, else up to the cap. */
  count(db: ReadableDb, filter: F): { count: number; capped: boolean } {
    const { kind, scopeOf: getScope, isEverything } = this.#kind;
    const { unsent, hidden } = this.#pending;
    if (isEverything(filter)) return { count: cachedCount(db, kind) + unsent, capped: false };
    return countScope(db, withoutHidden(getScope(db, filter), hidden), this.#found(filter).length);
  }

  #found(filter: F): readonly Row[] {
    const finds = this.#kind.finds(filter);
    return this.#pending.rows
      .filter(({ row, normalizedText }) => finds(row, normalizedText))
      .map(({ row }) => row);
  }
}
