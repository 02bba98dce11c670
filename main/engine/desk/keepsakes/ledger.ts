import type { Output, Parsed } from '#contract/api.ts';
import type { PaperEntry } from '#contract/keepsakes.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { listed, sql, when } from '#main/engine/store/sql.ts';
import { resolveId } from '../local-ids.ts';
import type { Changing, KeepsakeCalls, Moment, Printed } from './protocol.ts';

/** Notes what was done with the PDF of a requisition, and of which version. 'not-found': a local id that nobody gave. */
export function notePaper(
  db: WritableDb,
  { requisition: named, action, version, hash }: KeepsakeCalls['note']['input'],
  { now }: Moment,
): Changing<null> {
  const requisition = resolveId(db, named);
  if (requisition === undefined) return err('not-found', { detail: 'no such local id' });
  db.run(sql`
    INSERT INTO paper_ledger (requisition, action, at, version, hash)
    VALUES (${requisition}, ${action}, ${now}, ${version}, ${hash})`);
  return ok({ answer: null, ids: [requisition] });
}

/** What was done with PDFs, newest first. */
export function listLedger(
  db: ReadableDb,
  { id, limit, after = Number.MAX_SAFE_INTEGER }: Parsed<'papers.ledger'>,
): Output<'papers.ledger'> {
  const one = when(id, (named) => sql`AND requisition = ${resolveId(db, named) ?? named}`);
  const found = db.all(sql<PaperEntry>`
    SELECT number, requisition, action, at, version, hash FROM paper_ledger
    WHERE number < ${after} ${one} ORDER BY number DESC LIMIT ${limit + 1}`);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}

/** The newest printing of each of these requisitions, of those that were printed. */
export function lastPrinted(db: ReadableDb, { ids }: KeepsakeCalls['printed']['input']): readonly Printed[] {
  return db.all(sql<Printed>`
    SELECT requisition, at, version FROM paper_ledger WHERE number IN (
      SELECT max(number) FROM paper_ledger
      WHERE action = 'printed' AND requisition IN ${listed(ids)}
      GROUP BY requisition)`);
}
