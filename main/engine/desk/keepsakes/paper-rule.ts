import type { OfflinePolicy } from '#contract/papers.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** As long as nobody has said otherwise. */
const DEFAULT_POLICY: OfflinePolicy = { keep: 'needs-review', capMegabytes: 500 };

/** Which PDFs are kept without being asked for. */
export function getOfflinePolicy(db: ReadableDb): OfflinePolicy {
  return (
    db.get(sql<OfflinePolicy>`SELECT keep, max_megabytes AS capMegabytes FROM offline_policy`) ??
    DEFAULT_POLICY
  );
}

/** Keeps the rule over the one before. */
export function setOfflinePolicy(db: WritableDb, { keep: save, capMegabytes }: OfflinePolicy): null {
  db.run(sql`
    INSERT OR REPLACE INTO offline_policy (one, keep, max_megabytes) VALUES (1, ${save}, ${capMegabytes})`);
  return null;
}
