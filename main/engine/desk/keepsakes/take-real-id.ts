import type { WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';

/** Everything that is kept about a record made here goes over to the service's id, in the transaction of its caller. */
export function takeRealId(db: WritableDb, local: string, real: string): void {
  db.run(sql`UPDATE draft SET target = ${real} WHERE target = ${local}`);
  // A draft that lies under the other key already stays beside this one: nothing that was typed is lost.
  const keyed = JSON.stringify(local);
  db.run(sql`
    UPDATE OR IGNORE draft SET key = replace(key, ${keyed}, ${JSON.stringify(real)}) WHERE instr(key, ${keyed}) > 0`);
  // Of two marks the later one counts.
  db.run(sql`
    DELETE FROM follow_up WHERE id IN (${local}, ${real})
      AND marked_at < (SELECT max(marked_at) FROM follow_up WHERE id IN (${local}, ${real}))`);
  db.run(sql`UPDATE OR REPLACE follow_up SET id = ${real} WHERE id = ${local}`);
  db.run(sql`
    UPDATE viewed_version SET id = ${real} WHERE kind = (SELECT kind FROM local_id WHERE local = ${local}) AND id = ${local}`);
  db.run(sql`UPDATE OR REPLACE completion_reminder SET form = ${real} WHERE form = ${local}`);
  db.run(sql`UPDATE print_log SET requisition = ${real} WHERE requisition = ${local}`);
}
