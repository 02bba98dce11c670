import type { PaperRule } from '#contract/papers.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** As long as nobody has said otherwise. */
const USUAL: PaperRule = { keep: 'needs-review', capMegabytes: 500 };

/** Which PDFs are kept without being asked for. */
export function paperRule(db: ReadableDb): PaperRule {
  return db.get(sql<PaperRule>`SELECT keep, cap_megabytes AS capMegabytes FROM paper_rule`) ?? USUAL;
}

/** Keeps the rule over the one before. */
export function setPaperRule(db: WritableDb, { keep, capMegabytes }: PaperRule): null {
  db.run(sql`
    INSERT OR REPLACE INTO paper_rule (one, keep, cap_megabytes) VALUES (1, ${keep}, ${capMegabytes})`);
  return null;
}
