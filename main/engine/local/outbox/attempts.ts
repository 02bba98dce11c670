import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { LocalStoreCalls, StoredChange } from '../protocol.ts';
import { needsReconcile, updateStoredChange } from './stored-changes.ts';
import { takeBackStoppedShares } from './taken-back-shares.ts';

interface SendingStart extends Pick<LocalStoreCalls['markSending']['input'], 'data' | 'evidence'> {
  /** Whether the change is once-only: then it is counted in the generation marker. */
  readonly isOnce: boolean;
  readonly now: EpochMs;
}

/**
 * Notes that a change is being sent, before it leaves. 'cancelled' where it may not be sent, or was edited since it was
 * read.
 */
export function markChangeSending(
  db: WritableDb,
  found: StoredChange,
  { data, evidence, isOnce, now }: SendingStart,
): Result<null> {
  const mayGo = found.state === 'saved' || (found.state === 'uncertain' && !needsReconcile(found));
  if (!mayGo || !isDeepStrictEqual(found.data, data)) return err('cancelled');
  const attempts = found.attempts + 1;
  updateStoredChange(db, { ...found, state: 'sending', evidence, attempts, triedAt: now });
  if (isOnce) db.run(sql`UPDATE local_state SET moves = moves + 1`);
  return ok(null);
}

/**
 * Stores the state of a change after an attempt that did not complete it. 'cancelled' where the change is in another
 * state than `from`, or was edited since it was read.
 */
export function storeAttemptResult(
  db: WritableDb,
  found: StoredChange,
  { data, rest, from = null }: LocalStoreCalls['storeAttempt']['input'],
  now: EpochMs,
): Result<null> {
  const isOther = from !== null && found.state !== from;
  if (isOther || !isDeepStrictEqual(found.data, data)) return err('cancelled');
  const { state, error = null, question = null, theirs = {}, candidates = [] } = rest;
  const evidence = rest.evidence ?? found.evidence;
  updateStoredChange(db, { ...found, state, error, question, theirs, candidates, evidence });
  // The user may have stopped sharing during an attempt that did not reach the service.
  takeBackStoppedShares(db, found.target, now);
  return ok(null);
}
