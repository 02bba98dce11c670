import type { AppError, Result } from '#contract/result.ts';
import { ok } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { Toast } from '../toasts/toast.ts';
import type { ToastsStore } from '../toasts/toasts.ts';

/** Rows of the inbox to hide until a time. */
export interface RowsToSnooze {
  readonly ids: readonly string[];
  /** The title of the row where it is only one. */
  readonly name: string;
  /** The patient whom that row is about; empty for none, and for several rows. */
  readonly patient: string;
}

interface SnoozedBefore {
  readonly id: string;
  readonly until: EpochMs | null;
}

/** Maximum number of notifications in one call. */
const PIECE = 500;

function* cutIntoPieces(ids: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE);
}

/** Lists the notifications in the threads of rows; a row without a thread stands for itself. */
async function listThreadIds(
  calls: ProcedureCalls,
  rows: readonly string[],
): Promise<Result<readonly string[]>> {
  const ids = new Set(rows);
  for (const piece of cutIntoPieces(rows)) {
    const found = await calls['inbox.threadIds']({ ids: piece });
    if (!found.ok) return found;
    for (const id of found.value.ids) ids.add(id);
  }
  return ok([...ids]);
}

/** Hides notifications until a time. Returns until when they were hidden before, also of those before an error. */
async function setUntil(
  calls: ProcedureCalls,
  ids: readonly string[],
  until: EpochMs | null,
): Promise<{ readonly before: readonly SnoozedBefore[]; readonly error: AppError | null }> {
  const before: SnoozedBefore[] = [];
  for (const piece of cutIntoPieces(ids)) {
    const done = await calls['inbox.snooze']({ ids: piece, until });
    if (!done.ok) return { before, error: done.error };
    before.push(...done.value.before);
  }
  return { before, error: null };
}

/** Hides notifications until the times until which they were hidden before. Returns null on success. */
async function restore(calls: ProcedureCalls, before: readonly SnoozedBefore[]): Promise<AppError | null> {
  for (const [until, group] of Map.groupBy(before, (each) => each.until)) {
    const { error } = await setUntil(
      calls,
      group.map(({ id }) => id),
      until,
    );
    if (error !== null) return error;
  }
  return null;
}

function toSubject({ ids, name }: RowsToSnooze, count: number, until: EpochMs | null): Toast['subject'] {
  const isOne = ids.length === 1;
  if (until === null)
    return isOne ? { did: 'unsnoozed', kind: 'notification', name } : { did: 'unsnoozedSeveral', count };
  return isOne ? { did: 'snoozed', name, until } : { did: 'snoozedSeveral', count, until };
}

function toUndoneSubject(
  { ids, name }: RowsToSnooze,
  count: number,
  until: EpochMs | null,
): Toast['subject'] {
  if (ids.length === 1)
    return { did: until === null ? 'hiddenAgain' : 'snoozeUndone', kind: 'notification', name };
  return { did: until === null ? 'hiddenAgainSeveral' : 'snoozesUndone', count };
}

/**
 * Snoozes the threads of rows, or ends their snooze (null), with a toast that can undo it. Where a part fails, the rest is as it was
 * before. Returns null on success.
 */
export async function snoozeRows(
  { calls, toasts }: { readonly calls: ProcedureCalls; readonly toasts: Pick<ToastsStore, 'show'> },
  rows: RowsToSnooze,
  until: EpochMs | null,
): Promise<AppError | null> {
  const ids = await listThreadIds(calls, rows.ids);
  if (!ids.ok) return ids.error;
  const { before, error } = await setUntil(calls, ids.value, until);
  if (error !== null) {
    await restore(calls, before);
    return error;
  }
  const count = ids.value.length;
  toasts.show({
    subject: toSubject(rows, count, until),
    patient: rows.patient,
    undo: () => restore(calls, before),
    undone: { subject: toUndoneSubject(rows, count, until), patient: rows.patient },
  });
  return null;
}
