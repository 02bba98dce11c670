import type { Output, Parsed } from '#contract/api.ts';
import type { FollowUp } from '#contract/keepsakes.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql, when } from '#main/engine/store/sql.ts';
import { resolveId } from '../local-ids.ts';
import type { Changing, OperationContext } from './protocol.ts';

/** Marks a record as followed up, or changes the mark. 'not-found': a local id that nobody gave. */
export function setFollowUp(
  db: WritableDb,
  { kind, id: named, note, remindOn }: Parsed<'followUps.set'>,
  { now }: OperationContext,
): Changing<Output<'followUps.set'>> {
  const id = resolveId(db, named);
  if (id === undefined) return err('not-found', { detail: 'no such local id' });
  const stored = note.toWellFormed();
  db.run(sql`
    INSERT OR REPLACE INTO follow_up (kind, id, note, marked_at, remind_on)
    VALUES (${kind}, ${id}, ${stored}, ${now}, ${remindOn})`);
  return ok({ answer: { kind, id, note: stored, markedAt: now, remindOn }, ids: [id] });
}

/** Takes the mark away. */
export function clearFollowUp(
  db: WritableDb,
  { kind, id: named }: Parsed<'followUps.clear'>,
): Changing<Output<'followUps.clear'>> {
  const id = resolveId(db, named) ?? named;
  const { changes } = db.run(sql`DELETE FROM follow_up WHERE kind = ${kind} AND id = ${id}`);
  return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
}

/** The marks of one record or of all: the earliest reminder first, those without any last. */
export function listFollowUps(db: ReadableDb, { of }: Parsed<'followUps.list'>): Output<'followUps.list'> {
  const one = when(of, ({ kind, id }) => sql`WHERE kind = ${kind} AND id = ${resolveId(db, id) ?? id}`);
  const items = db.all(sql<FollowUp>`
    SELECT kind, id, note, marked_at AS markedAt, remind_on AS remindOn FROM follow_up ${one}
    ORDER BY remind_on IS NULL, remind_on, marked_at, kind, id`);
  return { items };
}
