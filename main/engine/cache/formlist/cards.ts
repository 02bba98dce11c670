import type { Form } from '#contract/form.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { FormSummary } from '../forms.ts';
import type { PendingRow } from '../overlay/laid-rows.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { findRecord } from '../trace.ts';
import { toCard, type FormCard } from './card.ts';

type WithPending = PendingRow<Form, FormSummary>;

/** Cards of forms, by id. */
export type Cards = ReadonlyMap<string, FormCard>;

interface StoredForm {
  readonly row: number;
  readonly id: string;
  readonly hash: string;
}

/** The number of the newest change of a form in the cache; 0 before the first. */
function lastChange(cache: ReadableDb): number {
  const last = cache.get(
    sql<{ last: number | null }>`SELECT max(revision) AS last FROM change WHERE kind = 'form'`,
  );
  return last?.last ?? 0;
}

/**
 * All forms in memory: a clinic has some thousands at most. They are read once, and again where they were changed; so one plain
 * rule finds and orders those that are cached and those with pending changes alike.
 */
export class FormCards {
  readonly #cache: ReadableDb;
  readonly #overlay: Pick<Overlay, 'form'>;
  readonly #pendingCards = new WeakMap<WithPending, FormCard>();
  #revision = -1;
  #stored: Cards = new Map();
  #shown: { readonly stored: Cards; readonly pending: readonly WithPending[]; readonly cards: Cards } | null =
    null;

  constructor(cache: ReadableDb, overlay: Pick<Overlay, 'form'>) {
    this.#cache = cache;
    this.#overlay = overlay;
  }

  /** As the service says. */
  stored(): Cards {
    const revision = lastChange(this.#cache);
    if (revision !== this.#revision) this.#stored = this.#readAgain();
    this.#revision = revision;
    return this.#stored;
  }

  /** As they will be once everything is sent. */
  shown(): Cards {
    const stored = this.stored();
    const pending = this.#overlay.form.withPending.rows;
    if (this.#shown?.stored !== stored || this.#shown.pending !== pending) {
      const waiting = pending.map((row) => this.#pendingCard(row, stored));
      const cards =
        waiting.length === 0
          ? stored
          : new Map([...stored, ...waiting.map((card) => [card.id, card] as const)]);
      this.#shown = { stored, pending, cards };
    }
    return this.#shown.cards;
  }

  #readAgain(): Cards {
    const forms = this.#cache.all(sql<StoredForm>`SELECT row, id, hex(hash) AS hash FROM form`);
    return new Map(
      forms.flatMap(({ row, id, hash }) => {
        const known = this.#stored.get(id);
        const card = known?.hash === hash ? known : this.#read(row, hash);
        return card === null ? [] : [[id, card] as const];
      }),
    );
  }

  #read(row: number, hash: string): FormCard | null {
    const record = findRecord(this.#cache, 'form', row, readForm);
    return record === null ? null : toCard(record, { hash, pending: null });
  }

  #pendingCard(pending: WithPending, stored: Cards): FormCard {
    const known = this.#pendingCards.get(pending);
    if (known !== undefined) return known;
    const { record, row } = pending;
    const card = toCard(record, { hash: stored.get(record.id)?.hash ?? null, pending: row.pending });
    this.#pendingCards.set(pending, card);
    return card;
  }
}
