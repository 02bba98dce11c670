import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';

/** The ids of a family: from the first, before the end. */
export interface IdRange {
  readonly from: string;
  readonly end: string;
}

interface PlainName {
  readonly id: string;
  /** The name without case and accents. */
  readonly plain: string;
}

/** A text followed by it sorts after every other text that begins with the same. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Finds local names by a part of them, with and without accents. The local store has names in lower case with their accents, also those that
 * an older program has written; so the names with letters outside ASCII are kept here without accents, and SQLite finds the others.
 */
export class LocalNameIndex {
  readonly #local: ReadableDb;
  #accented: readonly PlainName[] = [];
  /** Of which names of the local store `#accented` is; null before it was read. */
  #state: string | null = null;
  #isCurrent = false;

  constructor(local: ReadableDb) {
    this.#local = local;
  }

  /** Notes that names may have changed. */
  invalidate(): void {
    this.#isCurrent = false;
  }

  /** Returns the ids whose name contains a text in lower case: those that have it as it is first, then those that have it without accents. */
  idsContaining(normalizedText: string): ReadonlySet<string> {
    const plainText = removeCaseAccentsAndWidth(normalizedText);
    const found = new Set(this.#listIdsContaining(normalizedText));
    // A text of accents alone is in no name that has none, and without them it would be in every one.
    if (plainText === '') return found;
    const others = plainText === normalizedText ? [] : this.#listIdsContaining(plainText);
    const accented = this.#listAccented().filter(({ plain }) => plain.includes(plainText));
    for (const id of others) found.add(id);
    for (const { id } of accented) found.add(id);
    return found;
  }

  /** Returns the first ids of a range whose name begins with a text in lower case, accents included, by name. */
  idsBeginning(normalizedText: string, { from, end }: IdRange, limit: number): readonly string[] {
    // A range of the index of names: the unary plus keeps SQLite from reading the range of ids instead.
    const rows = this.#local.all(sql<{ id: string }>`
      SELECT id FROM directory
      WHERE normalized_name >= ${normalizedText} AND normalized_name < ${normalizedText + LAST_CHARACTER}
        AND +id >= ${from} AND +id < ${end}
      ORDER BY normalized_name, id LIMIT ${limit}`);
    return rows.map(({ id }) => id);
  }

  /** Returns the first named ids of a range that contain a text in lower case. */
  namedIdsContaining(lowerCaseText: string, { from, end }: IdRange, limit: number): readonly string[] {
    const rows = this.#local.all(sql<{ id: string }>`
      SELECT id FROM directory WHERE id >= ${from} AND id < ${end} AND instr(lower(id), ${lowerCaseText}) > 0
      ORDER BY id LIMIT ${limit}`);
    return rows.map(({ id }) => id);
  }

  /** Returns the first ids of a range that have one of these names after case and accents. */
  idsWithSameNames(names: readonly string[], { from, end }: IdRange, limit: number): readonly string[] {
    if (names.length === 0) return [];
    const plainNames = new Set(names.map(removeCaseAccentsAndWidth));
    const rows = this.#local.all(sql<{ id: string }>`
      SELECT id FROM directory
      WHERE normalized_name IN ${toSqlList(new Set([...names.map(normalizeForSearch), ...plainNames]))}
        AND +id >= ${from} AND +id < ${end}
      ORDER BY normalized_name, id LIMIT ${limit}`);
    const accented = this.#listAccented().filter(
      ({ id, plain }) => id >= from && id < end && plainNames.has(plain),
    );
    return [...new Set([...rows, ...accented].map(({ id }) => id))].slice(0, limit);
  }

  /** Returns the ids whose name in lower case contains a text, by name, all from the index of names. */
  #listIdsContaining(text: string): readonly string[] {
    return this.#local
      .all(
        sql<{ id: string }>`SELECT id FROM directory WHERE instr(normalized_name, ${text}) > 0
          ORDER BY normalized_name, id`,
      )
      .map(({ id }) => id);
  }

  /** Returns the names with letters outside ASCII, by name. They are read again where a name has changed, not with every other commit. */
  #listAccented(): readonly PlainName[] {
    if (this.#isCurrent) return this.#accented;
    const state = this.#readState();
    if (state !== this.#state) {
      const rows = this.#local.all(sql<{ id: string; name: string }>`
        SELECT id, normalized_name AS name FROM directory WHERE normalized_name GLOB '*[^ -~]*'`);
      this.#accented = rows
        .map(({ id, name }) => ({ id, plain: removeCaseAccentsAndWidth(name) }))
        .toSorted((left, right) => (left.plain < right.plain ? -1 : Number(left.plain > right.plain)));
      this.#state = state;
    }
    this.#isCurrent = true;
    return this.#accented;
  }

  /** Returns a text that changes with every change of a name. */
  #readState(): string {
    return JSON.stringify(
      this.#local.get(sql`
        SELECT count(*) AS names, coalesce(max(saved_at), 0) AS at, total(saved_at) AS sum FROM directory`),
    );
  }
}
