import type { Quarantined } from '#contract/outbox.ts';
import { epochMs } from '#contract/time.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** Records that could not be kept, newest first. */
export function quarantined(db: ReadableDb, limit: number): readonly Quarantined[] {
  const rows = db.all(sql<Omit<Quarantined, 'seenAt'> & { readonly seenAt: number }>`
    SELECT kind, reason, id, seen_at AS seenAt FROM quarantine ORDER BY seen_at DESC, kind, hash LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, seenAt: epochMs(row.seenAt) }));
}
