import type { Requisition } from '#contract/requisitions.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { IndexUpdater } from './table.ts';

/** Stands between two fields, so that nothing is found across them. */
const BETWEEN = '\u001f';

/**
 * Folds a text of any length as a name is folded: lower case, diacritics kept, half surrogates as the file has them. What
 * divides fields counts as a space inside one.
 */
export function normalizeText(text: string): string {
  const normalizedText = text.toWellFormed().toLowerCase();
  return normalizedText.includes(BETWEEN) ? normalizedText.replaceAll(BETWEEN, ' ') : normalizedText;
}

/** Texts that are searched as one, folded; nothing is found across two of them. */
export function normalizeTexts(texts: readonly string[]): string {
  return texts.map(normalizeText).join(BETWEEN);
}

/** The parts of a requisition that a search looks into besides the name, as they are shown. */
export const SEARCHED_PARTS = {
  diagnoses: ({ diagnoses }) => diagnoses.map(({ code, description }) => `${code} ${description}`),
  scripts: ({ scripts }) => scripts.map(({ name, description }) => `${name} ${description}`),
  order_details: ({ orderDetails }) => [orderDetails],
  comments: ({ comments }) => comments.map(({ comment }) => comment),
} as const satisfies Readonly<Record<string, (record: Requisition) => readonly string[]>>;

/** Everything that a search of the worklist looks into, folded. */
export function searchedText(record: Requisition): string {
  const parts = Object.values(SEARCHED_PARTS).flatMap((partsOf) => partsOf(record));
  return normalizeTexts([record.name, ...parts]);
}

function takeOut(db: WritableDb, row: number): void {
  const isQueued = db.run(sql`DELETE FROM search_queue WHERE row = ${row}`).changes > 0;
  if (!isQueued) {
    // The index keeps no text of its own: it has to be told what it is to forget.
    db.run(sql`
      INSERT INTO requisition_search (requisition_search, rowid, text)
      SELECT 'delete', row, text FROM requisition_text WHERE row = ${row}`);
  }
  db.run(sql`DELETE FROM requisition_text WHERE row = ${row}`);
}

/** Keeps the searched text of requisitions. What is new waits in a queue for its index. */
export const searchedTextUpdater: IndexUpdater<Requisition> = (db, row, { before, after }) => {
  const text = after === null ? null : searchedText(after);
  if (before !== null && searchedText(before) === text) return;
  if (before !== null) takeOut(db, row);
  if (text === null) return;
  db.run(sql`INSERT INTO requisition_text (row, text) VALUES (${row}, ${text})`);
  db.run(sql`INSERT INTO search_queue (row) VALUES (${row})`);
};

/**
 * Indexes the texts that wait for it. Belongs before every commit, not to every row: the index writes out what it has gathered
 * at each savepoint, and small pieces are merged again and again.
 */
export function indexQueued(db: WritableDb): void {
  const { changes } = db.run(sql`
    INSERT INTO requisition_search (rowid, text)
    SELECT row, text FROM requisition_text WHERE row IN (SELECT row FROM search_queue)`);
  if (changes > 0) db.run(sql`DELETE FROM search_queue`);
}
