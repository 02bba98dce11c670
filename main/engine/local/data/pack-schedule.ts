import {
  NO_PACK_SCHEDULE,
  storedPackScheduleSchema,
  type StoredPackSchedule,
} from '#contract/downtime-pack.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { parseStoredJson } from './stored-json.ts';

/** Returns when downtime packs are made automatically; never, where it was not set up or this version cannot read it. */
export function readPackSchedule(db: ReadableDb): StoredPackSchedule {
  const row = db.get(sql<{ schedule: string }>`SELECT schedule FROM pack_schedule`);
  const stored = storedPackScheduleSchema.safeParse(row === undefined ? null : parseStoredJson(row.schedule));
  return stored.success ? stored.data : NO_PACK_SCHEDULE;
}

/** Stores when downtime packs are made automatically, in place of what was stored before. */
export function writePackSchedule(db: WritableDb, schedule: StoredPackSchedule): null {
  db.run(sql`INSERT OR REPLACE INTO pack_schedule (id, schedule) VALUES (1, ${JSON.stringify(schedule)})`);
  return null;
}
