import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

const ASCII_COUNT = 128;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}

/** Collects the distinct pairs of neighbouring code points of texts, and texts of one code point. */
export class LetterPairCollector {
  /** Nearly all pairs are of ASCII, for which an array is much faster than a set. */
  readonly #ascii = new Uint8Array(ASCII_COUNT * ASCII_COUNT);
  readonly #others = new Set<string>();

  /** @param text well formed */
  add(text: string): void {
    if (text.length <= 2 && Array.from(text).length === 1) this.#others.add(text);
    for (let at = 1; at < text.length; at += 1) {
      const left = text.charCodeAt(at - 1);
      const right = text.charCodeAt(at);
      if (left < ASCII_COUNT && right < ASCII_COUNT) this.#ascii[left * ASCII_COUNT + right] = 1;
      // The second half of a code point makes no pair with the first.
      else if (!isLowSurrogate(right))
        this.#others.add(
          text.slice(isLowSurrogate(left) ? at - 2 : at - 1, isHighSurrogate(right) ? at + 2 : at + 1),
        );
    }
  }

  /** Returns what was collected, each once. */
  list(): readonly string[] {
    const pairs = [...this.#others];
    for (const [code, isThere] of this.#ascii.entries())
      if (isThere === 1) pairs.push(String.fromCharCode(Math.floor(code / ASCII_COUNT), code % ASCII_COUNT));
    return pairs;
  }
}

/** Stores the pairs of these searched texts. Pairs of texts that are removed later stay. */
export function storeLetterPairs(db: WritableDb, texts: Iterable<string>): void {
  const collector = new LetterPairCollector();
  for (const text of texts) collector.add(text);
  const pairs = JSON.stringify(collector.list());
  db.run(sql`INSERT OR IGNORE INTO letter_pair (pair) SELECT value FROM json_each(${pairs})`);
}

/**
 * Returns whether no stored text contains one or two letters. False for any other number of letters, and where a text that
 * contained them may have been removed.
 * @param normalizedText as `normalizeText` returns it
 */
export function isInNoText(db: ReadableDb, normalizedText: string): boolean {
  const { length } = Array.from(normalizedText);
  // The migration of existing texts cannot see NUL.
  if (length === 0 || length > 2 || normalizedText.includes('\0')) return false;
  const where =
    length === 2
      ? sql`pair = ${normalizedText}`
      : // SQLite counts letters up to the first NUL.
        sql`substr(pair, 1, 1) = ${normalizedText} OR substr(pair, -1) = ${normalizedText} OR instr(pair, char(0)) > 0`;
  return db.get(sql`SELECT 1 FROM letter_pair WHERE ${where} LIMIT 1`) === undefined;
}
