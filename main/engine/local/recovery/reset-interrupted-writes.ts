import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { wasDecisionSavedWithRecord } from '../decision-base.ts';
import { isCreate, isOnceOnlyWrite, listOperations, updateOperation } from '../outbox/operations.ts';
import type { StoredOperation } from '../protocol.ts';

/**
 * Returns whether a publish or a review was saved without the record that it decides about. Whether another
 * copy of this file has sent it cannot be detected later, so the user is asked. A create can be found by its
 * content.
 */
function isUnfounded(write: StoredOperation): boolean {
  const isDecision = isOnceOnlyWrite(write.operation, write.data) && !isCreate(write.operation);
  return isDecision && write.state === 'saved' && !wasDecisionSavedWithRecord(write);
}

/** Returns the evidence of a write that an older file shows as pending. */
function recoverEvidence({ operation, state, evidence }: StoredOperation): StoredOperation['evidence'] {
  // A list may show a new record late: a create that is not found is reconciled again and asked about, never
  // just sent.
  if (isCreate(operation)) return { ...evidence, mayHaveLeft: true, rewound: true };
  if (state !== 'saved') return { ...evidence, rewound: true };
  // An attempt that certainly failed says nothing about an attempt that this file does not know.
  const { before: _before, ...stored } = evidence;
  return { ...stored, rewound: true };
}

function resetOperation(operation: StoredOperation, isBehind: boolean): StoredOperation | null {
  const { state, data } = operation;
  const mayHaveLeft = isOnceOnlyWrite(operation.operation, data);
  // A write that an older file shows as pending may have been sent since. Open questions stay open: the
  // user's decision is checked against the evidence.
  if ((isBehind && mayHaveLeft) || isUnfounded(operation)) {
    const isResting = state === 'needs-you' || state === 'rejected';
    return {
      ...operation,
      state: isResting ? state : 'uncertain',
      evidence: recoverEvidence(operation),
    };
  }
  if (state !== 'sending') return null;
  return { ...operation, state: mayHaveLeft ? 'uncertain' : 'saved' };
}

/**
 * Resets writes that were in flight at the end of the last run. Writes that are safe to repeat are pending
 * again, once-only writes are reconciled.
 * @param isBehind whether the file is older than what was sent from it
 */
export function resetInterruptedWrites(db: WritableDb, isBehind: boolean): void {
  for (const operation of listOperations(db)) {
    const changed = resetOperation(operation, isBehind);
    if (changed !== null) updateOperation(db, changed);
  }
}
