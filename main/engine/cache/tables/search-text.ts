import type { Requisition } from '#contract/requisitions.ts';
import type { Connection, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { storeLetterPairs } from './letter-pairs.ts';
import type { DerivedTableUpdater } from './table.ts';

/** Separates two fields, so that no match spans both. */
const FIELD_SEPARATOR = '\u001f';

/**
 * Normalizes a text of any length like a name: lower case, diacritics kept, unpaired surrogates replaced. A
 * field separator inside a field counts as a space.
 */
export function normalizeText(text: string): string {
  const normalizedText = text.toWellFormed().toLowerCase();
  return normalizedText.includes(FIELD_SEPARATOR)
    ? normalizedText.replaceAll(FIELD_SEPARATOR, ' ')
    : normalizedText;
}

/** Normalizes texts that are searched as one; no match spans two of them. */
export function normalizeAndJoinTexts(texts: readonly string[]): string {
  return texts.map(normalizeText).join(FIELD_SEPARATOR);
}

/** The parts of a requisition besides the name that a search looks into, as they are shown. */
export const SEARCHED_TEXTS_BY_REQUISITION_PART = {
  diagnoses: ({ diagnoses }) => diagnoses.map(({ code, description }) => `${code} ${description}`),
  scripts: ({ scripts }) => scripts.map(({ name, description }) => `${name} ${description}`),
  order_details: ({ orderDetails }) => [orderDetails],
  comments: ({ comments }) => comments.map(({ comment }) => comment),
} as const satisfies Readonly<Record<string, (record: Requisition) => readonly string[]>>;

/** Returns the normalized text that a search of the worklist looks into. */
export function toRequisitionSearchedText(record: Requisition): string {
  const parts = Object.values(SEARCHED_TEXTS_BY_REQUISITION_PART).flatMap((partsOf) => partsOf(record));
  return normalizeAndJoinTexts([record.name, ...parts]);
}

/** Creates on a connection that writes the TEMP table of the indexed texts that are to be taken out of the full-text index. */
export function createRemovedTextTable(db: Connection): void {
  db.execute(sql`CREATE TEMP TABLE removed_text (row INTEGER PRIMARY KEY, text TEXT NOT NULL)`);
}

/**
 * The rows that may contain the text of the last search that had many of them, and of which text and version of the data they are.
 * Both tables change in one transaction.
 */
const TEXT_CANDIDATES = sql`
CREATE TEMP TABLE text_candidate (row INTEGER PRIMARY KEY);
CREATE TEMP TABLE text_of_candidates (
  text TEXT NOT NULL, version TEXT NOT NULL, are_listed INTEGER NOT NULL, PRIMARY KEY (text, version)
) WITHOUT ROWID;
`;

/** Creates on a connection that reads the TEMP tables of the rows that may contain a text. */
export function createTextCandidateTables(db: Connection): void {
  db.execute(TEXT_CANDIDATES);
}

function takeOut(db: WritableDb, row: number): void {
  const isQueued = db.run(sql`DELETE FROM search_queue WHERE row = ${row}`).changes > 0;
  if (!isQueued) {
    // The index stores no text of its own, so a deletion has to name the old text.
    db.run(
      sql`INSERT INTO removed_text (row, text) SELECT row, text FROM requisition_text WHERE row = ${row}`,
    );
  }
  db.run(sql`DELETE FROM requisition_text WHERE row = ${row}`);
}

/** Updates the searched text of requisitions. New and removed texts are queued for `indexQueuedTexts`. */
export const searchedTextUpdater: DerivedTableUpdater<Requisition> = (db, row, { before, after }) => {
  const text = after === null ? null : toRequisitionSearchedText(after);
  if (before !== null && toRequisitionSearchedText(before) === text) return;
  if (before !== null) takeOut(db, row);
  if (text === null) return;
  db.run(sql`INSERT INTO requisition_text (row, text) VALUES (${row}, ${text})`);
  db.run(sql`INSERT INTO search_queue (row) VALUES (${row})`);
};

/**
 * Takes the queued removed texts out of the full-text index, and indexes the queued new ones. Call it once before every commit, not
 * for every row: the index writes its buffer at each savepoint, also at those that SQLite makes for single statements, and
 * small segments are merged repeatedly.
 */
export function indexQueuedTexts(db: WritableDb): void {
  const removed = db.run(sql`
    INSERT INTO requisition_search (requisition_search, rowid, text) SELECT 'delete', row, text FROM removed_text`);
  if (removed.changes > 0) db.run(sql`DELETE FROM removed_text`);
  const { changes } = db.run(sql`
    INSERT INTO requisition_search (rowid, text)
    SELECT row, text FROM requisition_text WHERE row IN (SELECT row FROM search_queue)`);
  if (changes === 0) return;
  const queued = db.all(sql<{ readonly text: string }>`
    SELECT text FROM requisition_text WHERE row IN (SELECT row FROM search_queue)`);
  storeLetterPairs(
    db,
    queued.map(({ text }) => text),
  );
  db.run(sql`DELETE FROM search_queue`);
}
