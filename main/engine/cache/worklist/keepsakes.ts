import { listed, sql } from '#main/engine/store/sql.ts';
import type { DeskView } from '../overlay/desk-view.ts';

/** What the desk file says about requisitions besides what waits: names for ids, marks, what was looked at. */
export class Keepsakes {
  readonly #desk: DeskView;
  #version = '';
  #named = new Map<string, ReadonlySet<string>>();
  #followUps: ReadonlyMap<string, number | null> | null = null;
  #looks: ReadonlyMap<string, string> | null = null;

  constructor(desk: DeskView) {
    this.#desk = desk;
  }

  /** Another text after every commit of the desk. Asked before every read: what was remembered of before is forgotten. */
  version(): string {
    const version = this.#desk.version();
    if (version === this.#version) return version;
    this.#version = version;
    this.#named = new Map();
    this.#followUps = null;
    this.#looks = null;
    return version;
  }

  /** The ids whose local name holds a folded text. */
  idsNamed(folded: string): ReadonlySet<string> {
    const known = this.#named.get(folded);
    if (known !== undefined) return known;
    const rows = this.#desk.all(
      sql<{ id: string }>`SELECT id FROM directory WHERE instr(name_folded, ${folded}) > 0`,
    );
    const named = new Set(rows.map(({ id }) => id));
    this.#named.set(folded, named);
    return named;
  }

  /** The local names of these ids, of those that have one. */
  namesOf(ids: readonly string[]): ReadonlyMap<string, string> {
    if (ids.length === 0) return new Map();
    const rows = this.#desk.all(sql<{ id: string; name: string }>`
      SELECT id, name FROM directory WHERE id IN ${listed(ids)}`);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Requisitions with a follow-up mark and when to remind, epoch milliseconds; by the service's id where there is one. */
  followUps(): ReadonlyMap<string, number | null> {
    this.#followUps ??= new Map(
      this.#desk
        .all(sql<{ id: string; remindOn: number | null }>`
          SELECT coalesce(local_id.real, follow_up.id) AS id, remind_on AS remindOn
          FROM follow_up LEFT JOIN local_id ON local_id.local = follow_up.id WHERE follow_up.kind = 'requisition'`)
        .map(({ id, remindOn }) => [id, remindOn]),
    );
    return this.#followUps;
  }

  /** Requisitions that were looked at here, by id, and what tells the version that was looked at last from others, as hex. */
  looks(): ReadonlyMap<string, string> {
    this.#looks ??= new Map(
      this.#desk
        .all(sql<{ id: string; hash: string }>`
          SELECT id, hex(hash) AS hash FROM look WHERE number IN
            (SELECT max(number) FROM look WHERE kind = 'requisition' GROUP BY id)`)
        .map(({ id, hash }) => [id, hash]),
    );
    return this.#looks;
  }

  /** Diagnoses or scripts that somebody put among the favourites, newest first. */
  favourites(list: string): readonly { readonly code: string; readonly description: string }[] {
    return this.#desk.all(sql<{ code: string; description: string }>`
      SELECT code, description FROM favourite WHERE list = ${list} ORDER BY saved_at DESC, code, description`);
  }
}
