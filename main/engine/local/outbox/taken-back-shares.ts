/**
 * A share that the user takes back before it was sent never leaves the outbox: the patient could see the requisition until
 * the change that stops it has arrived.
 */
import type { EpochMs } from '#contract/time.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { listFieldsDecidedByChange } from '../decision-base.ts';
import type { StoredChange } from '../protocol.ts';
import { discardChange } from './conclude.ts';
import {
  clearQuestion,
  findStoredChange,
  listStoredChangesOfRecord,
  mayBeDone,
  updateStoredChange,
} from './stored-changes.ts';

const FIELD = 'share_with_patient';

/** Returns whether the fields of a change stop sharing a requisition with its patient (service's document, section 4.2). */
export function stopsSharing(data: JsonObject): boolean {
  return data[FIELD] === false;
}

/** Returns whether a change shares a requisition, and can be changed: it is not being sent, and was not done without that being known. */
function isShareToTakeBack(change: StoredChange): boolean {
  return change.data[FIELD] === true && change.state !== 'sending' && !mayBeDone(change);
}

/** Returns whether a change shares and does nothing else, and certainly nothing of it has left. */
function isUnsentShareAlone({ data, evidence }: StoredChange): boolean {
  return Object.keys(data).length === 1 && evidence.mayHaveLeft !== true;
}

function withoutShare(change: StoredChange): StoredChange {
  const data = { ...change.data, [FIELD]: false };
  const fields = new Set([...Object.keys(data), ...listFieldsDecidedByChange(change.operation, data)]);
  const base = Object.fromEntries(Object.entries(change.base).filter(([field]) => fields.has(field)));
  // What sharing alone was refused or asked for does not concern a change that stops it.
  const isAlone = Object.keys(data).length === 1;
  return isAlone ? { ...clearQuestion(change), data, base, state: 'saved' } : { ...change, data, base };
}

/**
 * Takes back the shares among changes of one record that cannot have been done. A change that only shares is discarded, so
 * that its number never stands for another one; one that may have left, or has further fields, stops sharing instead.
 * Returns their numbers.
 */
export function takeBackShares(
  db: WritableDb,
  changes: readonly StoredChange[],
  now: EpochMs,
): readonly number[] {
  const shares = changes.filter(isShareToTakeBack);
  for (const { number } of shares) {
    // Taking back an earlier one may have changed it.
    const share = findStoredChange(db, number);
    if (share === undefined) continue;
    if (isUnsentShareAlone(share)) discardChange(db, share, 'discarded', now);
    else updateStoredChange(db, withoutShare(share));
  }
  return shares.map(({ number }) => number);
}

/** Takes back the shares of a record that one of its later changes stops, as `takeBackShares`. */
export function takeBackStoppedShares(db: WritableDb, target: string, now: EpochMs): void {
  const changes = listStoredChangesOfRecord(db, target);
  const last = changes.findLastIndex(({ data }) => stopsSharing(data));
  if (last > 0) takeBackShares(db, changes.slice(0, last), now);
}
