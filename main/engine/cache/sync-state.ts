import type { Kind } from '#contract/ids.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from './db.ts';
import { sql } from './sql.ts';
import { readDate } from './summary.ts';

/** How a sweep ended. `failed`: it brought nothing. */
export type Outcome = 'complete' | 'incomplete' | 'failed';

/** What is known about a kind's rows between runs. */
export interface KindState {
  readonly kind: Kind;
  readonly cached: number;
  /** How the last sweep that brought anything ended; `never` where none has. */
  readonly outcome: Exclude<Outcome, 'failed'> | 'never';
  readonly lastSuccessAt: EpochMs | null;
  readonly quarantined: number;
}

/** The state of every kind. */
export function kindStates(db: ReadableDb): readonly KindState[] {
  const rows = db.all(sql<Omit<KindState, 'lastSuccessAt'> & { lastSuccessAt: number | null }>`
    SELECT kind, cached, outcome, last_success_at AS lastSuccessAt,
      (SELECT count(*) FROM quarantine WHERE quarantine.kind = sync_state.kind) AS quarantined
    FROM sync_state`);
  return rows.map((row) => ({ ...row, lastSuccessAt: readDate(row.lastSuccessAt) }));
}

/** How many rows of a kind are in the file, from its counter. */
export function cachedCount(db: ReadableDb, kind: Kind): number {
  return db.get(sql<{ cached: number }>`SELECT cached FROM sync_state WHERE kind = ${kind}`)?.cached ?? 0;
}

/** Adds rows to a kind's counter. Belongs into the transaction that inserts them. */
export function addCached(db: WritableDb, kind: Kind, added: number): void {
  db.run(sql`UPDATE sync_state SET cached = cached + ${added} WHERE kind = ${kind}`);
}

/**
 * Notes how a sweep ended; `at` (epoch milliseconds) counts where it was complete. One that failed says nothing about
 * the rows that are here.
 */
export function noteOutcome(db: WritableDb, kind: Kind, outcome: Outcome, at: number): void {
  if (outcome === 'complete') {
    db.run(sql`UPDATE sync_state SET outcome = 'complete', last_success_at = ${at} WHERE kind = ${kind}`);
  } else if (outcome === 'incomplete') {
    db.run(sql`UPDATE sync_state SET outcome = 'incomplete' WHERE kind = ${kind}`);
  }
}
