import type { PdfUseLogEntry } from '#contract/local-data.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, buildConditionOrEmptySql } from '#main/engine/sqlite/sql.ts';
import { resolveServiceId } from '../ids.ts';
import type {
  ResultAndChangedIdsOrError,
  LocalDataCalls,
  TransactionTimeAndRandomHex,
  LastPrintingEntry,
} from './protocol.ts';

/**
 * Logs an action with the PDF of a requisition and the PDF's version. Returns 'not-found' for an unknown
 * local id.
 */
export function logPdfAction(
  db: WritableDb,
  { requisition: named, action, version, hash }: LocalDataCalls['logPdfAction']['input'],
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<null> {
  const requisition = resolveServiceId(db, named);
  if (requisition === undefined) return err('not-found', { detail: 'no such local id' });
  db.run(sql`
    INSERT INTO print_log (requisition, action, at, version, hash)
    VALUES (${requisition}, ${action}, ${now}, ${version}, ${hash})`);
  return ok({ answer: null, ids: [requisition] });
}

/** Returns the print log, newest first. */
export function listPrintLog(
  db: ReadableDb,
  { id, limit, after = Number.MAX_SAFE_INTEGER }: LocalDataCalls['listPrintLog']['input'],
): LocalDataCalls['listPrintLog']['output'] {
  const one = buildConditionOrEmptySql(
    id,
    (named) => sql`AND requisition = ${resolveServiceId(db, named) ?? named}`,
  );
  const found = db.all(sql<PdfUseLogEntry>`
    SELECT number, requisition, action, at, version, hash FROM print_log
    WHERE number < ${after} ${one} ORDER BY number DESC LIMIT ${limit + 1}`);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}

/** Returns the newest printing of each of these requisitions that was printed. */
export function listLastPrinted(
  db: ReadableDb,
  { ids }: LocalDataCalls['listLastPrinted']['input'],
): readonly LastPrintingEntry[] {
  return db.all(sql<LastPrintingEntry>`
    SELECT requisition, at, version FROM print_log WHERE number IN (
      SELECT max(number) FROM print_log
      WHERE action = 'printed' AND requisition IN ${toSqlList(ids)}
      GROUP BY requisition)`);
}
