import { ok, type Result } from '#contract/result.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** What the engine itself asks about everything that is cached: ids, without pending changes. */
export interface CachedIdReads {
  /** The ids of all forms, or of a patient's requisitions. */
  'ids.cached': { input: { readonly patient: string | null }; output: readonly string[] };
}

/** The ids of a patient's requisitions that are cached; of all forms where no patient is named. */
export function cachedIds(db: ReadableDb, patient: string | null): Result<readonly string[]> {
  const rows =
    patient === null
      ? db.all(sql<{ id: string }>`SELECT id FROM form`)
      : db.all(sql<{ id: string }>`
          SELECT id FROM requisition INDEXED BY requisition_patient WHERE patient = ${patient}`);
  return ok(rows.map(({ id }) => id));
}
