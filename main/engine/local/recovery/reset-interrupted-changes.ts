import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { wasDecisionSavedWithRecord } from '../decision-base.ts';
import { addAskedPatientsToEvidence } from '../outbox/asked-patients.ts';
import {
  isCreateOperation,
  isOnceOnlyChange,
  listStoredChanges,
  updateStoredChange,
} from '../outbox/stored-changes.ts';
import type { StoredChange } from '../protocol.ts';

/**
 * Returns whether a publish or a review was saved without the record that it decides about. Whether another
 * copy of this file has sent it cannot be detected later, so the user is asked. A create can be found by its
 * content.
 */
function isUnfounded(change: StoredChange): boolean {
  const isDecision = isOnceOnlyChange(change.operation, change.data) && !isCreateOperation(change.operation);
  return isDecision && change.state === 'saved' && !wasDecisionSavedWithRecord(change);
}

/** Returns the evidence of a change that an older file shows as pending. */
function recoverEvidence({ operation, state, evidence }: StoredChange): StoredChange['evidence'] {
  // A list may show a new record late: a create that is not found is reconciled again and asked about, never
  // just sent.
  if (isCreateOperation(operation)) return { ...evidence, mayHaveLeft: true, rewound: true };
  if (state !== 'saved') return { ...evidence, rewound: true };
  // An attempt that certainly failed says nothing about an attempt that this file does not know.
  const { before: _before, ...stored } = evidence;
  return { ...stored, rewound: true };
}

function resetChange(change: StoredChange, isBehind: boolean): StoredChange | null {
  const { state, data } = change;
  const mayHaveLeft = isOnceOnlyChange(change.operation, data);
  // A change that an older file shows as pending may have been sent since. Open questions stay open: the
  // user's decision is checked against the evidence.
  if ((isBehind && mayHaveLeft) || isUnfounded(change)) {
    const isResting = state === 'needs-you' || state === 'rejected';
    return {
      ...change,
      state: isResting ? state : 'uncertain',
      evidence: recoverEvidence(change),
    };
  }
  // Patients whom an older file shows as still to be asked may have been asked since, and have completed the form.
  const evidence = isBehind ? addAskedPatientsToEvidence(change) : change.evidence;
  if (state === 'sending') return { ...change, state: mayHaveLeft ? 'uncertain' : 'saved', evidence };
  return evidence === change.evidence ? null : { ...change, evidence };
}

/**
 * Resets changes that were in flight at the end of the last run. Changes that are safe to repeat are pending
 * again, once-only changes are reconciled. Of an older file no patient is asked again to complete a form without the user.
 * @param isBehind whether the file is older than what was sent from it
 */
export function resetInterruptedChanges(db: WritableDb, isBehind: boolean): void {
  for (const change of listStoredChanges(db)) {
    const changed = resetChange(change, isBehind);
    if (changed !== null) updateStoredChange(db, changed);
  }
}
